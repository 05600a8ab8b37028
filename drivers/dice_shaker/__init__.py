"""
The mini-dice shaker: a reed switch under its cover, a shake sensor in its base, a switch in its dock.

`port` is the interface, `shakes` turns pulses into shakes, `sensors` combines the three, `driver` reads the pins.
"""

from drivers.dice_shaker.port import CoverChanged, DiceShaker, DockChanged, ShakenInOneGo, ShakerEvent

__all__ = ["CoverChanged", "DiceShaker", "DockChanged", "ShakenInOneGo", "ShakerEvent"]
