"""A worn shuffler is seen to before it fails, and what cannot be a whole deck is not shuffled at all (14.5(a), I-8)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Role
from firmware_host.table.acts.decks import ReportLoad
from firmware_host.table.acts.floor import ClearAlert
from firmware_host.table.acts.shuffler import ReportClearing, ReportReconciliation, ReportWear, SenseJam, SenseLid
from firmware_host.table.config import ServiceConfig
from firmware_host.table.device_orders import outstanding
from firmware_host.table.facts.decks import ShuffleRejected
from firmware_host.table.facts.shuffler import ShufflerWear, ShufflerWorn
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.floor import Alert
from firmware_host.table.terms import AlertKind, Back, Fill, JamPlace, Severity, Worn
from tests.worlds.pure_table import JOURNAL, PureTable, configuration, report

FRESH = ReportWear(cycles=10_000, since_service=100, service_every=25_000, life=300_000)


def seen_to(**service: int) -> PureTable:
    return PureTable(replace(configuration(), service=ServiceConfig(**service))).opened()


def worn(table: PureTable) -> list[str]:
    return [alert.about for alert in table.state.alerts if alert.kind is AlertKind.SHUFFLER_WORN]


def the_alert(table: PureTable) -> Alert:
    (alert,) = (alert for alert in table.state.alerts if alert.kind is AlertKind.SHUFFLER_WORN)
    return alert


@pytest.mark.paragraph("14.5(a)")
def test_a_shuffler_says_itself_when_it_is_due_for_service() -> None:
    table = seen_to()
    table.does(replace(FRESH, since_service=24_999))
    assert worn(table) == []
    table.does(replace(FRESH, since_service=25_000))
    alert = the_alert(table)
    assert (alert.about, alert.severity) == (Worn.SERVICE, Severity.WARNING)
    assert "25,000 cycles since the last" in alert.say


@pytest.mark.paragraph("14.5(a)")
def test_a_house_may_want_it_serviced_sooner() -> None:
    table = seen_to(cycles=500)
    table.does(replace(FRESH, since_service=500))
    assert worn(table) == [Worn.SERVICE]


@pytest.mark.paragraph("14.5(a)")
@pytest.mark.parametrize(("percent", "cycles"), [(95, 285_000), (50, 150_000)])
def test_a_shuffler_near_the_end_of_what_it_is_made_for_is_to_be_exchanged(percent: int, cycles: int) -> None:
    table = seen_to(life_percent=percent)
    table.does(replace(FRESH, cycles=cycles - 1))
    assert worn(table) == []
    table.does(replace(FRESH, cycles=cycles))
    assert worn(table) == [Worn.LIFE]


def test_a_counter_that_a_machine_does_not_keep_says_nothing() -> None:
    table = seen_to()
    table.does(ReportWear(cycles=0, since_service=0, service_every=0, life=0))
    assert worn(table) == []


@pytest.mark.paragraph("14.5(a)")
def test_the_alert_lasts_until_the_machine_was_serviced() -> None:
    table = seen_to()
    table.does(replace(FRESH, since_service=25_000))
    clear = ClearAlert(alert=the_alert(table).number)
    assert "have the shuffler serviced" in table.refuses(clear, role=Role.TECHNICIAN).allowed_by
    table.does(replace(FRESH, since_service=1))
    table.does(clear, role=Role.TECHNICIAN)
    assert worn(table) == []


def test_counters_that_say_nothing_new_are_not_recorded_after_every_shuffle() -> None:
    table = seen_to()
    table.does(FRESH)
    for more in range(1, 500):
        assert table.ask(replace(FRESH, cycles=10_000 + more, since_service=100 + more)) == ()
    (again,) = table.does(replace(FRESH, cycles=10_500, since_service=600))
    assert again.body == ShufflerWear(cycles=10_500, since_service=600, service_every=25_000, life=300_000)


def jams(table: PureTable) -> None:
    """Let a deck jam, be taken out, and be shuffled after all."""
    table.loaded(Back.BLUE)
    table.does(SenseJam(place=JamPlace.FEED))
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    table.does(ReportClearing(journal=JOURNAL, order=table.state.shuffler.clear, found=0))
    compare = table.state.shuffler.compare
    table.does(ReportReconciliation(journal=JOURNAL, order=compare, went_in=0, came_out=0, lying=0, astray=0))


@pytest.mark.paragraph("14.5(a)")
def test_a_shuffler_that_jams_more_often_than_is_usual_is_to_be_seen_to() -> None:
    table = seen_to(jams=2)
    jams(table)
    jams(table)
    assert worn(table) == []
    jams(table)
    assert worn(table) == [Worn.JAMS]
    assert "3 times in its last 100 shuffles" in the_alert(table).say
    for _ in range(100):
        table.does(report(table.loaded(Back.BLUE), Back.BLUE))
    table.does(ClearAlert(alert=the_alert(table).number), role=Role.TECHNICIAN)


def test_jams_far_apart_are_usual_and_a_service_forgets_them() -> None:
    table = seen_to(jams=1)
    table.does(FRESH)
    jams(table)
    for _ in range(100):
        table.shuffled(Back.BLUE)
    jams(table)
    table.does(replace(FRESH, since_service=0))
    jams(table)
    assert ShufflerWorn not in [type(body) for body in table.bodies()]


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("back", "fill", "reason"),
    [
        (Back.BLUE, Fill.SHORT, "far fewer than 52 cards are in the feed of the shuffler"),
        (Back.BLUE, Fill.LONG, "far more than 52 cards are in the feed of the shuffler"),
        (None, Fill.EMPTY, "the feed of the shuffler is empty"),
        (Back.BLUE, Fill.MIXED, "cards with backs of different colours are in the feed of the shuffler"),
        (Back.RED, Fill.PLAUSIBLE, "cards with red backs are in the feed of the shuffler instead of blue ones"),
    ],
)
def test_what_cannot_be_a_whole_deck_is_not_shuffled(back: Back | None, fill: Fill, reason: str) -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    rejected, _ = table.does(ReportLoad(journal=JOURNAL, order=order, back=back, fill=fill))
    assert rejected.body == ShuffleRejected(back=Back.BLUE, order=order, reason=reason)
    (alert,) = table.state.alerts
    assert (alert.kind, alert.about) == (AlertKind.SHUFFLE_REJECTED, Back.BLUE)
    assert reason in alert.say
    assert outstanding(table.state) == ()
    says = [step.say for step in next_steps(table.state)]
    assert any(say.endswith("Then count all 52 cards and put the blue deck into the shuffler.") for say in says)


@pytest.mark.parametrize("journal", [JOURNAL, "ff" * 16])
def test_a_load_that_may_be_a_deck_or_is_of_another_order_rejects_nothing(journal: str) -> None:
    table = PureTable().opened()
    order = table.loaded(Back.BLUE)
    ours = journal == JOURNAL
    told = ReportLoad(journal=journal, order=order, back=Back.BLUE, fill=Fill.PLAUSIBLE if ours else Fill.SHORT)
    assert table.ask(told) == ()
    assert table.deck(Back.BLUE).order == order
