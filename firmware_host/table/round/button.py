"""Where the sensors see the button."""

from firmware_host.rules.decision import Draft
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.round import ButtonAct
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.round import PuckSeen
from firmware_host.table.state.table import TableState


def answer(state: TableState, intent: Intent, act: ButtonAct) -> Decision:
    """Record a change of the puck's place."""
    del intent
    if state.puck_known and state.puck == act.seat:
        return ()
    return (Draft(body=PuckSeen(seat=act.seat), paragraphs=("14.10(c)",)),)
