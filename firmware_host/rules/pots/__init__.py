"""Pots: side pots, who wins each and how it is divided, the rake and the bad beat."""
