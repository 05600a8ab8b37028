"""What the bad beat fund still owes, and to whom (14.19, I-10)."""

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.struct import Seat
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FUND, HeldBadBeat


def undecided(state: TableState) -> Refusal | None:
    """Say that a bad beat waits for a supervisor; none where none does."""
    held = first_held(state)
    if held is None:
        return None
    return refuse(
        f"a bad beat was held: {held.words}, beaten by {held.beaten_by}",
        "a supervisor who verifies the hands and has the fund paid, or finds that it is none",
        *FUND,
    )


def undecided_about(state: TableState, seat: Seat) -> Refusal | None:
    """Say that a bad beat waits of a round this player was dealt into: whom it pays is known by the seat."""
    concerned = any(seat in held.seats and _sat_there(state, held, seat) for held in state.money.held)
    return undecided(state) if concerned else None


def _sat_there(state: TableState, held: HeldBadBeat, seat: Seat) -> bool:
    """
    Return whether the player of a seat is the one who had it then.

    It is another where the record before held the bad beat: at the new one's beginning nobody sits.
    """
    return seat in state.seats and state.seated.get(seat, 0) < held.number


def first_held(state: TableState) -> HeldBadBeat | None:
    return next(iter(state.money.held), None)
