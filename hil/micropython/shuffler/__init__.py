"""The device side of the shuffler link in MicroPython, with simulated mechanics.

Every module runs under MicroPython. None uses the controller, its drivers or the simulated devices beside this folder.
"""
