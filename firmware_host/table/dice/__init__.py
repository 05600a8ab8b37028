"""Mini-dice: the shaker, the right to it, the wagers and what a shake does to them."""
