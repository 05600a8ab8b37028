"""Checks that facts follow each other without a gap, and that none was changed after it was recorded."""

import hashlib
from collections.abc import Iterator
from typing import Any


class AuditedChain:
    """The hash chain as it was heard so far."""

    def __init__(self) -> None:
        """Start before the first fact."""
        self.last = 0
        self._digest: bytes | None = None

    def hear(self, fact: dict[str, Any], data: bytes, digest: str) -> Iterator[str]:
        """Yield what is wrong with a fact: its number, or its claimed hash."""
        number = fact["number"]
        if number != self.last + 1:
            yield f"fact {number} follows {self.last}"
        self.last = number
        before = self._digest or hashlib.sha256(bytes.fromhex(fact["journal"])).digest()
        self._digest = hashlib.sha256(before + data).digest()
        if self._digest.hex() != digest:
            yield f"fact {number} was changed after it was recorded"
