"""
Where all 52 cards of a practice round lie, also those face down, so that every hand turned up was really held.

The table learns a card only when the dealer enters it. Here each player has real cards from the deal on. If the learner
enters another card than the one that lay there, the record counts: that card changes places with the real one.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec import field
from msgspec.structs import replace

from firmware_host.rules.cards import BIT
from firmware_host.rules.game import Street
from firmware_host.rules.round import Round
from firmware_host.rules.round_facts import (
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    PlayerFolded,
    RoundBody,
)
from firmware_host.rules.struct import HIDDEN, Record, Seat

Held = Mapping[Seat, tuple[str, ...]]


class Cards(Record, frozen=True, kw_only=True):
    """The deck in its shuffled order, and what lies where."""

    order: tuple[str, ...]
    down: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    up: dict[Seat, tuple[str, ...]] = field(default_factory=dict)
    board: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Discards and mucked hands."""

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the whole hand, the cards face down first."""
        return (*self.down.get(seat, ()), *self.up.get(seat, ()))


def shuffled(chance: random.Random) -> Cards:
    """Return a shuffled deck."""
    order = list(BIT)
    chance.shuffle(order)
    return Cards(order=tuple(order))


def coming(cards: Cards, round_: Round) -> Iterator[str]:
    """Yield the cards from the top of the stub; then those that a reshuffle brings back."""
    lying = {*cards.board, *(card for held in (cards.down, cards.up) for hand in held.values() for card in hand)}
    free = [card for card in cards.order if card not in lying and not round_.known & BIT[card]]
    yield from (card for card in free if card not in cards.gone)
    yield from (card for card in free if card in cards.gone)


def up_cards_due(cards: Cards, round_: Round, street: Street) -> dict[Seat, tuple[str, ...]]:
    """Return the up-cards that each player is about to get."""
    dealt = _dealt(coming(cards, round_), round_.seats_in, street.down, street.up)
    return {seat: up for seat, (_, up) in dealt.items()}


def followed(cards: Cards, body: RoundBody, before: Round) -> Cards:
    """Return where the cards lie after this fact of the round."""
    match body:
        case HandsDealt():
            return _hands_dealt(cards, body, before)
        case CommunityDealt(cards=named):
            entered = _entered(cards, named, before)
            return replace(entered, board=(*entered.board, *_real(named, coming(entered, before))))
        case PlayerFolded(seat=seat) | HandMucked(seat=seat) | HandFouled(seat=seat):
            return replace(
                cards,
                down=_without(cards.down, seat),
                up=_without(cards.up, seat),
                gone=(*cards.gone, *cards.hand(seat)),
            )
        case CardsDiscarded(seat=seat, cards=named) | DownCardsDiscarded(seat=seat, cards=named):
            thrown = to_throw(cards, seat, named)
            kept = tuple(card for card in cards.down.get(seat, ()) if card not in thrown)
            return replace(cards, down={**cards.down, seat: kept}, gone=(*cards.gone, *thrown))
        case CardsDrawn(seat=seat, cards=named):
            entered = _entered(cards, named, before)
            drawn = _real(named, coming(entered, before))
            return replace(entered, down={**entered.down, seat: (*entered.down.get(seat, ()), *drawn)})
        case HandShown(seat=seat, cards=shown):
            entered = _entered(cards, tuple(card for card in shown if card not in cards.hand(seat)), before)
            up = entered.up.get(seat, ())
            down = tuple(card for card in shown if card not in up)
            return replace(entered, down={**entered.down, seat: down})
        case _:
            return cards


def fitted(cards: Cards, round_: Round) -> Cards:
    """Return the cards as the table's round has them, where both differ after a correction."""
    live = {player.seat: player for player in round_.live}
    loose = replace(cards, down={}, up={}, board=())
    pool = coming(loose, round_)
    board = _fit(cards.board, round_.board, pool)
    up = {seat: _fit(cards.up.get(seat, ()), player.up, pool) for seat, player in live.items()}
    taken = {*board, *(card for hand in up.values() for card in hand)}
    down = {}
    for seat, player in live.items():
        own = tuple(card for card in cards.down.get(seat, ()) if card not in taken)
        fresh = (card for card in pool if card not in taken and not _lies(cards, card))
        down[seat] = _fit(own, player.down, fresh)
        taken.update(down[seat])
    return replace(cards, down=down, up=up, board=board)


def fits(cards: Cards, round_: Round) -> bool:
    """Return whether every card that the table knows lies where the table has it, and all hands have their size."""
    return _same(cards.board, round_.board) and all(
        _same(cards.up.get(player.seat, ()), player.up) and _same(cards.down.get(player.seat, ()), player.down)
        for player in round_.live
    )


def to_throw(cards: Cards, seat: Seat, named: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that a player throws away: those named, for hidden ones the first that are held."""
    held = list(cards.down.get(seat, ()))
    thrown = [card for card in named if card in held]
    rest = [card for card in held if card not in thrown]
    return (*thrown, *rest[: len(named) - len(thrown)])


def _hands_dealt(cards: Cards, body: HandsDealt, before: Round) -> Cards:
    named = tuple(card for hand in body.cards for card in hand)
    entered = _entered(cards, named, before)
    hands = dict(zip(body.seats, body.cards, strict=True)) if body.cards else {}
    dealt = _dealt(coming(cards, before), body.seats, body.down, body.up)
    reserved = {card for down, up in dealt.values() for card in (*down, *up)} | set(named)
    spare = (card for card in coming(entered, before) if card not in reserved)
    given: set[str] = set()
    down, up = dict(entered.down), dict(entered.up)
    for seat, (hidden, shown) in dealt.items():
        entry = hands.get(seat, (HIDDEN,) * (body.down + body.up))
        real = [card if card != HIDDEN else own for card, own in zip(entry, (*hidden, *shown), strict=True)]
        for at, card in enumerate(real):
            doubled = card in given or (entry[at] == HIDDEN and card in named)
            real[at] = next(spare) if doubled else card
            given.add(real[at])
        down[seat] = (*down.get(seat, ()), *real[: body.down])
        up[seat] = (*up.get(seat, ()), *real[body.down :])
    return replace(entered, down=down, up=up)


def _dealt(
    pool: Iterator[str], seats: Sequence[Seat], down: int, up: int
) -> dict[Seat, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {seat: (tuple(next(pool) for _ in range(down)), tuple(next(pool) for _ in range(up))) for seat in seats}


def _real(named: Sequence[str], pool: Iterator[str]) -> tuple[str, ...]:
    left = (card for card in pool if card not in named)
    return tuple(card if card != HIDDEN else next(left) for card in named)


def _entered(cards: Cards, named: Sequence[str], before: Round) -> Cards:
    """Take an entered card out of the hand in which it really lay; that player gets another one."""
    wrong = {card for card in named if card != HIDDEN and any(card in hand for hand in cards.down.values())}
    if not wrong:
        return cards
    pool = (card for card in coming(cards, before) if card not in named)
    down = {seat: tuple(next(pool) if card in wrong else card for card in hand) for seat, hand in cards.down.items()}
    return replace(cards, down=down)


def _fit(own: Sequence[str], known: Sequence[str], pool: Iterator[str]) -> tuple[str, ...]:
    left = iter([card for card in own if card not in known])
    return tuple(card if card != HIDDEN else next(left, None) or next(pool) for card in known)


def _same(own: Sequence[str], known: Sequence[str]) -> bool:
    return len(own) == len(known) and {card for card in known if card != HIDDEN} <= set(own)


def _lies(cards: Cards, card: str) -> bool:
    return any(card in hand for hand in cards.down.values())


def _without(held: Held, seat: Seat) -> dict[Seat, tuple[str, ...]]:
    return {each: hand for each, hand in held.items() if each != seat}
