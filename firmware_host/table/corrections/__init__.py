"""Corrections: an earlier fact gets a new body or none, and the table is folded again."""
