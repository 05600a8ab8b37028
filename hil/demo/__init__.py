"""A whole table on this machine: the real controller, simulated devices, a robot dealer, a live display."""
