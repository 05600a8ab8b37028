"""
Scenarios: scripts of what people do at a table and what the table must say. FORMAT.md describes the format.

`reading.py` parses a text into a `Script`; `playing.py` plays it on a table on paper (`paper.py`: the real rules and
decisions, no journal, a clock that the script moves) and reports the differences.

A new act gets its words by one line in `verbs.py`. An act that a step offers needs none: the words of the step do.
"""
