"""Calling a floorperson."""

from typing import assert_never

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.floor.acts import CallFloor, EndFloorCall, FloorAct
from firmware_host.table.floor.bodies import FloorCalled, FloorCallEnded
from firmware_host.table.state import TableState


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
