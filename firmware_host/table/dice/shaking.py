"""Shaking: by the dealer, by whoever has the right, and back before the dealer (13.5(d)2, 13.5(e), I-1)."""

from firmware_host.rules import offers
from firmware_host.rules.answers import Refusal
from firmware_host.rules.record import Paragraphs, Seat
from firmware_host.rules.shaker import Moment, Shaker
from firmware_host.table.dice.bodies import (
    CoverPutOn,
    CoverTakenOff,
    DiceShaken,
    ShakerAccepted,
    ShakerKept,
    ShakerOffered,
    ShakerReturned,
    Word,
)
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.dice.facts import CYCLE, draft, not_now
from firmware_host.table.dice.state import DiceState
from firmware_host.table.drafts import Decision, Drafts
from firmware_host.table.state import TableState

FOR_THE_PLAYERS: Paragraphs = ("13.5(d)2", "13.7(b)")


def put_cover_on(dice: DiceState, word: Word | None) -> Decision:
    """Cover the dice again on somebody's word, once nobody is waiting for payment (13.5(f))."""
    match dice.shaker.moment:
        case Moment.COVERING:
            return unseen("the cover on the shaker") if word is None else (draft(CoverPutOn(word=word), CYCLE),)
        case Moment.COLLECTING | Moment.PAYING:
            return not_now(
                "the shaker stays uncovered until the last winner is paid", "paying all winners first", "13.5(f)"
            )
        case _:
            return not_now("the cover is not to be put on now", "calling no more bets", CYCLE)


def complete_dealer_shake(state: TableState, dice: DiceState, terms: DiceConfig, word: Word | None) -> Decision:
    """Close the dealer's own shake and say where the shaker goes (I-1, 13.7)."""
    shaker = dice.shaker
    if shaker.moment is not Moment.DEALER_SHAKES:
        return not_now("it is not the dealer's shake now", "putting the cover on after no more bets", CYCLE)
    shaken = _shaken(shaker, None, terms, word, CYCLE)
    return shaken if isinstance(shaken, Refusal) else (*shaken, *goes_to(state, shaker))


def goes_to(state: TableState, shaker: Shaker, after: Seat | None = None) -> Drafts:
    """Return to whom the shaker goes when the dealer has shaken, or when the player `after` did not take it."""
    right = shaker.right
    if after is None and not offers.must_offer(right, state.seats):
        return (draft(ShakerKept(seat=right.holder), "13.7(a)" if right.holder else "13.7(a)2"),)
    seat = offers.next_offer(right, state.seats, after)
    if seat is None:
        return (draft(ShakerAccepted(seat=None), *FOR_THE_PLAYERS),)
    again = () if right.passed else ("13.7(a)2",)
    return (draft(ShakerOffered(seat=seat), *again, "13.7(b)", "I-15"),)


def uncover(dice: DiceState, terms: DiceConfig, word: Word | None) -> Decision:
    """Take the cover off in front of the dealer, on somebody's word for all that no sensor has told (13.5(e))."""
    shaker = dice.shaker
    if shaker.moment is not Moment.SHOOTER_SHAKES:
        return not_now(
            "the shaker is not to be uncovered now", "the shake of the one who has the right to it", "13.5(e)"
        )
    shaken = _shaken(shaker, shaker.hand, terms, word, "13.5(d)2" if shaker.right.holder is None else CYCLE)
    if isinstance(shaken, Refusal):
        return shaken
    if word is None:
        waiting = "the cover off it" if shaker.hand is None else "the shaker in its place in front of the dealer"
        return unseen(waiting, "13.5(e)")
    back = () if shaker.hand is None else (draft(ShakerReturned(seat=shaker.hand, word=word), "13.5(e)"),)
    return (*shaken, *back, draft(CoverTakenOff(word=word), "13.5(e)"))


def _shaken(
    shaker: Shaker, seat: Seat | None, terms: DiceConfig, word: Word | None, paragraph: str
) -> Drafts | Refusal:
    if shaker.shaken:
        return ()
    if word is None:
        return unseen(f"{terms.shakes} shakes by {who(seat)}", paragraph)
    return (draft(DiceShaken(seat=seat, word=word), paragraph),)


def who(seat: Seat | None) -> str:
    """Name the one who has the shaker."""
    return "the dealer" if seat is None else f"seat {seat}"


def unseen(what: str, paragraph: str = CYCLE) -> Refusal:
    """Say that the sensors have not told of something which they would have."""
    return not_now(f"the shaker's sensors have not seen {what}", "doing it, or a floorperson's word for it", paragraph)
