"""The button, its puck and the kill button."""
