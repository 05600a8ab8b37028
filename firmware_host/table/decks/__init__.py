"""The two decks."""
