"""Lamps with five patterns and two signals: `port` works out when a lamp is lit, `driver` switches the pins."""

from drivers.lamps.patterns import Pattern, Signal
from drivers.lamps.port import Lamps

__all__ = ["Lamps", "Pattern", "Signal"]
