"""Lamps with five patterns: `pattern` works out when a lamp is lit, `driver` switches the pins."""

from drivers.lamps.port import Lamps, Pattern

__all__ = ["Lamps", "Pattern"]
