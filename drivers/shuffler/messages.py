"""
Messages to bytes and back, and which of them a device has to know.

Some messages a device has to know always, some because it knows another; all else it may leave out. Without IDENTIFY to
SHUFFLE_FAILED there is no shuffle; without DECK_LOADED nobody says that a deck is inside; and without the comparison of
cards in and out, or the machine's standing, a table never trusts it again once it was away.
"""

from collections.abc import Iterator
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

VOCABULARY: Final = Vocabulary.of(LAYOUTS)
"""Every message that is known here, of both ways; both ends say theirs as a session opens."""

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
"""All of them or none: a question without its answer is never over, nor is a jam that nothing clears."""


class WireError(ValueError):
    """A whole message that is not in the vocabulary: the peer is not what it should be; end the session."""


def encode(message: Message) -> bytes:
    """Raises ValueError for a number or name that its field cannot hold."""
    tag = tag_of(type(message))
    try:
        return bytes((tag,)) + LAYOUTS[tag].pack(message)
    except OverflowError as error:
        raise ValueError(f"{message}: {error}") from error


def decode(data: bytes) -> Message:
    """Raises WireError for an unknown tag, another length than the one its tag has, or a value without a meaning."""
    layout = LAYOUTS.get(data[0]) if data else None
    if layout is None:
        raise WireError(f"{data.hex()}: no message has this tag")
    try:
        message: Message = layout.unpack(data)
    except ValueError as error:
        raise WireError(f"{data.hex()}: {error}") from error
    return message


def knows(vocabulary: Vocabulary, kind: type[Message]) -> bool:
    """Whether a peer with this vocabulary may be sent such a message, or sends it."""
    return tag_of(kind) in vocabulary


def lacking(vocabulary: Vocabulary) -> Iterator[str]:
    """Says what is missing without which a host cannot work with a device of this vocabulary."""
    missing = [tag_of(kind).name for kind in MANDATORY if not knows(vocabulary, kind)]
    if missing:
        yield f"it does not know {', '.join(missing)}, without which there is no shuffle"
    yield from halves(vocabulary)


def halves(vocabulary: Vocabulary) -> Iterator[str]:
    """Says which messages are there without those that belong to them."""
    for group in TOGETHER:
        known = [tag_of(kind).name for kind in group if knows(vocabulary, kind)]
        if known and len(known) < len(group):
            missing = [tag_of(kind).name for kind in group if not knows(vocabulary, kind)]
            yield f"it knows {', '.join(known)} and not {', '.join(missing)}, and they belong together"
