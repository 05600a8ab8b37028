"""The table's state: the fold of its facts, and the questions that several areas ask of it."""
