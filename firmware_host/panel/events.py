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
            shown = tuple((*face_down(hand[:down]), *hand[down:]) for hand in body.cards)
            return replace(body, cards=shown)
        case DownCardsDiscarded() | CardsDiscarded() | CardsDrawn():
            return replace(body, cards=face_down(body.cards))
        case StubShuffled():
            return replace(body, kept=face_down(body.kept))
        case _:
            return body


def face_down(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return as many hidden cards."""
    return (HIDDEN,) * len(cards)
