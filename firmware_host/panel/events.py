"""A recorded fact as the dealer's page shows it: its sentence, without cards that lie face down."""

from msgspec.structs import replace

from firmware_host.panel.dealer_view import Event
from firmware_host.rules.round_facts import CardsDiscarded, CardsDrawn, DownCardsDiscarded, HandsDealt, StubShuffled
from firmware_host.rules.struct import HIDDEN
from firmware_host.table.facts.fact import Body, Fact


def event(fact: Fact) -> Event:
    """Return the fact as an event."""
    return Event(
        number=fact.number,
        wall_ms=fact.at.wall_ms,
        say=as_seen(fact.body).sentence(),
        paragraphs=fact.paragraphs,
    )


def as_seen(body: Body) -> Body:
    """Return the body as those at the table saw it: cards in hand, in a draw and in the discards lie face down."""
    match body:
        case HandsDealt(down=down):
            shown = tuple((*_hidden(hand[:down]), *hand[down:]) for hand in body.cards)
            return replace(body, cards=shown)
        case DownCardsDiscarded() | CardsDiscarded() | CardsDrawn():
            return replace(body, cards=_hidden(body.cards))
        case StubShuffled():
            return replace(body, kept=_hidden(body.kept))
        case _:
            return body


def _hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (HIDDEN,) * len(cards)
