"""
The mini-dice shaker: a reed switch under its cover, a shake sensor in its base, a switch where it stands.

`port` is what the host sees, `shakes` makes shakes of pulses, `sensors` puts the three together, `driver` reads
the pins.
"""

from drivers.dice_shaker.port import CoverChanged, DiceShaker, DockChanged, ShakenInOneGo, ShakerEvent

__all__ = ["CoverChanged", "DiceShaker", "DockChanged", "ShakenInOneGo", "ShakerEvent"]
