"""Everything that proves the project: `python3 -m tests` runs it all, `python3 -m tests --quick` the inner loop.

A package, so that no dependency that ships a `tests` folder of its own can take the name.
"""
