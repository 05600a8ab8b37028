"""The dealer's keys: `port` is the interface, `press` distinguishes short from held, `driver` reads the pins."""

from drivers.dealer_keys.port import DealerKeys, Key, KeyPress, KeyPressed

__all__ = ["DealerKeys", "Key", "KeyPress", "KeyPressed"]
