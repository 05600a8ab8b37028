"""Everything around the product, simulated: devices, faults, robots and the demo.

Nothing is imported here, so that `python3 -m hil` starts on a Python without any packages.
"""
