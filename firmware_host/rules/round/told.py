"""
A hand history's own order of dealing (I-16), where it is another than the seeds'.

Other programs let all discard before anybody draws, and go on dealing from muck, discards and burns when the stub ends,
also where seven-card stud has a common card (14.9(h)). Once it has ended they take from there whenever they like. Only
a round that is `as_told` may do so: no live table is one.
"""

from firmware_host.rules.acts import DealStreet
from firmware_host.rules.answers import Refusal
from firmware_host.rules.bodies import CardBurned, CardsDrawn, HandsDealt, Pile, StubShuffled
from firmware_host.rules.cards import mask
from firmware_host.rules.game import Street
from firmware_host.rules.record import HIDDEN, Seat
from firmware_host.rules.round.cards_out import refused
from firmware_host.rules.round.drafts import RoundDraft, draft
from firmware_host.rules.round.seated import stranger
from firmware_host.rules.round.state import Phase, Round

AS_TOLD = ("I-16",)
Named = dict[Seat, tuple[str, ...]]


def waits_for_draws(round_: Round) -> bool:
    """Return whether all have discarded and some have still to get their new cards."""
    return round_.as_told and round_.phase is Phase.DRAWING and round_.to_act is None


def deal_draws(round_: Round, act: DealStreet) -> tuple[RoundDraft, ...] | Refusal:
    """Deal the new cards of everybody who has discarded, one player after the other."""
    named: Named = {hand.seat: hand.cards for hand in act.hands}
    out = stranger(round_, named)
    if out:
        return out
    drafts: list[RoundDraft] = []
    stub, pile = round_.stub, round_.discards + round_.burns
    for player in round_.live:
        seat, due = player.seat, round_.owed(player)
        cards = named.get(seat, (HIDDEN,) * due)
        if len(cards) != due:
            return refused(round_.on, f"seat {seat} is due {due} cards, not {len(cards)}")
        if due > stub or (round_.ended and pile and mask(cards) & round_.thrown):
            first = cards[:stub] if due > stub else ()
            drafts += [_drawn(round_, seat, first)] if first else []
            drafts.append(_shuffled(round_, pile))
            stub, pile, cards = stub - len(first) + pile, 0, cards[len(first) :]
        if len(cards) > stub:
            return refused(round_.on, "no deck has so many cards")
        drafts += [_drawn(round_, seat, cards)] if cards else []
        stub -= len(cards)
    return tuple(drafts)


def deals_on(round_: Round, street: Street, seats: tuple[Seat, ...], named: Named) -> tuple[RoundDraft, ...]:
    """Deal the stub out, shuffle muck and burns, and go on with the next player."""
    burned = (draft(CardBurned(street=street.name), street.deal_paragraphs),) if round_.stub else ()
    first = max(0, round_.stub - 1)
    before = (_hands(street, seats[:first], named),) if first else ()
    pile = round_.discards + round_.burns + len(burned)
    return (*burned, *before, _shuffled(round_, pile), _hands(street, seats[first:], named))


def enough_to_deal_on(round_: Round, seats: tuple[Seat, ...]) -> bool:
    """Return whether stub, muck and burns have a card for each."""
    return round_.stub + round_.discards + round_.burns >= len(seats)


def _drawn(round_: Round, seat: Seat, cards: tuple[str, ...]) -> RoundDraft:
    return draft(CardsDrawn(seat=seat, cards=cards), (*round_.on.deal_paragraphs, *AS_TOLD))


def _shuffled(round_: Round, cards: int) -> RoundDraft:
    return draft(StubShuffled(pile=Pile.MUCK_AND_BURNS, cards=cards), (*round_.rules.stub_paragraphs, *AS_TOLD))


def _hands(street: Street, seats: tuple[Seat, ...], named: Named) -> RoundDraft:
    cards = tuple([named[seat] for seat in seats])
    dealt = HandsDealt(street=street.name, seats=seats, down=street.down, up=street.up, cards=cards)
    return draft(dealt, (*street.deal_paragraphs, *AS_TOLD))
