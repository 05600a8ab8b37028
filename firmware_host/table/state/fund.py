"""Bad beats that wait for a supervisor (14.19, I-10)."""

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.struct import Seat
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import FUND, HeldBadBeat


def undecided(state: TableState) -> Refusal | None:
    """Refuse while a bad beat waits for a supervisor; None otherwise."""
    held = first_held(state)
    if held is None:
        return None
    return refuse(
        f"a bad beat waits for a supervisor: {held.words}, beaten by {held.beaten_by}",
        "have a supervisor verify the hands, then pay the fund or deny the bad beat",
        *FUND,
    )


def undecided_about(state: TableState, seat: Seat) -> Refusal | None:
    """Refuse while a bad beat waits in which this player was dealt in, since payees are known by seat."""
    concerned = any(seat in held.seats and same_player_sits_there(state, held, seat) for held in state.money.held)
    return undecided(state) if concerned else None


def same_player_sits_there(state: TableState, held: HeldBadBeat, seat: Seat) -> bool:
    """
    Return whether the seat still belongs to the player who had it in the round of the bad beat.

    Never true for a bad beat carried over from the previous record, since a new record begins without players.
    """
    return seat in state.seats and state.seated.get(seat, 0) < held.number


def first_held(state: TableState) -> HeldBadBeat | None:
    return next(iter(state.money.held), None)
