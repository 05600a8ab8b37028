"""Calling a floorperson."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.table.bodies import FloorCalled, FloorCallEnded
from firmware_host.table.contract import TableDraft
from firmware_host.table.state import TableState


def call(state: TableState) -> tuple[TableDraft, ...]:
    """Ask for a floorperson; asking twice tells nothing new."""
    return () if state.floor_called else (Draft(body=FloorCalled(), paragraphs=()),)


def end_call(state: TableState) -> tuple[TableDraft, ...] | Refusal:
    """Note that the floorperson came, or is no longer wanted."""
    if not state.floor_called:
        return Refusal(code=Code.NOT_NOW, reason="the floor has not been called", allowed_by="call the floor first")
    return (Draft(body=FloorCallEnded(), paragraphs=()),)
