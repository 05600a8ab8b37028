"""Which messages one end knows, as 256 bits: bit t is set for a message whose first byte is t.

Of one length whatever it holds, so that saying it needs no parser; the link itself never looks into it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

VOCABULARY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Say `in` of it before you say a message to the one whose vocabulary it is."""

    tags: frozenset[int] = frozenset()

    @classmethod
    def of(cls, tags: Iterable[int]) -> Self:
        return cls(frozenset(int(tag) for tag in tags))

    def __contains__(self, tag: int) -> bool:
        return tag in self.tags

    def to_bytes(self) -> bytes:
        """Bit 0 is the lowest of the last byte: the whole is one big-endian number."""
        return sum(1 << tag for tag in self.tags).to_bytes(VOCABULARY_BYTES, "big")

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        bits = int.from_bytes(data, "big")
        return cls(frozenset(tag for tag in range(8 * VOCABULARY_BYTES) if bits >> tag & 1))
