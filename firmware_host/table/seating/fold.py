"""Seats and stakes, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.seating.bodies import ChipsAdded, SeatingBody, SeatTaken
from firmware_host.table.state import TableState


def folded(state: TableState, body: SeatingBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    match body:
        case SeatTaken(seat=seat, cents=cents):
            taken = tuple(sorted({*state.seats, seat}))
            return replace(state, seats=taken, stacks={**state.stacks, seat: cents} if cents else state.stacks)
        case ChipsAdded(seat=seat, cents=cents):
            return replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})
        case _:
            assert_never(body)
