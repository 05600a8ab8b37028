"""Robots at the table. They act only through the steps the table offers, with real keys and real decks."""
