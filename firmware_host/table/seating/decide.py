"""Who sits down, with what, and who asks for what the house does not offer."""

from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.seating import not_offered, table_stakes
from firmware_host.table.seating.acts import AddChips, SeatingAct
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: SeatingAct) -> Decision:
    """Answer what concerns a seat."""
    del intent
    match act:
        case AddChips():
            return table_stakes.add(state, act)
        case _:
            return not_offered.refusal(act)
