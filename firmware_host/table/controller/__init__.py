"""The controller itself: its start, its configuration, its devices."""
