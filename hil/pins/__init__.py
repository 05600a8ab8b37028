"""
Simulated pins: the product loads `factory` in place of the Pi's pins, and `world` drives them from outside, over
the Unix socket named by `HIL_PINS`. Pin numbers are BCM.
"""
