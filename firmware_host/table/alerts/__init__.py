"""
Violations and alerts, as facts with a life: raised, acknowledged, cleared by a person, never hidden by themselves.

A new one takes three lines: a word in `alert.py`, its row in `kinds.py`, and in `causes.py` the fact that raises it.
"""
