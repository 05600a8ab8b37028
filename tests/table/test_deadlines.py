"""The deadline of a shuffle: named by the table, run by the host; warned of once, and then it bites."""

import pytest
from msgspec.structs import replace

from firmware_host.table.acts.decks import ReportShuffleFailure
from firmware_host.table.acts.floor import ClearAlert
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.clocks import Alarm, Deadline
from firmware_host.table.deadlines import alarms, deadlines
from firmware_host.table.facts.decks import ShuffleOverdue
from firmware_host.table.facts.floor import AlertRaised, DeadlineNear
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Back
from tests.worlds.pure_table import JOURNAL, MINUTE_MS, PureTable, report

WARN_MS = 3 * MINUTE_MS // 2


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


def shuffles(table: PureTable) -> tuple[Deadline, ...]:
    """The decks' other clocks run all day."""
    return tuple(deadline for deadline in deadlines(table.state) if deadline.name.startswith("shuffle-"))


def rings(table: PureTable) -> tuple[Alarm, ...]:
    return tuple(alarm for alarm in alarms(table.state) if alarm.name.startswith("shuffle-"))


def passes(table: PureTable, ms: int) -> None:
    table.now = replace(table.now, mono_ms=table.now.mono_ms + ms, wall_ms=table.now.wall_ms + ms)


def test_nothing_runs_before_a_shuffle_is_ordered(table: PureTable) -> None:
    assert deadlines(TableState(journal=JOURNAL)) == ()
    assert shuffles(table) == ()


def test_a_shuffle_is_due_three_minutes_after_its_order_and_warned_of_half_way(table: PureTable) -> None:
    passes(table, 12_345)
    table.loaded(Back.BLUE)
    (deadline,) = shuffles(table)
    assert (deadline.name, deadline.boot, deadline.paragraphs) == ("shuffle-blue", "boot-1", ("14.5(a)",))
    assert deadline.due_ms == 12_345 + 3 * MINUTE_MS
    assert deadline.warn_ms == 12_345 + 3 * MINUTE_MS // 2


def test_each_deck_has_its_own(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, 1000)
    table.loaded(Back.RED)
    assert [(d.name, d.due_ms) for d in shuffles(table)] == [
        ("shuffle-blue", 3 * MINUTE_MS),
        ("shuffle-red", 3 * MINUTE_MS + 1000),
    ]


@pytest.mark.parametrize("counted", [52, 51])
def test_a_report_ends_it(table: PureTable, counted: int) -> None:
    order = table.loaded(Back.BLUE)
    table.does(report(order, Back.BLUE, counted=counted))
    assert shuffles(table) == ()


def test_passed_it_is_a_fact_once_and_the_dealer_hears_of_it(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    passes(table, 3 * MINUTE_MS)
    overdue, raised = table.does(PassDeadline(name="shuffle-blue"))
    assert isinstance(raised.body, AlertRaised)
    assert overdue.body == ShuffleOverdue(back=Back.BLUE, order=order)
    assert shuffles(table) == ()
    assert table.does(PassDeadline(name="shuffle-blue")) == ()
    assert table.refuses(Deal()).reason == "the shuffler takes too long with the blue deck"


def test_a_shuffle_that_comes_late_still_counts(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    passes(table, 3 * MINUTE_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    (proved,) = table.does(report(order, Back.BLUE))
    assert proved.paragraphs == ("14.5(a)",)


def test_before_its_time_saying_so_changes_nothing(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, WARN_MS - 1)
    assert table.does(PassDeadline(name="shuffle-blue")) == ()


def test_people_are_warned_once_half_way(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, WARN_MS)
    near, raised = table.does(PassDeadline(name="shuffle-blue"))
    assert near.body == DeadlineNear(
        name="shuffle-blue", boot="boot-1", due_ms=3 * MINUTE_MS, say="The shuffler is taking long with the blue deck."
    )
    assert isinstance(raised.body, AlertRaised)
    assert (raised.body.alert, raised.body.about) == (AlertKind.CLOCK_NEAR, "shuffle-blue")
    assert near.paragraphs == raised.paragraphs == ("14.5(a)",)
    assert table.does(PassDeadline(name="shuffle-blue")) == ()


def test_the_host_is_to_wake_for_the_warning_and_for_the_bite_and_for_neither_twice(table: PureTable) -> None:
    assert rings(table) == ()
    table.loaded(Back.BLUE)
    warning, bite = rings(table)
    assert (warning.at_ms, bite.at_ms) == (WARN_MS, 3 * MINUTE_MS)
    passes(table, WARN_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    assert rings(table) == (bite,)
    passes(table, WARN_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    assert rings(table) == ()


def put_in_again(table: PureTable) -> None:
    table.does(ReportShuffleFailure(journal=JOURNAL, order=table.deck(Back.BLUE).order or 0, reason="double-feed"))
    table.loaded(Back.BLUE)


def test_a_shuffle_begun_anew_is_warned_of_anew(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, WARN_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    put_in_again(table)
    assert [alarm.at_ms for alarm in rings(table)] == [2 * WARN_MS, WARN_MS + 3 * MINUTE_MS]


def test_a_warning_that_was_cleared_is_not_given_again(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, WARN_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    (alert,) = table.state.alerts
    assert table.refuses(ClearAlert(alert=alert.number)).reason.endswith("is not over yet")
    passes(table, WARN_MS)
    table.does(PassDeadline(name="shuffle-blue"))
    table.does(ClearAlert(alert=alert.number))
    assert [alert.kind for alert in table.state.alerts] == [AlertKind.SHUFFLE_OVERDUE]


def test_a_shuffle_is_called_overdue_in_the_middle_of_a_round_too(table: PureTable) -> None:
    table.dealt(Back.BLUE)
    table.loaded(Back.RED)
    passes(table, 3 * MINUTE_MS)
    overdue, _ = table.does(PassDeadline(name="shuffle-red"))
    assert isinstance(overdue.body, ShuffleOverdue)


def test_a_deck_put_in_again_has_its_whole_time_anew(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, WARN_MS)
    put_in_again(table)
    passes(table, WARN_MS - 1)
    assert table.does(PassDeadline(name="shuffle-blue")) == (), "the deadline that passed was the first order's"


def test_what_ran_on_another_boots_clock_has_passed(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    table.now = replace(table.now, boot="boot-2", mono_ms=5)
    overdue, _ = table.does(PassDeadline(name="shuffle-blue"))
    assert isinstance(overdue.body, ShuffleOverdue)


def test_a_deadline_nobody_set_is_nothing(table: PureTable) -> None:
    table.loaded(Back.BLUE)
    passes(table, 3 * MINUTE_MS)
    assert table.does(PassDeadline(name="shuffle-green")) == ()
    assert table.does(PassDeadline(name="")) == ()
