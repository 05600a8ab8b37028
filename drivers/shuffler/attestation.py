"""Which firmware a device runs: SHA-256 over a nonce of the host and the image, worked out at both ends.

It shows that whatever answered has that image, all of it; a device that lies while it holds a right image as well is
not found out (PROTOCOL.md, "Security").
"""

import hashlib
from dataclasses import dataclass, field
from typing import Final

ATTEST_NONCE_BYTES: Final = 32


@dataclass(frozen=True, kw_only=True, slots=True)
class Firmware:
    """An image that the house has looked at and lists."""

    model: str
    version: str
    image: bytes = field(repr=False)


def digest(nonce: bytes, image: bytes) -> bytes:
    return hashlib.sha256(nonce + image).digest()


def running(listed: tuple[Firmware, ...], nonce: bytes, answer: bytes) -> Firmware | None:
    """Return the listed image that has this digest; None if no image has."""
    return next((firmware for firmware in listed if digest(nonce, firmware.image) == answer), None)
