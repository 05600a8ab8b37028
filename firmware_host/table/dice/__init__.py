"""Mini-dice: the shaker, the right to shake, the wagers and their settlement."""
