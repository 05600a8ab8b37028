"""Mini-dice, 19:47-13: wagers and what they pay, the shaker, and who shoots."""
