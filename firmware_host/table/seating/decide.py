"""Who sits down, with what, who is away, who moves, and who posts what the house offers as an option."""

from typing import assert_never

from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.seating import absence, changing, places, posting, table_stakes
from firmware_host.table.seating.acts import (
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
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: SeatingAct) -> Decision:
    """Answer what concerns a seat."""
    match act:
        case TakeSeat():
            return places.take(state, act)
        case LeaveSeat():
            return places.leave(state, intent, act)
        case StepAway():
            return absence.step_away(state, act)
        case ComeBack():
            return absence.come_back(state, act)
        case AddChips():
            return table_stakes.add(state, act)
        case Straddle():
            return posting.straddle(state, act)
        case PostMissedBlinds():
            return posting.post_missed(state, act)
        case ChangeSeat():
            return changing.change(state, act)
        case _:
            assert_never(act)
