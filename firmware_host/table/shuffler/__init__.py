"""The shuffler as a machine: its lid, switch and jams, what came out of it, and whether its cards in and out agree."""
