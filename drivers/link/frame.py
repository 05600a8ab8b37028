"""Frames: consistent overhead byte stuffing, and one frame between two delimiters."""

import struct
import zlib
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

RUN_MAX = 254
"""The longest run without a zero that one code byte can stand before."""

_CODES = tuple(bytes((code,)) for code in range(256))
VERSION: Final = 1
PAYLOAD_MAX: Final = 200
TAG_BYTES: Final = 16
DELIMITER: Final = b"\0"
_OUTER = struct.Struct(">BBI")
_SUM = struct.Struct(">I")

COUNTED: Final = struct.Struct(">QH")
"""Counter and sequence: what a sealed frame has before its payload."""

_PLAIN_MIN = _OUTER.size
_SEALED_MIN = _OUTER.size + COUNTED.size + TAG_BYTES
_BARE_MAX = _SEALED_MIN + PAYLOAD_MAX + _SUM.size

STUFFED_MAX: Final = _BARE_MAX + 1
"""Bytes between two delimiters; below 254, so that stuffing adds exactly one."""

SEALED_FROM: Final = 0x10

GREETINGS_MAX: Final = 4
"""Greetings in another version that wait to be answered; more are dropped, so that noise is not answered for ever."""


@dataclass(kw_only=True, slots=True)
class LinkStatistics:
    """Counts since the link was made; they go up, so this one record is not frozen.

    A technician reads a bad cable from `damaged`, a wrong device from `foreign`, a second host from `other_session`,
    and somebody on the wire from `forged` and `replayed`, which noise cannot make.
    """

    frames_in: int = 0
    frames_out: int = 0
    retransmissions: int = 0
    pings: int = 0
    duplicates: int = 0
    damaged: int = 0
    """Runs between two delimiters that are no frame: bad stuffing, length or sum."""
    overlong: int = 0
    """Runs dropped because they were longer than any frame."""
    foreign: int = 0
    """Whole frames of a version, kind or shape that this side does not speak."""
    other_version: int = 0
    """Those of the foreign frames whose version byte is not ours."""
    other_session: int = 0
    """Whole frames of a session that is not the open one."""
    unexpected: int = 0
    """Frames of this session with a sequence number that cannot be, or for the other role."""
    forged: int = 0
    """Whole frames of this session, or proofs of an end, that were not made with its key."""
    replayed: int = 0
    """Frames of this session that were made with its key and had been heard before."""
    refused: int = 0
    """REFUSE frames; anyone on the wire can send them."""


class NotStuffed(ValueError):  # noqa: N818 - named for what is wrong
    """These bytes were never stuffed: a code byte points past the end, or there is a zero inside."""


def stuff(data: bytes) -> bytes:
    """Stuff the bytes (COBS): 11 00 22 becomes 02 11 02 22."""
    pieces = data.split(b"\0")
    if len(data) < RUN_MAX:  # every frame: no run can be too long for one code byte
        return b"".join([_CODES[len(piece) + 1] + piece for piece in pieces])
    return _stuffed_long(pieces)


def _stuffed_long(pieces: list[bytes]) -> bytes:
    out = bytearray()
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        rest = piece
        while len(rest) >= RUN_MAX:
            out.append(RUN_MAX + 1)
            out += rest[:RUN_MAX]
            rest = rest[RUN_MAX:]
            if last and not rest:
                return bytes(out)
        out.append(len(rest) + 1)
        out += rest
    return bytes(out)


def unstuff(data: bytes) -> bytes:
    """Reverse `stuff`; the caller still has to check the sum. Raises NotStuffed."""
    if not data or 0 in data:
        raise NotStuffed
    pieces = []
    at, size = 0, len(data)
    while at < size:
        code = data[at]
        end = at + code
        if end > size:
            raise NotStuffed
        pieces.append(data[at + 1 : end])
        if code > RUN_MAX and end < size:  # no zero was here, only the end of a long run
            pieces[-1] += unstuff(data[end:])
            break
        at = end
    return b"\0".join(pieces)


class Kind(IntEnum):
    HELLO = 0x01
    WELCOME = 0x02
    REFUSE = 0x03
    PAIR = 0x04
    OFFER = 0x05
    ACCEPT = 0x06
    PAIRED = 0x07
    PROVE = 0x11
    DATA = 0x12
    ACK = 0x13
    PING = 0x14
    PONG = 0x15
    BUSY = 0x16
    BYE = 0x17

    @property
    def sealed(self) -> bool:
        return self >= SEALED_FROM


_KINDS = {int(kind): kind for kind in Kind}

PAYLOAD_SIZES: Final = {
    Kind.HELLO: range(80, 81),
    Kind.WELCOME: range(96, 97),
    Kind.REFUSE: range(1, 2),
    Kind.PAIR: range(48, 49),
    Kind.OFFER: range(64, 65),
    Kind.ACCEPT: range(16, 17),
    Kind.PAIRED: range(16, 17),
    Kind.PROVE: range(1),
    Kind.DATA: range(1, PAYLOAD_MAX + 1),
    Kind.ACK: range(1),
    Kind.PING: range(1),
    Kind.PONG: range(1),
    Kind.BUSY: range(2, 3),
    Kind.BYE: range(1, 2),
}
"""How many bytes of payload each kind may have: a frame of any other length is dropped, as one of no kind is."""


class FrameDamaged(ValueError):  # noqa: N818 - named for what is wrong
    """Noise, or a frame damaged by noise: count it and wait for the sender to repeat the frame."""


class FrameForeign(ValueError):  # noqa: N818 - named for what is wrong
    """An intact frame of a version or kind that this side does not know: waiting will not help."""

    def __init__(self, *, version: int, kind: int, session: int) -> None:
        super().__init__(f"frame of version {version}, kind {kind}")
        self.version = version
        self.kind = kind
        self.session = session

    @property
    def greets(self) -> bool:
        """Return whether this is HELLO or PAIR of another version, which share kinds and head with ours."""
        return self.version != VERSION and self.kind in (Kind.HELLO, Kind.PAIR)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlainFrame:
    """A frame before there are keys: a claim until a sealed frame confirms it."""

    kind: Kind
    session: int
    payload: bytes = b""

    @property
    def body(self) -> bytes:
        """Return the part that the sum covers, and to which the keys of a session are bound."""
        return _OUTER.pack(VERSION, self.kind, self.session) + self.payload

    def to_bytes(self) -> bytes:
        """Return the stuffed frame with its delimiter. Raises ValueError for a payload over `PAYLOAD_MAX`."""
        check_payload(self.payload)
        return _to_bytes(self.body)


@dataclass(frozen=True, kw_only=True, slots=True)
class SealedFrame:
    """A frame that is not opened yet: only `session` may be read before its tag was checked."""

    kind: Kind
    session: int
    body: bytes
    tag: bytes

    def to_bytes(self) -> bytes:
        return _to_bytes(self.body + self.tag)


Frame: TypeAlias = PlainFrame | SealedFrame


def sealed_body(kind: Kind, session: int, counter: int, sequence: int, payload: bytes) -> bytes:
    """Return the part of a sealed frame that its tag covers."""
    check_payload(payload)
    return _OUTER.pack(VERSION, kind, session) + COUNTED.pack(counter, sequence) + payload


def opened_body(body: bytes) -> tuple[int, int, bytes]:
    """Return the counter, sequence and payload of a body whose tag is valid."""
    counter, sequence = COUNTED.unpack_from(body, _OUTER.size)
    return counter, sequence, body[_OUTER.size + COUNTED.size :]


def check_payload(payload: bytes) -> None:
    if len(payload) > PAYLOAD_MAX:
        raise ValueError(f"payload of {len(payload)} bytes; a frame holds {PAYLOAD_MAX}")


def frame_of(stuffed: bytes) -> Frame:
    """Parse the bytes between two delimiters. Raises FrameDamaged or FrameForeign."""
    try:
        bare = unstuff(stuffed)
    except NotStuffed:
        raise FrameDamaged from None
    size = len(bare) - _SUM.size
    if not _PLAIN_MIN <= size <= _BARE_MAX - _SUM.size:
        raise FrameDamaged
    body = bare[:size]
    if zlib.crc32(body) != _SUM.unpack_from(bare, size)[0]:
        raise FrameDamaged
    version, code, session = _OUTER.unpack_from(body)
    kind = _KINDS.get(code)
    if version != VERSION or kind is None:
        raise FrameForeign(version=version, kind=code, session=session)
    if size - (_SEALED_MIN if kind.sealed else _PLAIN_MIN) not in PAYLOAD_SIZES[kind]:
        raise FrameForeign(version=version, kind=code, session=session)
    if not kind.sealed:
        return PlainFrame(kind=kind, session=session, payload=body[_OUTER.size :])
    return SealedFrame(kind=kind, session=session, body=body[:-TAG_BYTES], tag=body[-TAG_BYTES:])


def _to_bytes(body: bytes) -> bytes:
    return stuff(body + _SUM.pack(zlib.crc32(body))) + DELIMITER


class FrameReader:
    """Finds frames in a stream that may start anywhere and holds no more than one frame's bytes.

    A run longer than any frame is dropped as it comes and counted once; reading starts afresh at the next 0x00.
    """

    def __init__(self, statistics: LinkStatistics) -> None:
        self._statistics = statistics
        self._run = bytearray()
        self._dropping = False
        self._greeted: list[int] = []

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

    def take_greetings(self) -> tuple[int, ...]:
        """Return the sessions of greetings in another version since the last call."""
        greeted = tuple(self._greeted)
        self._greeted.clear()
        return greeted

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
            frame = frame_of(run)
        except FrameDamaged:
            self._statistics.damaged += 1
            return None
        except FrameForeign as foreign:
            self._statistics.foreign += 1
            self._statistics.other_version += foreign.version != VERSION
            if foreign.greets and len(self._greeted) < GREETINGS_MAX:
                self._greeted.append(foreign.session)
            return None
        self._statistics.frames_in += 1
        return frame
