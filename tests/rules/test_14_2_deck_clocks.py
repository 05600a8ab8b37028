"""19:47-14.2(b): three hours without suit and sequence, six from the opening; and clocks that were lost."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Role
from firmware_host.table.acts.decks import ConfirmDeck, CountCards, RemoveDeck, SortDeck
from firmware_host.table.acts.round import Deal, PressKey
from firmware_host.table.acts.system import SenseClock, Start
from firmware_host.table.deadlines import deadlines
from firmware_host.table.facts.decks import DeckClockRanOut, DeckSorted
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Stage
from firmware_host.table.terms import AlertKind, Back, Clock, Counted
from tests.worlds.pure_table import MINUTE_MS, PureTable, configuration

LEFT_OF_SORT = 175

LEFT_OF_CHANGE = 355
"""Less the five minutes of margin that are posted unless the house says otherwise."""


def counted(table: PureTable) -> None:
    """The stub's quarter of an hour runs too; it is not what this is about."""
    if table.state.stub_due:
        table.does(CountCards(what=Counted.DECK, back=table.state.last_used or Back.BLUE, counted=52))


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_after_three_hours_a_deck_is_not_dealt_before_it_was_sorted(table: PureTable) -> None:
    table.later(LEFT_OF_SORT - 0.1)
    counted(table)
    table.ready(Back.BLUE)
    table.later(0.2)
    refusal = table.refuses(Deal())
    assert (refusal.code, refusal.paragraphs) == (Code.DECK_TOO_OLD, ("14.2(b)",))
    (step,) = (step for step in next_steps(table.state) if step.key is Key.NEXT)
    assert step.act == SortDeck(back=Back.BLUE)
    table.does(step.act)
    assert table.refuses(Deal()).code is Code.NO_SHUFFLE_PROOF, "a sorted deck is anything but shuffled"
    table.shuffled(Back.BLUE)


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_a_key_pressed_as_the_three_hours_end_does_not_say_that_the_deck_was_sorted(table: PureTable) -> None:
    table.later(LEFT_OF_SORT - 0.1)
    counted(table)
    table.ready(Back.BLUE)
    table.later(0.2)
    assert table.refuses(PressKey(key=Key.NEXT)).code is Code.OUT_OF_DATE
    (fact,) = table.presses(Key.NEXT)
    assert isinstance(fact.body, DeckSorted)


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_the_clock_that_has_not_struck_yet_counts_all_the_same(table: PureTable) -> None:
    table.ready(Back.BLUE)
    ms = LEFT_OF_SORT * MINUTE_MS
    table.now = replace(table.now, mono_ms=table.now.mono_ms + ms, wall_ms=table.now.wall_ms + ms)
    assert table.refuses(Deal()).code is Code.DECK_TOO_OLD


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_sorting_resets_the_three_hours_and_never_the_six(table: PureTable) -> None:
    table.later(170)
    table.does(SortDeck(back=Back.BLUE))
    table.later(LEFT_OF_SORT - 1)
    assert table.deck(Back.BLUE).ran_out is None
    table.later(LEFT_OF_CHANGE - 170 - LEFT_OF_SORT + 1)
    assert table.deck(Back.BLUE).ran_out is Clock.CHANGE
    assert table.refuses(SortDeck(back=Back.BLUE)).code is Code.NOT_NOW
    table.does(RemoveDeck(back=Back.BLUE, why="six hours"))
    assert table.deck(Back.BLUE).stage is Stage.AWAITED


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_it_is_warned_of_ten_minutes_before_it_bites(table: PureTable) -> None:
    table.later(LEFT_OF_SORT - 10)
    near = [alert for alert in table.state.alerts if alert.kind is AlertKind.CLOCK_NEAR]
    assert {alert.about for alert in near} >= {"sort-blue", "sort-red"}
    assert near[0].say == "The blue deck has to be placed into suit and sequence within ten minutes."


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_it_bites_between_rounds(table: PureTable) -> None:
    table.dealt()
    table.later(LEFT_OF_SORT + 60)
    assert table.deck(Back.BLUE).ran_out is None, "the round is played out with the deck it was dealt from"


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_the_margin_is_the_houses_to_post() -> None:
    table = PureTable(replace(configuration(), deck_margin_min=30)).opened()
    assert {deadline.due_ms for deadline in deadlines(table.state) if deadline.name.startswith("sort")} == {
        150 * MINUTE_MS
    }


@pytest.mark.paragraph("14.2(b)")
@pytest.mark.parametrize("synced", [True, False])
def test_14_2_b_across_a_power_failure_only_two_synchronised_walls_tell_the_age(*, synced: bool) -> None:
    table = PureTable().opened()
    table.now = replace(
        table.now, boot="boot-2", mono_ms=5_000, wall_ms=table.now.wall_ms + 30 * MINUTE_MS, synced=synced
    )
    table.does(Start(software="firmware-host 0", config=table.config))
    table.strike()
    assert table.deck(Back.BLUE).ran_out is (None if synced else Clock.CHANGE)
    if not synced:
        assert table.refuses(ConfirmDeck(back=Back.BLUE, sorted_ago_min=30, opened_ago_min=20)).code is Code.NOT_NOW
        asked = ConfirmDeck(back=Back.BLUE, sorted_ago_min=30, opened_ago_min=30)
        assert table.refuses(asked, role=Role.DEALER).code is Code.NOT_YOUR_ROLE
        table.does(asked)
        assert table.deck(Back.BLUE).ran_out is None
    due = {deadline.name: deadline.due_ms for deadline in deadlines(table.state)}
    assert due["sort-blue"] == 5_000 + (LEFT_OF_SORT - 30) * MINUTE_MS


def restarted(table: PureTable, *, off_min: int, wall_ms: int = 0, synced: bool = True) -> None:
    """The power was off for so long, by a wall clock that was meanwhile set by `wall_ms`."""
    wall = table.now.wall_ms + off_min * MINUTE_MS + wall_ms
    table.now = replace(table.now, boot=f"{table.now.boot}+", mono_ms=5_000, wall_ms=wall, synced=synced)
    table.does(SenseClock())
    table.does(Start(software="firmware-host 0", config=table.config))
    table.strike()


def left_min(table: PureTable, name: str) -> float:
    (due,) = (deadline.due_ms for deadline in deadlines(table.state) if deadline.name == name)
    return (due - table.now.mono_ms) / MINUTE_MS


@pytest.mark.paragraph("14.2(b)")
@pytest.mark.parametrize("hours", [-7, -1, 2, 30])
def test_14_2_b_a_wall_clock_that_was_set_makes_no_deck_younger_or_older_after_a_restart(hours: int) -> None:
    table = PureTable().opened()
    table.later(10)
    table.now = replace(table.now, wall_ms=table.now.wall_ms + hours * 60 * MINUTE_MS)
    table.does(SenseClock())
    assert left_min(table, "sort-blue") == LEFT_OF_SORT - 10
    restarted(table, off_min=40)
    assert left_min(table, "sort-blue") == LEFT_OF_SORT - 50


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_walls_that_run_backwards_over_a_restart_tell_no_age() -> None:
    table = PureTable().opened()
    restarted(table, off_min=10, wall_ms=-60 * MINUTE_MS)
    assert table.deck(Back.BLUE).ran_out is Clock.CHANGE


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_an_age_known_at_the_start_of_a_boot_stays_known_when_the_clock_is_lost_later() -> None:
    """Otherwise the gate refuses decks as too old while no clock has run out and no step leads on."""
    table = PureTable().opened()
    restarted(table, off_min=10)
    counted(table)
    table.ready(Back.BLUE)
    table.now = replace(table.now, wall_ms=table.now.wall_ms - 8 * 60 * MINUTE_MS, synced=False)
    table.does(SenseClock())
    assert left_min(table, "sort-blue") == LEFT_OF_SORT - 10
    table.does(Deal())


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_nobody_sets_clocks_that_run(table: PureTable) -> None:
    refusal = table.refuses(ConfirmDeck(back=Back.BLUE, sorted_ago_min=0, opened_ago_min=0))
    assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("14.2(b)",))
    assert not [step for step in next_steps(table.state) if isinstance(step.act, ConfirmDeck)]


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_the_floor_is_offered_to_confirm_what_nobody_knows_and_left_as_it_is_the_deck_stays_old() -> None:
    table = PureTable().opened()
    restarted(table, off_min=10, synced=False)
    assert "it is unknown how long the blue deck has been used" in table.refuses(Deal()).reason
    offered = [step for step in next_steps(table.state) if isinstance(step.act, ConfirmDeck)]
    assert [(step.role, step.key) for step in offered] == [(Role.FLOORPERSON, None)] * 2
    table.does(offered[0].act)
    table.strike()
    assert table.deck(Back.BLUE).ran_out is Clock.CHANGE


@pytest.mark.paragraph("14.2(b)")
def test_14_2_b_what_ran_out_is_a_fact_and_an_alert(table: PureTable) -> None:
    table.later(LEFT_OF_SORT)
    ran_out = [fact.body for fact in table.facts if isinstance(fact.body, DeckClockRanOut)]
    assert {(body.back, body.clock) for body in ran_out} == {(Back.BLUE, Clock.SORT), (Back.RED, Clock.SORT)}
    assert {alert.about for alert in table.state.alerts if alert.kind is AlertKind.DECK_AGED} == {Back.BLUE, Back.RED}
