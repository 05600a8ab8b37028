"""One direction of a session under its own key: what is sealed here opens only at the other end, once, in order.

Authenticated and not encrypted: nothing on this wire is worth hiding, and a technician may listen (`trace`). The tag is
HMAC-SHA-256 cut to 128 bits: every microcontroller has it, it has no nonce to repeat, and a cut tag is what RFC 2104
allows.
"""

import hmac
from dataclasses import dataclass
from typing import Final

from drivers.link.frame import TAG_BYTES, Kind, SealedFrame, opened_body, sealed_body

COUNTER_MAX: Final = (1 << 64) - 1


class Forged(Exception):  # noqa: N818 - named for what is so
    """Not made with this key, or changed since: count it, answer nothing."""


class Replayed(Exception):  # noqa: N818 - named for what is so
    """Made with this key and heard before, or overtaken by a later one: count it, answer nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """A frame whose sender has the key, and which comes after all that were opened before it."""

    kind: Kind
    sequence: int
    payload: bytes


class Sealer:
    """Each transmission has a number of its own, also the same frame sent again: a frame on the wire is never twice."""

    def __init__(self, *, key: bytes, session: int) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        self._session = session
        self._counter = 0

    def seal(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> SealedFrame:
        """OverflowError after 2^64 frames, which is a hundred thousand times the age of the universe."""
        if self._counter >= COUNTER_MAX:
            raise OverflowError("a session has used up its counter")
        self._counter += 1
        body = sealed_body(kind, self._session, self._counter, sequence, payload)
        return SealedFrame(kind=kind, session=self._session, body=body, tag=_tag(self._keyed, body))


class Opener:
    def __init__(self, *, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod="sha256")
        self._last = 0

    def open(self, frame: SealedFrame) -> Opened:
        """Raises Forged or Replayed; neither changes what is expected next."""
        if not hmac.compare_digest(_tag(self._keyed, frame.body), frame.tag):
            raise Forged
        counter, sequence, payload = opened_body(frame.body)
        if counter <= self._last:
            raise Replayed
        self._last = counter
        return Opened(kind=frame.kind, sequence=sequence, payload=payload)


def _tag(keyed: hmac.HMAC, text: bytes) -> bytes:
    """As `tag`, with the key's part worked out once for the session."""
    keyed = keyed.copy()
    keyed.update(text)
    return keyed.digest()[:TAG_BYTES]


def tag(key: bytes, text: bytes) -> bytes:
    return hmac.digest(key, text, "sha256")[:TAG_BYTES]
