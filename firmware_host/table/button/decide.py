"""Where the sensors see the button."""

from firmware_host.rules.answers import Draft
from firmware_host.table.button.acts import ButtonAct
from firmware_host.table.button.bodies import PuckSeen
from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: ButtonAct) -> Decision:
    """Record a change of the puck's place."""
    del intent
    if state.puck_known and state.puck == act.seat:
        return ()
    return (Draft(body=PuckSeen(seat=act.seat), paragraphs=("14.10(c)",)),)
