"""Contract tests of the device ports, for simulated and real devices alike; they use only `drivers/*/port.py`."""
