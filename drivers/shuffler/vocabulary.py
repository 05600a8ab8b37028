"""Which messages a device has to know: some always, some because it knows another. All else it may leave out.

Without IDENTIFY to SHUFFLE_FAILED there is no shuffle; without DECK_LOADED nobody says that a deck is inside; and
without the comparison of cards in and out, or the machine's standing, a table never trusts it again once it was away.
"""

from collections.abc import Iterator
from typing import Final

from drivers.link.crypto import Vocabulary
from drivers.shuffler.layout import Tag

MANDATORY: Final = (
    Tag.IDENTIFY,
    Tag.SHUFFLE,
    Tag.WHAT_BECAME,
    Tag.EVENT_ACK,
    Tag.GET_STATUS,
    Tag.RECONCILE,
    Tag.IDENTITY,
    Tag.COMMAND_STATUS,
    Tag.STATUS,
    Tag.DECK_LOADED,
    Tag.SHUFFLE_FINISHED,
    Tag.SHUFFLE_FAILED,
    Tag.RECONCILED,
    Tag.ACT_FAILED,
)

TOGETHER: Final = (
    (Tag.ATTEST, Tag.ATTESTATION),
    (Tag.CHECK_LOAD, Tag.LOAD),
    (Tag.GET_WEAR, Tag.WEAR),
    (Tag.SELF_TEST, Tag.SELF_TESTED),
    (Tag.DELIVER, Tag.DELIVERED),
    (Tag.CLEAR, Tag.CLEARED, Tag.JAMMED),
    (Tag.LID_OPENED, Tag.LID_CLOSED),
)

"""All of them or none: a question without its answer is never over, nor is a jam that nothing clears."""


def lacking(vocabulary: Vocabulary) -> Iterator[str]:
    """Says what is missing without which a host cannot work with whoever has this vocabulary."""
    missing = [tag.name for tag in MANDATORY if tag not in vocabulary]
    if missing:
        yield f"it does not know {', '.join(missing)}, without which there is no shuffle"
    yield from halves(vocabulary)


def halves(vocabulary: Vocabulary) -> Iterator[str]:
    """Says which messages are there without those that belong to them."""
    for group in TOGETHER:
        known = [tag.name for tag in group if tag in vocabulary]
        if known and len(known) < len(group):
            missing = [tag.name for tag in group if tag not in vocabulary]
            yield f"it knows {', '.join(known)} and not {', '.join(missing)}, and they belong together"
