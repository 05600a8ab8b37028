"""Dealing: what is dealt next, and what each game does when the stub runs out."""

from typing import assert_never

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Refusal, draft, refuse
from firmware_host.rules.game import Street, StubEnds
from firmware_host.rules.round.card_tracking import dealt_twice, refused
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round.round_state import Phase, Round, RoundDraft, stranger
from firmware_host.rules.round.super_seven import not_named, thrown_unseen
from firmware_host.rules.round_acts import DealStreet
from firmware_host.rules.round_facts import (
    BettingCompleted,
    CardBurned,
    CommunityDealt,
    DrawOpened,
    HandsDealt,
    Pile,
    ShowdownBegan,
    StubShuffled,
)
from firmware_host.rules.struct import HIDDEN, Seat

BURNS = "14.6(e)3"

Named = dict[Seat, tuple[str, ...]]


def betting_over(round_: Round) -> tuple[RoundDraft, ...]:
    """End the betting round."""
    return (draft(BettingCompleted(street=round_.street), *round_.on.betting_paragraphs),)


def street_due(round_: Round) -> Street | None:
    """Return the street that is dealt next; the first one if no card has been dealt."""
    return round_.on if round_.stub == DECK else round_.following


def deal_street(round_: Round, act: DealStreet) -> tuple[RoundDraft, ...] | Refusal:
    """Deal the street that is due, with the cards shown; full level."""
    street = street_due(round_)
    if round_.phase is not Phase.DEALING or street is None:
        return _not_now()
    named = {hand.seat: hand.cards for hand in act.hands}
    if len(named) < len(act.hands):
        return refused(street, "one seat is dealt cards twice")
    wrong = _wrong_cards(round_, street, named, act.board) or not_named(round_)
    if wrong:
        return wrong
    drafts = deal(round_, street, named, act.board)
    return dealt_twice(round_, drafts, street) or drafts


def deal(round_: Round, street: Street, named: Named, board: tuple[str, ...]) -> tuple[RoundDraft, ...]:
    """Return the facts of one street's deal, burn first; unseen Super Seven discards come before it."""
    late = thrown_unseen(round_)
    if late:
        return (*late, *deal(fold(round_, late), street, named, board))
    if street.draw:
        later = not round_.stub
        opened = draft(DrawOpened(street=street.name, burn_later=later), *street.deal_paragraphs)
        return (opened,) if later else (*_burn(street), opened)
    if street.board:
        cards = board or (HIDDEN,) * street.board
        dealt = draft(CommunityDealt(street=street.name, cards=cards), *street.deal_paragraphs)
        return (*_burn(street), dealt)
    seats = tuple([player.seat for player in round_.live])
    needed = (street.down + street.up) * len(seats)
    if needed + street.burn <= round_.stub:
        return (*_burn(street), _hands(street, seats, named))
    return _stub_ends(round_, street, seats, named, board)


def after_deal(round_: Round) -> tuple[RoundDraft, ...]:
    """Go to the showdown if no betting is possible and nothing is left to deal."""
    if round_.phase is Phase.DEALING and round_.following is None:
        return (draft(ShowdownBegan(), *round_.rules.showdown_paragraphs),)
    return ()


def _burn(street: Street) -> tuple[RoundDraft, ...]:
    if not street.burn:
        return ()
    return (draft(CardBurned(street=street.name), *street.deal_paragraphs, BURNS),)


def _hands(street: Street, seats: tuple[Seat, ...], named: Named) -> RoundDraft:
    each = street.down + street.up
    hidden = (HIDDEN,) * each
    cards = tuple([named.get(seat, hidden) for seat in seats]) if named else ()
    dealt = HandsDealt(street=street.name, seats=seats, down=street.down, up=street.up, cards=cards)
    return draft(dealt, *street.deal_paragraphs)


def _stub_ends(
    round_: Round, street: Street, seats: tuple[Seat, ...], named: Named, board: tuple[str, ...]
) -> tuple[RoundDraft, ...]:
    match round_.rules.stub_ends:
        case StubEnds.COMMON_CARD:
            return _common_card(round_, street, board)
        case StubEnds.SHUFFLE_MUCK_AND_BURNS:
            return _muck_shuffled(round_, street, seats, named)
        case StubEnds.NEVER | StubEnds.SHUFFLE_DISCARDS | StubEnds.SHUFFLE_OTHERS_DISCARDS:
            # Fewer folds were entered than made: deal to as many players as there are cards.
            return (*_burn(street), _hands(street, seats[: max(0, round_.stub - street.burn)], named))
        case _:
            assert_never(round_.rules.stub_ends)


def _common_card(round_: Round, street: Street, board: tuple[str, ...]) -> tuple[RoundDraft, ...]:
    """Burn one and deal one face up for all; if at most one card is left, shuffle the burns in first (14.9(h))."""
    paragraphs = round_.rules.stub_paragraphs
    shuffled: tuple[RoundDraft, ...] = ()
    if round_.stub <= 1:
        shuffled = (draft(StubShuffled(pile=Pile.BURNS, cards=round_.burns), *paragraphs, "I-19"),)
    return (
        *shuffled,
        draft(CardBurned(street=street.name), *paragraphs, BURNS),
        draft(CommunityDealt(street=street.name, cards=board or (HIDDEN,)), *paragraphs),
    )


def _muck_shuffled(round_: Round, street: Street, seats: tuple[Seat, ...], named: Named) -> tuple[RoundDraft, ...]:
    """Deal out the stub, shuffle muck and burns, burn one and continue with the next player (14.9B(h))."""
    paragraphs = (*round_.rules.stub_paragraphs, "I-19")
    before: tuple[RoundDraft, ...] = ()
    first, burns = 0, round_.burns
    if round_.stub:
        first, burns = round_.stub - 1, burns + 1
        before = _burn(street)
    if first:
        before = (*before, _hands(street, seats[:first], named))
    return (
        *before,
        draft(StubShuffled(pile=Pile.MUCK_AND_BURNS, cards=round_.discards + burns), *paragraphs),
        draft(CardBurned(street=street.name), *paragraphs, BURNS),
        _hands(street, seats[first:], named),
    )


def say_due(round_: Round, street: Street) -> str:
    """Return the prompt for the deal; a common card if the stub is too short (14.6(e)2)."""
    if not common_card_due(round_, street):
        return street.say
    first = "shuffle the burn cards with the stub, " if round_.stub <= 1 else ""
    return f"{first}burn one, deal one common card face up for all"


def common_card_due(round_: Round, street: Street) -> bool:
    """Return whether the stub is too short for a card each, so that one common card is dealt instead."""
    if street.board or street.draw or round_.rules.stub_ends is not StubEnds.COMMON_CARD:
        return False
    return (street.down + street.up) * len(round_.live) + street.burn > round_.stub


def _wrong_cards(round_: Round, street: Street, named: Named, board: tuple[str, ...]) -> Refusal | None:
    each, middle = (0, 1) if common_card_due(round_, street) else (street.down + street.up, street.board)
    if named and (out := stranger(round_, named)):
        return out
    for seat, cards in named.items():
        if len(cards) != each:
            return refused(street, f"seat {seat} is due {each} cards, not {len(cards)}")
    if len(board) != middle and (middle or board):
        return refused(street, f"{middle} community cards are due, not {len(board)}")
    if HIDDEN in board:
        return refused(street, "a community card was not named")
    return None


def _not_now() -> Refusal:
    return refuse("no cards are due now", "wait for the end of the betting round", "14.6(c)")


def after_betting(round_: Round) -> tuple[RoundDraft, ...]:
    """
    Return what follows the betting at the procedure level: the next deal, or the showdown.

    Folds need not be entered there, so a stub that looks too short may be enough: the dealer burns as ever, and as many
    hands are dealt as it seems to have cards for.
    """
    following = round_.following
    if following is None:
        return (draft(ShowdownBegan(), *round_.rules.showdown_paragraphs),)
    if not may_be_short(round_, following):
        return deal(round_, following, {}, ())
    late = thrown_unseen(round_)
    if late:
        return (*late, *after_betting(fold(round_, late)))
    burn = _burn(following)
    room = max(0, round_.stub - len(burn)) // (following.down + following.up)
    return (*burn, _hands(following, round_.seats_in[:room], {}))


def after_betting_on_a_short_stub(round_: Round) -> tuple[RoundDraft, ...]:
    """Return the deal by the game's rule for a short stub, after the dealer reported one."""
    following = round_.following
    if following is None:
        return ()
    late = thrown_unseen(round_)
    if late:
        return (*late, *after_betting_on_a_short_stub(fold(round_, late)))
    return _stub_ends(round_, following, round_.seats_in, {}, ())


def may_be_short(round_: Round, street: Street) -> bool:
    """Return whether the stub is too short for all players who are not known to have folded."""
    needed = (street.down + street.up) * len(round_.live)
    return needed > 0 and needed + street.burn > round_.stub


def can_be_told_short(round_: Round) -> bool:
    """Return whether the dealer may report a short stub: only if the game has a rule for it."""
    following = round_.following
    known = round_.rules.stub_ends in (StubEnds.COMMON_CARD, StubEnds.SHUFFLE_MUCK_AND_BURNS)
    return known and following is not None and may_be_short(round_, following)
