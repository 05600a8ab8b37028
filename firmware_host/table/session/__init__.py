"""The table as a whole."""
