"""Record where the sensors see the button's puck."""

from firmware_host.rules.decision import draft
from firmware_host.table.acts.round import SensePuck
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.round import PuckSeen
from firmware_host.table.state.table import TableState


@answers(SensePuck)
def sense_puck(state: TableState, act: SensePuck) -> Decision:
    """Record a change of the puck's place."""
    if state.puck_known and state.puck == act.seat:
        return ()
    return (draft(PuckSeen(seat=act.seat), "14.10(c)"),)
