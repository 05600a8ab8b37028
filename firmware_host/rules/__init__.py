"""
What the regulation says, as values and pure functions: cards, hands, games as data, the round engine.

A game is one short file in `games/` that reads like its section. `round.py` plays any of them:
`decide(round, act)` answers with drafts of facts or a refusal, `evolve(round, body)` folds one fact in,
`next_steps(round)` says what may come next. Nothing here knows a clock, a file, a device or the table around it.
"""
