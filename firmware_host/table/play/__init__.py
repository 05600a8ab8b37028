"""A round of play."""
