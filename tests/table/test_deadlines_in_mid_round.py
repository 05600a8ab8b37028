"""A deadline that falls due in the middle of a round waits for its end; the warning does not."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Draft
from firmware_host.rules.round_acts import AwardUncontested
from firmware_host.table import deadlines
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.clocks import Deadline
from firmware_host.table.facts.fact import Drafts
from firmware_host.table.facts.floor import DeadlineNear, FloorCalled
from firmware_host.table.state.table import TableState
from tests.worlds.pure_table import MINUTE_MS, PureTable

DUE_MS, WARN_MS = 20 * MINUTE_MS, 10 * MINUTE_MS


class OneClock:
    """An area with one clock, which calls the floor."""

    @staticmethod
    def deadlines(state: TableState) -> tuple[Deadline, ...]:
        if state.floor_called:
            return ()
        return (
            Deadline(
                name="deck-blue",
                boot="boot-1",
                due_ms=DUE_MS,
                warn_ms=WARN_MS,
                say="The blue deck is due.",
                paragraphs=("14.2(b)",),
            ),
        )

    @staticmethod
    def bites(state: TableState, name: str) -> Drafts:
        del state, name
        return (Draft(body=FloorCalled(), paragraphs=("14.2(b)",)),)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PureTable:
    monkeypatch.setattr(deadlines, "CLOCKS", (OneClock,))
    return PureTable().opened()


def at(table: PureTable, mono_ms: int) -> list[type]:
    """What becomes true when the host says at this time that the clock has come so far."""
    table.now = replace(table.now, mono_ms=mono_ms)
    return [type(fact.body) for fact in table.does(PassDeadline(name="deck-blue"))]


def times(table: PureTable) -> list[int]:
    return [alarm.at_ms for alarm in deadlines.alarms(table.state)]


def test_between_rounds_it_warns_and_bites_in_its_time(table: PureTable) -> None:
    assert times(table) == [WARN_MS, DUE_MS]
    assert DeadlineNear in at(table, WARN_MS)
    assert times(table) == [DUE_MS]
    assert at(table, DUE_MS) == [FloorCalled]


def test_in_the_middle_of_a_round_it_warns_and_the_host_need_not_wake_for_the_bite(table: PureTable) -> None:
    table.dealt()
    assert times(table) == [WARN_MS]
    assert DeadlineNear in at(table, WARN_MS)
    assert times(table) == []
    assert at(table, DUE_MS) == []


def test_at_the_end_of_the_round_it_bites_at_once(table: PureTable) -> None:
    table.dealt()
    at(table, WARN_MS)
    table.now = replace(table.now, mono_ms=DUE_MS + MINUTE_MS)
    table.does(AwardUncontested())
    assert times(table) == [DUE_MS]
    assert at(table, DUE_MS + MINUTE_MS) == [FloorCalled]


def test_what_fell_due_unwarned_in_mid_round_is_still_told_of(table: PureTable) -> None:
    table.dealt()
    assert DeadlineNear in at(table, DUE_MS)


def test_between_rounds_what_is_due_bites_without_a_warning_that_comes_too_late(table: PureTable) -> None:
    assert at(table, DUE_MS) == [FloorCalled]
