"""A second shuffler for the host: its device side in MicroPython, and what starts it on this machine."""
