"""People and their duties."""
