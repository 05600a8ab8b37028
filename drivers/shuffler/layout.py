"""Messages as bytes. PROTOCOL.md has the tables; the golden bytes in the tests are typed from them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum, StrEnum
from typing import Any, Final, Protocol, TypeAlias

from drivers.link.crypto import Vocabulary
from drivers.shuffler.attestation import ATTEST_NONCE_BYTES
from drivers.shuffler.messages import (
    JOURNAL_BYTES,
    ORDER_NONCE_BYTES,
    ActFailed,
    Activity,
    Attest,
    Attestation,
    Back,
    CheckLoad,
    Clear,
    Cleared,
    CommandId,
    CommandReport,
    CommandStatus,
    DeckLoaded,
    Deliver,
    Delivered,
    EventAck,
    EventId,
    FailReason,
    Fill,
    GetStatus,
    GetWear,
    HostMessage,
    Identify,
    Identity,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Load,
    Mode,
    ModeSwitched,
    Place,
    Progress,
    Reconcile,
    Reconciled,
    Restarted,
    SelfTest,
    SelfTested,
    Shuffle,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Verdict,
    Wear,
    WhatBecame,
)


class Tag(IntEnum):
    IDENTIFY = 0x01
    SHUFFLE = 0x02
    WHAT_BECAME = 0x03
    EVENT_ACK = 0x04
    ATTEST = 0x05
    GET_STATUS = 0x10
    CHECK_LOAD = 0x11
    GET_WEAR = 0x12
    SELF_TEST = 0x18
    DELIVER = 0x19
    CLEAR = 0x1A
    RECONCILE = 0x1B
    IDENTITY = 0x81
    PROGRESS = 0x82
    COMMAND_STATUS = 0x83
    ATTESTATION = 0x84
    DECK_LOADED = 0x91
    SHUFFLE_FINISHED = 0x92
    SHUFFLE_FAILED = 0x93
    LID_OPENED = 0x94
    LID_CLOSED = 0x95
    JAMMED = 0x96
    MODE_SWITCHED = 0x97
    RESTARTED = 0x98
    CLEARED = 0x99
    DELIVERED = 0x9A
    RECONCILED = 0x9B
    SELF_TESTED = 0x9C
    ACT_FAILED = 0x9D
    STATUS = 0xA0
    LOAD = 0xA1
    WEAR = 0xA2


BACKS: Final[Mapping[int, Back]] = {1: Back.BLUE, 2: Back.RED, 3: Back.GREEN, 4: Back.BLACK}

MODES: Final[Mapping[int, Mode]] = {1: Mode.SHUFFLE, 2: Mode.SORT}

PLACES: Final[Mapping[int, Place]] = {1: Place.FEED, 2: Place.CAMERA, 3: Place.SHELVES, 4: Place.OUTPUT}

REASONS: Final[Mapping[int, FailReason]] = {
    1: FailReason.JAM,
    2: FailReason.LID,
    3: FailReason.POWER,
    4: FailReason.EMPTY,
    5: FailReason.DOUBLE_FEED,
    6: FailReason.BROKEN,
}

STATUSES: Final[Mapping[int, CommandStatus]] = {
    0: CommandStatus.UNKNOWN,
    1: CommandStatus.RUNNING,
    2: CommandStatus.DONE,
    3: CommandStatus.REFUSED,
    4: CommandStatus.BUSY,
}

ACTIVITIES: Final[Mapping[int, Activity]] = {
    0: Activity.IDLE,
    1: Activity.SHUFFLING,
    2: Activity.TESTING,
    3: Activity.DELIVERING,
    4: Activity.CLEARING,
    5: Activity.RECONCILING,
}

FILLS: Final[Mapping[int, Fill]] = {0: Fill.EMPTY, 1: Fill.SHORT, 2: Fill.PLAUSIBLE, 3: Fill.LONG, 4: Fill.MIXED}

VERDICTS: Final[Mapping[int, Verdict]] = {1: Verdict.GOOD, 2: Verdict.WORN, 3: Verdict.FAILED}


NAME_MAX: Final = 16


class Field(Protocol):
    """Both raise ValueError (or OverflowError) for what the field cannot hold or what has no meaning."""

    @property
    def size(self) -> int: ...

    def pack(self, value: Any) -> bytes: ...

    def unpack(self, data: bytes) -> Any: ...


@dataclass(frozen=True, slots=True)
class Number:
    """Without a sign, big-endian."""

    size: int

    def pack(self, value: int) -> bytes:
        return value.to_bytes(self.size)

    def unpack(self, data: bytes) -> int:
        return int.from_bytes(data)


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that mean nothing by themselves: a nonce or a digest."""

    size: int

    def pack(self, value: bytes) -> bytes:
        if len(value) != self.size:
            raise ValueError(f"{len(value)} bytes instead of {self.size}")
        return value

    def unpack(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True, slots=True)
class Word:
    """One of a list, by its number."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum) -> bytes:
        return bytes((next(code for code, word in self.meanings.items() if word is value),))

    def unpack(self, data: bytes) -> StrEnum:
        if data[0] not in self.meanings:
            raise ValueError(f"{data[0]} stands for nothing")
        return self.meanings[data[0]]


@dataclass(frozen=True, slots=True)
class WordOrNone:
    """A word whose list has no 0: that says there is none."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum | None) -> bytes:
        return b"\0" if value is None else Word(self.meanings).pack(value)

    def unpack(self, data: bytes) -> StrEnum | None:
        return None if data == b"\0" else Word(self.meanings).unpack(data)


@dataclass(frozen=True, slots=True)
class YesNo:
    """0 is no, 1 is yes."""

    size: int = 1

    def pack(self, value: bool) -> bytes:  # noqa: FBT001 - the value of a field, not a switch
        return bytes((value,))

    def unpack(self, data: bytes) -> bool:
        if data[0] > 1:
            raise ValueError(f"{data[0]} is neither yes nor no")
        return data == b"\1"


@dataclass(frozen=True, slots=True)
class Name:
    """Printable ASCII without spaces at the ends, so that padding and name cannot be confused."""

    size: int = NAME_MAX

    def pack(self, value: str) -> bytes:
        fits = 0 < len(value) <= self.size and value.isascii() and value.isprintable() and value == value.strip()
        if not fits:
            raise ValueError(f"{value!r} is not a name of 1 to {self.size} printable characters")
        return value.encode("ascii").ljust(self.size, b"\0")

    def unpack(self, data: bytes) -> str:
        name = data.rstrip(b"\0").decode("ascii")
        self.pack(name)
        return name


@dataclass(frozen=True, slots=True)
class Command:
    """The journal, then the number in it."""

    size: int = JOURNAL_BYTES + 8

    def pack(self, value: CommandId) -> bytes:
        return value.journal + value.number.to_bytes(8)

    def unpack(self, data: bytes) -> CommandId:
        return CommandId(journal=data[:JOURNAL_BYTES], number=int.from_bytes(data[JOURNAL_BYTES:]))


@dataclass(frozen=True, slots=True)
class Event:
    """The boot, then the number in it."""

    size: int = 8

    def pack(self, value: EventId) -> bytes:
        return value.boot.to_bytes(4) + value.number.to_bytes(4)

    def unpack(self, data: bytes) -> EventId:
        return EventId(boot=int.from_bytes(data[:4]), number=int.from_bytes(data[4:]))


DeviceMessage: TypeAlias = Identity | Attestation | Progress | CommandReport | Status | Load | Wear | KeptEvent

Message: TypeAlias = HostMessage | DeviceMessage


class WireError(ValueError):
    """A whole message that is not in the vocabulary: the peer is not what it should be; end the session."""


class Layout:
    """A kind of message and its fields, in the order in which they stand on the wire."""

    def __init__(self, kind: type[Message], **layout: Field) -> None:
        """Raises TypeError where the fields are not those of the kind, each once."""
        if set(layout) != {field.name for field in fields(kind)}:
            raise TypeError(f"{kind.__name__} is not made of {', '.join(layout) or 'nothing'}")
        self.kind = kind
        self._layout = layout
        self.size = 1 + sum(field.size for field in layout.values())

    def pack(self, message: Message) -> bytes:
        return b"".join(field.pack(getattr(message, name)) for name, field in self._layout.items())

    def unpack(self, data: bytes) -> Message:
        """Takes exactly as many bytes as `size` says, the tag among them. Raises ValueError."""
        if len(data) != self.size:
            raise ValueError(f"{len(data)} bytes instead of {self.size}")
        values: dict[str, Any] = {}
        at = 1
        for name, field in self._layout.items():
            values[name] = field.unpack(data[at : at + field.size])
            at += field.size
        return self.kind(**values)


COMMAND, EVENT, NAME, ORDER_NONCE = Command(), Event(), Name(), Raw(ORDER_NONCE_BYTES)

BACK, MODE, PLACE, REASON, VERDICT = Word(BACKS), Word(MODES), Word(PLACES), Word(REASONS), Word(VERDICTS)

BACK_OR_NONE, PLACE_OR_NONE = WordOrNone(BACKS), WordOrNone(PLACES)

U8, U16, U32 = Number(1), Number(2), Number(4)


LAYOUTS: Final[Mapping[Tag, Layout]] = {
    Tag.IDENTIFY: Layout(Identify),
    Tag.SHUFFLE: Layout(Shuffle, command=COMMAND, back=BACK, nonce=ORDER_NONCE),
    Tag.WHAT_BECAME: Layout(WhatBecame, command=COMMAND),
    Tag.EVENT_ACK: Layout(EventAck, event=EVENT),
    Tag.ATTEST: Layout(Attest, nonce=Raw(ATTEST_NONCE_BYTES)),
    Tag.GET_STATUS: Layout(GetStatus),
    Tag.CHECK_LOAD: Layout(CheckLoad),
    Tag.GET_WEAR: Layout(GetWear),
    Tag.SELF_TEST: Layout(SelfTest, command=COMMAND),
    Tag.DELIVER: Layout(Deliver, command=COMMAND),
    Tag.CLEAR: Layout(Clear, command=COMMAND),
    Tag.RECONCILE: Layout(Reconcile, command=COMMAND),
    Tag.IDENTITY: Layout(Identity, model=NAME, serial=NAME),
    Tag.PROGRESS: Layout(Progress, command=COMMAND, done=U8, of=U8),
    Tag.COMMAND_STATUS: Layout(CommandReport, command=COMMAND, status=Word(STATUSES)),
    Tag.ATTESTATION: Layout(Attestation, digest=Raw(32)),
    Tag.DECK_LOADED: Layout(DeckLoaded, event=EVENT, back=BACK),
    Tag.SHUFFLE_FINISHED: Layout(
        ShuffleFinished,
        event=EVENT,
        command=COMMAND,
        mode=MODE,
        counted=U8,
        back=BACK,
        duration_ms=U32,
        nonce=ORDER_NONCE,
    ),
    Tag.SHUFFLE_FAILED: Layout(ShuffleFailed, event=EVENT, command=COMMAND, reason=REASON),
    Tag.LID_OPENED: Layout(LidOpened, event=EVENT),
    Tag.LID_CLOSED: Layout(LidClosed, event=EVENT),
    Tag.JAMMED: Layout(Jammed, event=EVENT, place=PLACE),
    Tag.MODE_SWITCHED: Layout(ModeSwitched, event=EVENT, mode=MODE),
    Tag.RESTARTED: Layout(Restarted, event=EVENT),
    Tag.CLEARED: Layout(Cleared, event=EVENT, command=COMMAND, found=U8),
    Tag.DELIVERED: Layout(Delivered, event=EVENT, command=COMMAND, back=BACK, counted=U8),
    Tag.RECONCILED: Layout(Reconciled, event=EVENT, command=COMMAND, went_in=U16, came_out=U16, lying=U8, astray=U8),
    Tag.SELF_TESTED: Layout(
        SelfTested,
        event=EVENT,
        command=COMMAND,
        feed=VERDICT,
        camera=VERDICT,
        shelves=VERDICT,
        output=VERDICT,
        lid=VERDICT,
        memory=VERDICT,
    ),
    Tag.ACT_FAILED: Layout(ActFailed, event=EVENT, command=COMMAND, reason=REASON),
    Tag.STATUS: Layout(
        Status,
        activity=Word(ACTIVITIES),
        mode=MODE,
        lid_open=YesNo(),
        jam=PLACE_OR_NONE,
        feed=BACK_OR_NONE,
        shelf=BACK_OR_NONE,
        shelf_cards=U8,
        output=BACK_OR_NONE,
        output_cards=U8,
        astray=U8,
    ),
    Tag.LOAD: Layout(Load, back=BACK_OR_NONE, fill=Word(FILLS)),
    Tag.WEAR: Layout(Wear, cycles=U32, since_service=U32, service_every=U32, life=U32),
}

VOCABULARY: Final = Vocabulary.of(LAYOUTS)

"""Every message that is known here, of both ways; both ends say theirs as a session opens."""

_TAGS: Final = {layout.kind: tag for tag, layout in LAYOUTS.items()}


def tag_of(message: Message) -> Tag:
    """Say `in` a vocabulary of it before you say the message to whoever has that."""
    return _TAGS[type(message)]


def encode(message: Message) -> bytes:
    """Raises ValueError for a number or name that its field cannot hold."""
    tag = tag_of(message)
    try:
        return bytes((tag,)) + LAYOUTS[tag].pack(message)
    except OverflowError as error:
        raise ValueError(f"{message}: {error}") from error


def decode(data: bytes) -> Message:
    """Raises WireError for an unknown tag, another length than the one its tag has, or a value without a meaning."""
    try:
        return LAYOUTS[Tag(data[0])].unpack(data)
    except (IndexError, ValueError) as error:
        raise WireError(f"{data.hex()}: {error}") from error
