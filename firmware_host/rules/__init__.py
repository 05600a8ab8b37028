"""
The regulation as values and pure functions: cards, hands, games as data, the round engine.

A game is one short file in `games/` that reads like its section. The engine in `round/` plays any of them:
`decide(round, act)` returns drafts of facts or a refusal, `evolve(round, body)` folds in one fact, and
`next_steps(round)` returns what may come next. Nothing here depends on a clock, a file, a device or the table.
"""
