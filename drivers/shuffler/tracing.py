"""The frames on the wire in words, for finding faults. It needs no key and shows none.

Frames are authenticated and not encrypted, so anyone on the line can read them. Without the key nobody can tell
whether a frame is genuine: a line of the trace says what the frame claims.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from drivers.link.crypto import ID_BYTES, Introduction
from drivers.link.frame import TAG_BYTES, Frame, FrameReader, Kind, LinkStatistics, PlainFrame, SealedFrame, opened_body
from drivers.link.link_events_and_timing import ByeReason, RefuseReason
from drivers.shuffler.layout import LAYOUTS
from drivers.shuffler.messages import WireError, decode


class Way(StrEnum):
    TO_DEVICE = "to-device"
    TO_HOST = "to-host"


@dataclass(frozen=True, kw_only=True, slots=True)
class Traced:
    """A whole frame. `counter` and `sequence` are those of a sealed one."""

    way: Way
    kind: Kind
    session: int
    says: str
    counter: int | None = None
    sequence: int | None = None


class Tracer:
    """Reads both directions. Noise is counted for each direction and not shown."""

    def __init__(self) -> None:
        self.statistics = {way: LinkStatistics() for way in Way}
        self._readers = {way: FrameReader(self.statistics[way]) for way in Way}

    def feed(self, way: Way, data: bytes) -> Iterator[Traced]:
        for frame in self._readers[way].feed(data):
            yield traced(way, frame)


def traced(way: Way, frame: Frame) -> Traced:
    if isinstance(frame, PlainFrame):
        return Traced(way=way, kind=frame.kind, session=frame.session, says=_plain(frame))
    counter, sequence, payload = opened_body(frame.body)
    return Traced(
        way=way,
        kind=frame.kind,
        session=frame.session,
        says=_sealed(frame, payload),
        counter=counter,
        sequence=sequence,
    )


def _plain(frame: PlainFrame) -> str:
    payload = frame.payload
    match frame.kind:
        case Kind.HELLO:
            return _said("host", Introduction.from_bytes(payload))
        case Kind.WELCOME:
            return _said("device", Introduction.from_bytes(payload[:-TAG_BYTES]))
        case Kind.REFUSE:
            return _word(payload, {int(reason): reason.name.lower().replace("_", " ") for reason in RefuseReason})
        case Kind.PAIR | Kind.OFFER:
            return f"id {payload[:ID_BYTES].hex()}"
        case _:
            return ""


def _said(whose: str, said: Introduction | None) -> str:
    if said is None:
        return "of a length that it cannot have"
    names = [LAYOUTS[tag].tag.name if tag in LAYOUTS else f"{tag:02x}" for tag in sorted(said.vocabulary.tags)]
    return f"{whose} {said.id.hex()}, knows {len(names)} messages: {' '.join(names)}"


def _sealed(frame: SealedFrame, payload: bytes) -> str:
    match frame.kind:
        case Kind.DATA:
            return message_in_words(payload)
        case Kind.BUSY:
            return f"for {int.from_bytes(payload)} ms"
        case Kind.BYE:
            return _word(payload, {int(reason): reason.name.lower().replace("_", " ") for reason in ByeReason})
        case _:
            return ""


def _word(payload: bytes, words: dict[int, str]) -> str:
    return words.get(payload[0], "for a reason not known here") if len(payload) == 1 else "without a reason"


def message_in_words(payload: bytes) -> str:
    """Return `02 ...` as `SHUFFLE command=0001...:42 back=blue nonce=f0f1...`."""
    try:
        message = decode(payload)
    except WireError as error:
        return f"not a valid message: {payload.hex()}: {error}"
    values = ((name, getattr(message, name)) for name in type(message).__dataclass_fields__)
    shown = (f"{name}={value.hex() if isinstance(value, bytes) else value}" for name, value in values)
    return " ".join((LAYOUTS[payload[0]].tag.name, *shown))
