"""Who sits down, with what, who is away, who moves, and who posts what the house offers as an option."""

from typing import assert_never

from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.seating import (
    AddChips,
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    SeatingAct,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.facts.fact import Decision
from firmware_host.table.seating import away, moves, posting, seats, stakes
from firmware_host.table.state.table import TableState


def answer(state: TableState, intent: Intent, act: SeatingAct) -> Decision:
    """Answer what concerns a seat."""
    match act:
        case TakeSeat():
            return seats.take(state, act)
        case LeaveSeat():
            return seats.leave(state, intent, act)
        case StepAway():
            return away.step_away(state, act)
        case ComeBack():
            return away.come_back(state, act)
        case AddChips():
            return stakes.add(state, act)
        case Straddle():
            return posting.straddle(state, act)
        case PostMissedBlinds():
            return posting.post_missed(state, act)
        case ChangeSeat():
            return moves.change(state, act)
        case _:
            assert_never(act)
