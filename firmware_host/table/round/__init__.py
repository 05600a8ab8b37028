"""A round of poker at the table: dealing, the button, a change of game."""
