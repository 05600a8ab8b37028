"""Where a host's pairings are kept, as the link's driver needs it; a file does that in the product."""

import secrets
from typing import Protocol

from drivers.link.handshake import KEY_BYTES, Pairing


class KeysMissing(Exception):  # noqa: N818 - named for what is so
    """There is no key to open a session with, and why in one line: a person has to do something."""


class Keyring(Protocol):
    @property
    def order_secret(self) -> bytes:
        """What the nonces of orders are made of. It stays here: no device learns it."""

    def pairings(self) -> tuple[Pairing, ...]:
        """One, or two while nobody knows whether the last pairing came to its end. Raises KeysMissing."""

    def holds(self, pairing: Pairing) -> None:
        """The device has proved this one, so any other is forgotten. Safe to say each time."""


class HeldKeys:
    """In memory only: for whoever talks to a device once."""

    def __init__(self, *pairings: Pairing) -> None:
        self._pairings = pairings
        self._order_secret = secrets.token_bytes(KEY_BYTES)

    @property
    def order_secret(self) -> bytes:
        return self._order_secret

    def pairings(self) -> tuple[Pairing, ...]:
        if not self._pairings:
            raise KeysMissing("this shuffler is not paired")
        return self._pairings

    def holds(self, pairing: Pairing) -> None:
        self._pairings = (pairing,)
