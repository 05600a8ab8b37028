"""A wrong count in words: of all the cards of a deck nobody says that the deck's deck was counted."""

from collections.abc import Collection

from firmware_host.table.decks.deck import Back, Counted

ALL = "all its cards"


def of_deck(what: Counted, back: Back) -> str:
    """Say what of which deck was counted wrong, to begin a sentence with."""
    named = f"All the cards of the {back} deck" if what is Counted.DECK else f"The {what} of the {back} deck"
    return f"{named} {_were(what)} counted wrong"


def this_time(what: Counted) -> str:
    """Say what was counted wrong of a deck that is spoken of already."""
    return f"{ALL if what is Counted.DECK else f'the {what}'} {_were(what)} counted wrong"


def wrongly(whats: Collection[Counted]) -> str:
    """Say all of a deck that was counted wrong and not counted right since."""
    (first, *more) = whats
    return f"{parts(whats)} {'were' if more else _were(first)} counted wrong"


def parts(whats: Collection[Counted]) -> str:
    """Name what of a deck was counted."""
    return " and ".join(ALL if what is Counted.DECK else f"its {what}" for what in whats)


def _were(what: Counted) -> str:
    return "was" if what is Counted.STUB else "were"
