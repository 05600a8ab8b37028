"""The other side of every wire: simulated devices, faults as data, robots and the demo.

Nothing is imported here, so that `python3 -m hil` starts on a Python that has no packages yet.
"""
