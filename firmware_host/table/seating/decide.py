"""Who sits down, with what, who is away, and who asks for what the house does not offer."""

from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.seating import absence, not_offered, places, table_stakes
from firmware_host.table.seating.acts import AddChips, ComeBack, LeaveSeat, SeatingAct, StepAway, TakeSeat
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
        case _:
            return not_offered.refusal(act)
