"""What runs: the composition root and the parts it builds."""
