"""The table's state, folded from its facts, and queries on it that several areas share."""
