"""What a table does about its own record: an end in doubt, a newer record elsewhere, a checkpoint that is ignored."""

import pytest

from firmware_host.rules.decision import Code, Role
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.floor import AcknowledgeAlert, ClearAlert
from firmware_host.table.acts.record_in_doubt import (
    AcceptRecordEnd,
    ReportIgnoredCheckpoint,
    ReportNewerRecord,
    ReportRecordEnd,
)
from firmware_host.table.acts.round import Deal
from firmware_host.table.facts.floor import AlertCleared, AlertRaised
from firmware_host.table.facts.record_in_doubt import CheckpointIgnored, RecordEndAccepted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Back
from firmware_host.web.readiness import Unfit, reasons
from tests.worlds.pure_table import PureTable

DOUBT = ReportRecordEnd(why="journal.end was missing", last=86)

NEWER = ReportNewerRecord(number=171, hash="ab" * 32, key="5e" * 32, last=86)

FOREIGN = ReportIgnoredCheckpoint(why="it is of another record")


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


def kinds(state: TableState) -> list[AlertKind]:
    return [alert.kind for alert in state.alerts]


def test_an_end_in_doubt_closes_the_gate_until_two_people_accept_it(table: PureTable) -> None:
    table.ready(Back.BLUE)
    table.does(DOUBT)
    (alert,) = table.state.alerts
    assert "facts after 86 may have been cut off" in alert.say
    assert table.refuses(Deal()).code is Code.RECORD_IN_DOUBT
    assert what_is_missing(table.state).code is Code.RECORD_IN_DOUBT
    assert Unfit.RECORD_IN_DOUBT in {
        reason.code for reason in reasons(table.state, stopped=None, down=(), at=table.now)
    }
    assert "not over" in table.refuses(ClearAlert(alert=alert.number), role=Role.CASINO_SUPERVISOR).reason

    accepted, cleared = table.by_two(AcceptRecordEnd(of=table.state.end_doubted))
    assert isinstance(accepted.body, RecordEndAccepted)
    assert isinstance(cleared.body, AlertCleared)
    assert cleared.body.of == alert.number
    assert not table.state.alerts
    table.does(Deal())


def test_the_step_that_accepts_the_end_is_offered(table: PureTable) -> None:
    table.does(DOUBT)
    act = AcceptRecordEnd(of=table.state.end_doubted)
    assert any(isinstance(step.act, RequestApproval) and step.act.act == act for step in next_steps(table.state))


def test_a_later_doubt_is_not_accepted_with_an_earlier_one(table: PureTable) -> None:
    table.does(DOUBT)
    earlier = AcceptRecordEnd(of=table.state.end_doubted)
    request = table.requested(earlier)
    table.does(DOUBT)
    assert table.not_by_two(earlier).code is Code.RECORD_IN_DOUBT
    assert request
    assert table.state.end_doubted


def test_nobody_accepts_an_end_that_is_not_in_doubt(table: PureTable) -> None:
    assert table.not_by_two(AcceptRecordEnd(of=3)).code is Code.RECORD_IN_DOUBT


def test_with_a_newer_record_the_round_under_way_ends_and_no_further_one_is_dealt(table: PureTable) -> None:
    table.dealt(Back.BLUE)
    table.does(NEWER)
    for _ in range(4):
        table.does(CompleteBetting())
    table.does(AwardPot())
    table.ready(Back.RED)
    assert table.refuses(Deal()).code is Code.RECORD_IN_DOUBT
    assert "restore" in what_is_missing(table.state).allowed_by
    number = next(a.number for a in table.state.alerts if a.kind is AlertKind.NEWER_RECORD_FOUND)
    table.refuses(ClearAlert(alert=number), role=Role.CASINO_SUPERVISOR)
    assert not table.does(NEWER), "one is enough"


def test_a_record_that_differs_is_said_to_differ(table: PureTable) -> None:
    table.does(ReportNewerRecord(number=12, hash="ab" * 32, key="5e" * 32, last=86, differs=True))
    (alert,) = table.state.alerts
    assert "does not match fact 12" in alert.say


def test_an_ignored_checkpoint_is_an_alert_and_closes_nothing(table: PureTable) -> None:
    table.ready(Back.BLUE)
    ignored, raised = table.does(FOREIGN)
    assert isinstance(ignored.body, CheckpointIgnored)
    assert isinstance(raised.body, AlertRaised)
    table.does(Deal())


def test_checkpoints_published_by_strangers_do_not_fill_the_record(table: PureTable) -> None:
    table.does(FOREIGN)
    assert not any(table.does(FOREIGN) for _ in range(20))
    (alert,) = table.state.alerts
    table.does(AcknowledgeAlert(alert=alert.number))
    assert table.does(FOREIGN), "one that somebody has seen is over"
    assert kinds(table.state) == [AlertKind.CHECKPOINT_IGNORED]
