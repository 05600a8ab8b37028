"""Corrections: an earlier fact is amended to a new body or to nothing, and the table is folded again."""
