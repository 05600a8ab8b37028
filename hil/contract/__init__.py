"""What each device port promises, asked of whatever stands behind it: the tests speak to `drivers/*/port.py` only."""
