"""
The table as a decider: `decide(state, intent)` answers with drafts of facts or a refusal, and `evolve(state, fact)`
gives the next state. Neither uses a clock, randomness or I/O, so every round replays bit for bit.

Start with `acts/intent.py` and `facts/fact.py`, then `decide.py`; the deal gate is `decks/gate.py`.
"""
