"""One frame: version, kind, session, sequence, payload and their CRC-32, stuffed and ended by 0x00.

The layout is written down in `drivers/shuffler/PROTOCOL.md`. The sum is against noise only: it proves nothing about who
sent.
"""

import struct
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

from drivers.link.cobs import NotStuffed, stuff, unstuff
from drivers.link.statistics import LinkStatistics

VERSION: Final = 1
PAYLOAD_MAX: Final = 200
DELIMITER: Final = b"\0"

_HEADER = struct.Struct(">BBIH")
_SUM = struct.Struct(">I")
_BARE_MIN = _HEADER.size + _SUM.size
STUFFED_MAX: Final = _BARE_MIN + PAYLOAD_MAX + 1
"""Bytes between two delimiters; below 254, so that stuffing adds exactly one."""


class Kind(IntEnum):
    HELLO = 1
    WELCOME = 2
    DATA = 3
    ACK = 4
    PING = 5
    PONG = 6


_KINDS = frozenset(int(kind) for kind in Kind)


class FrameDamaged(ValueError):  # noqa: N818 - named for what is so
    """Noise, or a frame hit by noise: count it and wait for the sender to try again."""


class FrameForeign(ValueError):  # noqa: N818 - named for what is so
    """Whole, but of a version or kind this side does not speak: waiting will not help."""

    def __init__(self, *, version: int, kind: int) -> None:
        super().__init__(f"frame of version {version}, kind {kind}")
        self.version = version
        self.kind = kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    kind: Kind
    session: int
    sequence: int = 0
    payload: bytes = b""

    def to_bytes(self) -> bytes:
        """Stuffed, with the delimiter that ends it. ValueError for a payload over `PAYLOAD_MAX`."""
        if len(self.payload) > PAYLOAD_MAX:
            raise ValueError(f"payload of {len(self.payload)} bytes; a frame holds {PAYLOAD_MAX}")
        bare = _HEADER.pack(VERSION, self.kind, self.session, self.sequence) + self.payload
        return stuff(bare + _SUM.pack(zlib.crc32(bare))) + DELIMITER

    @classmethod
    def from_bytes(cls, stuffed: bytes) -> Self:
        """What stood between two delimiters, as a frame. Raises FrameDamaged or FrameForeign."""
        try:
            bare = unstuff(stuffed)
        except NotStuffed:
            raise FrameDamaged from None
        if not _BARE_MIN <= len(bare) <= _BARE_MIN + PAYLOAD_MAX:
            raise FrameDamaged
        body, (total,) = bare[: -_SUM.size], _SUM.unpack(bare[-_SUM.size :])
        if zlib.crc32(body) != total:
            raise FrameDamaged
        version, kind, session, sequence = _HEADER.unpack_from(body)
        if version != VERSION or kind not in _KINDS:
            raise FrameForeign(version=version, kind=kind)
        return cls(kind=Kind(kind), session=session, sequence=sequence, payload=body[_HEADER.size :])


class FrameReader:
    """Finds frames in a stream that may start anywhere and holds no more than one frame's bytes.

    A run longer than any frame is dropped as it comes and counted once; reading starts afresh at the next 0x00.
    """

    def __init__(self, statistics: LinkStatistics) -> None:
        self._statistics = statistics
        self._run = bytearray()
        self._dropping = False

    def feed(self, data: bytes) -> list[Frame]:
        *ended, rest = data.split(DELIMITER)
        frames = []
        for piece in ended:
            self._extend(piece)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._extend(rest)
        return frames

    def _extend(self, piece: bytes) -> None:
        if self._dropping or not piece:
            return
        if len(self._run) + len(piece) > STUFFED_MAX:
            self._run.clear()
            self._dropping = True
            self._statistics.overlong += 1
            return
        self._run += piece

    def _finish(self) -> Frame | None:
        run = bytes(self._run)
        self._run.clear()
        if self._dropping or not run:
            self._dropping = False
            return None
        try:
            frame = Frame.from_bytes(run)
        except FrameDamaged:
            self._statistics.damaged += 1
            return None
        except FrameForeign as foreign:
            self._statistics.foreign += 1
            self._statistics.other_version += foreign.version != VERSION
            return None
        self._statistics.frames_in += 1
        return frame
