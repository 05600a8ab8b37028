"""
Move a player to an empty seat between rounds, with all stakes (I-7).

A move must not avoid a blind. If a blind would reach the player later at the new seat, the player has missed that
blind where the house offers posting missed blinds; elsewhere the move is refused until the blind has been posted.
"""

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.round.blinds_and_order import deal_order
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.straddle_missed_blinds import FROM_THE_LAST, I_7, MissedBlind
from firmware_host.rules.struct import Seat
from firmware_host.table.acts.seating import ChangeSeat
from firmware_host.table.answering import answers
from firmware_host.table.corrections import holds
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.seating import SeatChanged
from firmware_host.table.seating import blinds_posted, seats
from firmware_host.table.state import button, fund
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.table import TableState


@answers(ChangeSeat)
def change(state: TableState, act: ChangeSeat) -> Decision:
    """Record the move, the blinds that the player then owes, and the move of the player's button."""
    if state.config is None or not state.config.seat_changes:
        return blinds_posted.refusal(act)
    refused = _cannot_move(state, act)
    if refused:
        return refused
    debts = escaped(state, act.seat, act.to)
    if debts and not state.config.missed_blinds:
        return refuse(
            f"moving from seat {act.seat} to seat {act.to} would avoid a blind",
            "choose a seat that the blinds reach no later, or post the blinds first",
            *I_7,
        )
    known = state.owed.missed.get(act.seat, ())
    moved = SeatChanged(seat=act.seat, to=act.to, cents=state.stacks.get(act.seat, 0))
    return (
        draft(moved, *I_7),
        *(blinds_posted.missed(act.to, blind) for blind in debts if blind not in known),
        *_button(state, act),
    )


def escaped(state: TableState, seat: Seat, to: Seat) -> tuple[MissedBlind, ...]:
    """Return the blinds that would reach this player later at the other seat."""
    if state.config is None or state.config.mini_dice or not state.config.poker.button or state.button is None:
        return ()
    others = tuple(each for each in state.present if each != seat)
    if not others:
        return ()
    lies = state.button if state.button != seat else clockwise_from(seat, (*others, to))[0]
    was = deal_order((*others, seat), state.button).index(seat)
    will_be = deal_order((*others, to), lies).index(to)
    players, count = len(others) + 1, blinds_posted.how_many(state.config)
    at = {blind: count - 1 - back for back, blind in enumerate(FROM_THE_LAST[:count])}
    return tuple(blind for blind, place in at.items() if (will_be - place) % players > (was - place) % players)


def targets(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """Return the empty seats to which this player may move now."""
    if state.config is None or not state.config.seat_changes:
        return ()
    empty = (to for to in seats.all_seats(state) if to not in state.seats)
    return tuple(to for to in empty if not isinstance(change(state, ChangeSeat(seat=seat, to=to)), Refusal))


def _button(state: TableState, act: ChangeSeat) -> Drafts:
    """Draft the button's move; a player who is away never has the button."""
    others = tuple(seat for seat in state.present if seat != act.seat)
    return button.between_rounds(state, others if act.seat in state.away else (*others, act.to))


def _cannot_move(state: TableState, act: ChangeSeat) -> Refusal | None:
    closed = seats.not_open(state)
    if closed:
        return closed
    if state.round is not None:
        return round_under_way(I_7)
    if act.seat not in state.seats:
        return seats.nobody_at(state, act.seat)
    return _taken(state, act.to) or _at_dice(state, act.seat) or _waited_for(state, act)


def _taken(state: TableState, to: Seat) -> Refusal | None:
    empty = tuple(seat for seat in seats.all_seats(state) if seat not in state.seats)
    if to in empty:
        return None
    return refuse(
        f"seat {to} is taken" if to in state.seats else f"this table has no seat {to}",
        f"choose one of the free seats: {', '.join(map(str, empty))}"
        if empty
        else "wait until a player gives up a seat",
        *I_7,
        code=Code.NOT_SEATED,
    )


def _at_dice(state: TableState, seat: Seat) -> Refusal | None:
    """Refuse to move the player with the right to the shaker or with wagers: the shaker goes round by seats."""
    if state.dice is None:
        return None
    right = state.dice.shaker.right
    if not state.is_between_rounds:
        return refuse("a shake is under way", "wait until the shake is settled", *I_7, "13.5(f)")
    if seats.wagers(state, seat):
        return refuse(
            f"seat {seat} has wagers on the table",
            "wait until the wagers are settled, or take them down",
            *I_7,
            "13.5(f)",
        )
    if right.holder == seat and not right.left:
        return refuse(
            f"seat {seat} has the right to the shaker", "wait until another player accepts the shaker", *I_7, "13.7(b)"
        )
    return None


def _waited_for(state: TableState, act: ChangeSeat) -> Refusal | None:
    """Refuse a move while a decision about this seat number is pending."""
    return holds.of_seats(state, act.seat) or fund.undecided_about(state, act.seat)
