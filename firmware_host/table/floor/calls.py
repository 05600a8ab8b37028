"""Calling a floorperson to the table."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Draft, Refusal
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, FloorAct
from firmware_host.table.acts.intent import Intent
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.floor import FloorBody, FloorCalled, FloorCallEnded
from firmware_host.table.state.table import TableState


def answer(state: TableState, intent: Intent, act: FloorAct) -> Decision:
    """Ask for a floorperson, asking twice tells nothing new; or note that one came or is no longer wanted."""
    del intent
    match act:
        case CallFloor():
            return () if state.floor_called else (Draft(body=FloorCalled(), paragraphs=()),)
        case EndFloorCall():
            if not state.floor_called:
                return Refusal(
                    code=Code.NOT_NOW, reason="the floor has not been called", allowed_by="call the floor first"
                )
            return (Draft(body=FloorCallEnded(), paragraphs=()),)
        case _:
            assert_never(act)


def folded(state: TableState, body: FloorBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    return replace(state, floor_called=isinstance(body, FloorCalled))
