"""Lamps: each shows one of five patterns. `pattern` says when it is lit, `driver` switches the pins."""

from drivers.lamps.port import Lamps, Pattern

__all__ = ["Lamps", "Pattern"]
