"""Fold the facts about seats and stakes."""

from typing import TypeVar, assert_never

from msgspec.structs import replace

from firmware_host.rules.game import Tracking
from firmware_host.rules.struct import Seat
from firmware_host.table.dice.dice_folds import moved_player, without_player
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.seating import (
    BlindMissed,
    ChipsAdded,
    MissedBlindsPromised,
    PlayerCameBack,
    PlayerWentAway,
    PostingWithdrawn,
    SeatChanged,
    SeatingBody,
    SeatLeft,
    SeatTaken,
    StraddleAnnounced,
)
from firmware_host.table.state import seating
from firmware_host.table.state.seating import Away
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes

V = TypeVar("V")


def folded(state: TableState, body: SeatingBody, fact: Fact) -> TableState:
    """Fold a fact about seats."""
    match body:
        case SeatTaken(seat=seat, cents=cents):
            taken = tuple(sorted({*state.seats, seat}))
            return _moved(replace(state, seats=taken, seated={**state.seated, seat: fact.number}), seat, cents)
        case SeatLeft(seat=seat):
            left = tuple(taken for taken in state.seats if taken != seat)
            gone = replace(state, seats=left, stacks=_without(state.stacks, seat), away=_without(state.away, seat))
            gone = replace(gone, seated=_without(state.seated, seat), owed=seating.without(gone.owed, seat))
            return gone if state.dice is None else replace(gone, dice=without_player(state.dice, seat))
        case BlindMissed(seat=seat, blind=blind):
            return replace(state, owed=seating.and_missed(state.owed, seat, blind))
        case MissedBlindsPromised(seat=seat):
            return replace(state, owed=replace(state.owed, promised=(*state.owed.promised, seat)))
        case StraddleAnnounced(seat=seat):
            return replace(state, owed=replace(state.owed, straddler=seat))
        case PostingWithdrawn(seat=seat):
            return replace(state, owed=seating.without_promise(state.owed, seat))
        case SeatChanged(seat=seat, to=to):
            there = {**_without(state.seated, seat), to: fact.number}
            return replace(_elsewhere(state, seat, to), seated=there)
        case PlayerWentAway(seat=seat, stakes=stakes, cents=cents):
            out = cents if stakes is AwayStakes.COUNTED else 0
            return _moved(replace(state, away={**state.away, seat: Away(stakes=stakes, cents=out)}), seat, -out)
        case PlayerCameBack(seat=seat, stakes=stakes, cents=cents):
            back = cents if stakes is AwayStakes.COUNTED else 0
            return _moved(replace(state, away=_without(state.away, seat)), seat, back)
        case ChipsAdded(seat=seat, cents=cents):
            return _moved(state, seat, cents)
        case _:
            assert_never(body)


def _elsewhere(state: TableState, seat: Seat, to: Seat) -> TableState:
    """Move everything recorded about a player to the new seat number."""
    return replace(
        state,
        seats=tuple(sorted({*(each for each in state.seats if each != seat), to})),
        stacks={to if each == seat else each: cents for each, cents in state.stacks.items()},
        away={to if each == seat else each: away for each, away in state.away.items()},
        owed=seating.moved(state.owed, seat, to),
        dice=None if state.dice is None else moved_player(state.dice, seat, to),
    )


def _moved(state: TableState, seat: Seat, cents: int) -> TableState:
    """
    Add this amount to a player's stakes.

    The stakes of a player in the round belong to the round until it is over; an amount counted out in mid-round is
    subtracted then.
    """
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    in_round = state.round is not None and seat in state.round.seats
    if in_round or not cents or not tracked:
        return state
    return replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})


def _without(all_: dict[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {kept: value for kept, value in all_.items() if kept != seat}
