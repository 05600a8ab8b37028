"""Call a floorperson to the table, and end the call."""

from msgspec.structs import replace

from firmware_host.rules.decision import draft, refuse
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.floor import FloorBody, FloorCalled, FloorCallEnded
from firmware_host.table.state.table import TableState


@answers(CallFloor)
def call(state: TableState, _act: CallFloor) -> Decision:
    """Call a floorperson; a second call changes nothing."""
    return () if state.floor_called else (draft(FloorCalled()),)


@answers(EndFloorCall)
def end_call(state: TableState, _act: EndFloorCall) -> Decision:
    """End the call: the floorperson came or is no longer wanted."""
    if not state.floor_called:
        return refuse("the floor has not been called", "call the floor first")
    return (draft(FloorCallEnded()),)


def folded(state: TableState, body: FloorBody, fact: Fact) -> TableState:
    """Fold a fact about calls."""
    del fact
    return replace(state, floor_called=isinstance(body, FloorCalled))
