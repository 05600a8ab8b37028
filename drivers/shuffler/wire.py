"""Messages as bytes. PROTOCOL.md has the tables; the golden bytes in the tests are typed from those, not made here.

Each message has one length, each field one meaning, and no field holds a rank, a suit or a position in the deck: a
count of cards and the colour of their backs is all that this vocabulary can say about a deck.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeAlias

from drivers.link.vocabulary import Vocabulary
from drivers.shuffler.asked import (
    Attest,
    CheckLoad,
    Clear,
    CommandReport,
    Deliver,
    EventAck,
    GetStatus,
    GetWear,
    HostMessage,
    Identify,
    Order,
    Reconcile,
    SelfTest,
    Shuffle,
    WhatBecame,
)
from drivers.shuffler.attestation import ATTEST_NONCE_BYTES
from drivers.shuffler.codes import ACTIVITIES, BACKS, FILLS, MODES, PLACES, REASONS, STATUSES, VERDICTS, Tag
from drivers.shuffler.fields import Command, Event, Field, Name, Number, Raw, Word, WordOrNone, YesNo
from drivers.shuffler.told import (
    ActFailed,
    Attestation,
    Cleared,
    DeckLoaded,
    Delivered,
    Identity,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Load,
    ModeSwitched,
    Progress,
    Reconciled,
    Restarted,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Wear,
)
from drivers.shuffler.words import ORDER_NONCE_BYTES

__all__ = [
    "LAYOUTS",
    "VOCABULARY",
    "Attest",
    "CheckLoad",
    "Clear",
    "CommandReport",
    "Deliver",
    "DeviceMessage",
    "EventAck",
    "GetStatus",
    "GetWear",
    "HostMessage",
    "Identify",
    "Message",
    "Order",
    "Reconcile",
    "SelfTest",
    "Shuffle",
    "WhatBecame",
    "WireError",
    "decode",
    "encode",
]

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
