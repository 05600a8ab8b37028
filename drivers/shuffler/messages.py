"""
Encodes and decodes messages, and knows which of them a device has to support.

Some messages are mandatory, some come in groups, the others are optional. Without IDENTIFY to SHUFFLE_FAILED there is
no shuffle; without DECK_LOADED no deck is announced; without the comparison of cards and STATUS a table could never
trust the machine again after a lost link.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from drivers.link.crypto import Vocabulary
from drivers.shuffler.device_messages import (
    ActFailed,
    Attestation,
    Cleared,
    CommandReport,
    DeckLoaded,
    Delivered,
    DeviceMessage,
    Identity,
    Jammed,
    KeptEvent,
    LidClosed,
    LidOpened,
    Load,
    Reconciled,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Status,
    Wear,
)
from drivers.shuffler.fields import CommandId, CommandIdField, EventId, EventIdField
from drivers.shuffler.host_messages import (
    Attest,
    CheckLoad,
    Clear,
    Deliver,
    EventAck,
    GetStatus,
    GetWear,
    HostMessage,
    Identify,
    Reconcile,
    SelfTest,
    Shuffle,
    WhatBecame,
)
from drivers.shuffler.layout import LAYOUTS, tag_of

Message: TypeAlias = HostMessage | DeviceMessage

EVENT_END: Final = 1 + EventIdField().size
"""Where an event's own number ends, behind its tag."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UnreadableEvent:
    """
    A kept event with a value or a length that PROTOCOL.md does not allow; the session goes on.

    `what` is its name by its tag, `command` the order it is about, `digest` 16 hex digits of the SHA-256 of its bytes.
    """

    event: EventId
    what: str
    length: int
    digest: str
    command: CommandId | None = None


VOCABULARY: Final = Vocabulary.of(LAYOUTS)
"""Every message of both directions; both ends exchange their vocabularies as a session opens."""

MANDATORY: Final[tuple[type[Message], ...]] = (
    Identify,
    Shuffle,
    WhatBecame,
    EventAck,
    GetStatus,
    Reconcile,
    Identity,
    CommandReport,
    Status,
    DeckLoaded,
    ShuffleFinished,
    ShuffleFailed,
    Reconciled,
    ActFailed,
)

MANDATORY_VOCABULARY: Final = Vocabulary.of(map(tag_of, MANDATORY))

TOGETHER: Final[tuple[tuple[type[Message], ...], ...]] = (
    (Attest, Attestation),
    (CheckLoad, Load),
    (GetWear, Wear),
    (SelfTest, SelfTested),
    (Deliver, Delivered),
    (Clear, Cleared, Jammed),
    (LidOpened, LidClosed),
)
"""Groups that a device supports as a whole or not at all."""


class WireError(ValueError):
    """
    A whole message that PROTOCOL.md does not allow. The peer is not what it should be; end the session.

    Its text never repeats bytes that the peer chose: an alert with them would be a channel out.
    """


def fingerprint(data: bytes) -> str:
    """Return length and digest: enough to find the message in a trace, and no byte that the peer chose."""
    return f"{len(data)} bytes, SHA-256 {digest_of(data)}"


def digest_of(data: bytes) -> str:
    """Return the first 16 hex digits of the SHA-256 of these bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


def encode(message: Message) -> bytes:
    """Encode a message. Raises ValueError for a number or name that its field cannot hold."""
    tag = tag_of(type(message))
    try:
        return bytes((tag,)) + LAYOUTS[tag].pack(message)
    except OverflowError as error:
        raise ValueError(f"{message}: {error}") from error


def decode(data: bytes) -> Message:
    """Decode a message. Raises WireError for an unknown tag, a wrong length, or a value without a meaning."""
    layout = LAYOUTS.get(data[0]) if data else None
    if layout is None:
        raise WireError(f"it has an unknown tag ({fingerprint(data)})")
    try:
        message: Message = layout.unpack(data)
    except ValueError:
        wrong = "a value" if len(data) == layout.size else "a length"
        say = f"its {layout.tag.name} has {wrong} that PROTOCOL.md does not allow ({fingerprint(data)})"
        raise WireError(say) from None
    return message


def unreadable(data: bytes) -> UnreadableEvent | None:
    """
    Return what is known of a kept event that `decode` refuses; None for any other message.

    The host has to acknowledge such an event. Otherwise the device sends it again in every session, and no session
    would last.
    """
    layout = LAYOUTS.get(data[0]) if data else None
    if layout is None or not issubclass(layout.kind, KeptEvent.__args__) or len(data) < EVENT_END:
        return None
    names = [field.name for field in fields(layout.kind)]
    has_command = len(names) > 1 and names[1] == "command" and len(data) >= EVENT_END + CommandIdField().size
    return UnreadableEvent(
        event=EventIdField().unpack(data[1:EVENT_END]),
        what=layout.tag.name,
        length=len(data),
        digest=digest_of(data),
        command=CommandIdField().unpack(data[EVENT_END : EVENT_END + CommandIdField().size]) if has_command else None,
    )


def as_unreadable(event: KeptEvent) -> UnreadableEvent:
    """Return an event as unreadable, because it must not be believed although its bytes can be decoded."""
    told = unreadable(encode(event))
    if told is None:
        raise TypeError(event)
    return told


def knows(vocabulary: Vocabulary, kind: type[Message]) -> bool:
    """Return whether a peer with this vocabulary knows this kind of message."""
    return tag_of(kind) in vocabulary


def lacking(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield what a device with this vocabulary lacks for a host."""
    missing = [tag_of(kind).name for kind in MANDATORY if not knows(vocabulary, kind)]
    if missing:
        yield f"it does not know the messages {', '.join(missing)}, which a shuffle needs"
    yield from halves(vocabulary)


def halves(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the groups of messages that this vocabulary contains only in part."""
    for group in TOGETHER:
        known = [tag_of(kind).name for kind in group if knows(vocabulary, kind)]
        if known and len(known) < len(group):
            missing = [tag_of(kind).name for kind in group if not knows(vocabulary, kind)]
            yield f"it knows the messages {', '.join(known)} but not {', '.join(missing)}, which belong to them"
