"""
Pins without hardware: `factory` is what the product loads in place of the Pi's pins, `world` moves them
from the outside, over a Unix socket named by `HIL_PINS`. Numbers are BCM.
"""
