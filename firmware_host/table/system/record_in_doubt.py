"""The record itself: an end in doubt that two people accept, and a newer record that closes the table."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Role, draft, refuse
from firmware_host.table.acts.record_in_doubt import (
    AcceptRecordEnd,
    ReportIgnoredCheckpoint,
    ReportNewerRecord,
    ReportRecordEnd,
)
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.floor import AlertCleared
from firmware_host.table.facts.record_in_doubt import (
    CheckpointIgnored,
    NewerRecordFound,
    RecordBody,
    RecordEndAccepted,
    RecordEndDoubted,
)
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind


@answers(ReportRecordEnd)
def report_end(_state: TableState, act: ReportRecordEnd) -> Drafts:
    """Record that nothing vouched for the end of the record at this start."""
    return (draft(RecordEndDoubted(why=act.why, last=act.last)),)


@answers(AcceptRecordEnd)
def accept_end(state: TableState, act: AcceptRecordEnd) -> Decision:
    """Open the gate again, and clear the alert: two people have looked into it."""
    if not state.end_doubted or act.of != state.end_doubted:
        return refuse(
            "the named fact does not put the end of the record in doubt",
            "name the fact that does",
            code=Code.RECORD_IN_DOUBT,
        )
    raised = (alert for alert in state.alerts if alert.kind is AlertKind.RECORD_END_DOUBTED)
    cleared = (AlertCleared(of=alert.number, role=Role.HOST, note="accepted by two people") for alert in raised)
    return (draft(RecordEndAccepted(of=act.of)), *map(draft, cleared))


@answers(ReportNewerRecord)
def report_newer(state: TableState, act: ReportNewerRecord) -> Drafts:
    """Record the newer or other record; one is enough to close the table."""
    if state.superseded:
        return ()
    found = NewerRecordFound(number=act.number, hash=act.hash, key=act.key, last=act.last, differs=act.differs)
    return (draft(found),)


@answers(ReportIgnoredCheckpoint)
def report_ignored(state: TableState, act: ReportIgnoredCheckpoint) -> Drafts:
    """Record it; no second time before somebody has seen the first: on an open broker anybody can publish more."""
    unseen = (alert for alert in state.alerts if alert.acknowledged_by is None)
    if any(alert.kind is AlertKind.CHECKPOINT_IGNORED for alert in unseen):
        return ()
    return (draft(CheckpointIgnored(why=act.why, journal=act.journal, number=act.number)),)


def folded(state: TableState, body: RecordBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case RecordEndDoubted():
            return replace(state, end_doubted=fact.number)
        case RecordEndAccepted():
            return replace(state, end_doubted=0)
        case NewerRecordFound():
            return replace(state, superseded=fact.number)
        case CheckpointIgnored():
            return state
        case _:
            assert_never(body)
