"""
What happens at the table, as a decider: `decide(state, intent)` answers with drafts of facts or a refusal,
`evolve(state, fact)` folds one fact in. Neither knows a clock, chance or I/O, so every round replays bit for bit.

Start with `contract.py` (the types everything meets on), then `decide.py`; the deal gate is `gate.py`.
"""
