"""14.5(a), I-8: a shuffler that contradicts itself after a comparison waits for people; foreign decks in its feed."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, Role
from firmware_host.table.acts.decks import Recount, ReportShuffleFailure, SenseDeck, SenseFeed
from firmware_host.table.acts.floor import ClearAlert
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportReconciliation,
    ReportSelfTest,
    ReportStanding,
    ReportUnreadable,
    SenseLid,
    SenseRestart,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import ClearCommand, ReconcileCommand, outstanding
from firmware_host.table.facts.shuffler import ShufflerContradicted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import AlertKind, Back, Rest
from tests.rules.test_14_5_no_single_word import alerts, comparison, deals_again
from tests.worlds.pure_table import JOURNAL, PureTable, given_out, report


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there."""
    made = PureTable().opened()
    made.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    return made


STUCK = Rest(output=Back.BLUE, output_cards=51, astray=1)
"""What a sensor that is stuck, or a liar, says for ever."""

LOOK = "Open the lid, take out stray cards, close it."


def test_a_status_that_no_comparison_bears_out_is_left_to_people(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=STUCK))
    orders = set()
    for _ in range(10):
        if table.state.shuffler.compare:
            orders.add(table.state.shuffler.compare)
            table.does(comparison(table))
        table.does(ReportStanding(rest=STUCK))
    assert len(orders) == 1, "the machine compares by itself, and that is contradicted, again and again"
    assert len([body for body in table.bodies() if isinstance(body, ShufflerContradicted)]) == 2
    assert table.state.shuffler.doubt is not None
    (clear,) = (step for step in next_steps(table.state) if isinstance(step.act, OrderClearing))
    assert clear.expected
    assert isinstance(table.ask(Deal()), Refusal)


def test_what_people_do_has_such_a_machine_compare_again(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=STUCK))
    table.does(comparison(table))
    table.does(ReportStanding(rest=STUCK))
    table.does(OrderClearing())
    table.does(ReportClearing(journal=JOURNAL, order=table.state.shuffler.clear, found=0))
    assert outstanding(table.state) == (ReconcileCommand(journal=JOURNAL, number=table.state.shuffler.compare),)
    table.does(comparison(table))
    assert table.state.shuffler.doubt is None
    deals_again(table)


def test_cards_astray_again_after_clear_are_for_eyes_and_hands(table: PureTable) -> None:
    """A sensor that is stuck, or a liar: CLEAR is not asked for without end."""
    table.shuffled(Back.BLUE)
    table.does(replace(given_out(table.state, Back.BLUE), rest=STUCK))
    table.does(comparison(table))
    table.does(ReportStanding(rest=STUCK))
    table.does(OrderClearing())
    table.does(ReportClearing(journal=JOURNAL, order=table.state.shuffler.clear, found=0))
    for _ in range(2):
        table.does(comparison(table))
        table.does(ReportStanding(rest=STUCK))
    (look,) = (step for step in next_steps(table.state) if step.expected)
    assert look.act == OrderReconciliation()
    assert look.do[0] == LOOK
    assert isinstance(table.ask(Deal()), Refusal)
    assert OrderClearing() in [step.act for step in next_steps(table.state)], "it is offered all the same"
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    table.does(comparison(table))
    assert table.state.shuffler.doubt is None
    deals_again(table)


def look_inside(table: PureTable) -> None:
    """The one step expected is to look inside; no deck is asked for, and after hands were in it the table deals."""
    for deck in table.state.decks:
        if deck.suspect is not None:
            table.by_two(Recount(back=deck.back, counted=52))
    (look,) = (step for step in next_steps(table.state) if step.expected)
    assert (look.act, look.do[0]) == (OrderReconciliation(), LOOK)
    assert look.key is not None
    assert what_is_missing(table.state).allowed_by.startswith("open the lid, take out stray cards, close it")
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    deals_again(table)


def test_cards_that_a_comparison_finds_after_clear_are_for_eyes_and_hands(table: PureTable) -> None:
    table.does(OrderClearing())
    table.does(ReportClearing(journal=JOURNAL, order=table.state.shuffler.clear, found=0))
    table.does(comparison(table, came_out=51, astray=1))
    assert table.state.shuffler.doubt == "1 card was left inside the shuffler"
    look_inside(table)


def test_cards_astray_in_a_machine_that_cannot_clear_are_for_eyes_and_hands(table: PureTable) -> None:
    table.does(OrderReconciliation())
    table.does(comparison(table, came_out=50, astray=2))
    table.does(OrderClearing())
    reason = "this shuffler cannot run its card path empty"
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.clear, reason=reason))
    look_inside(table)


def of_another_kind(order: int) -> tuple[Act, ...]:
    return (
        report(order, Back.BLUE),
        ReportShuffleFailure(journal=JOURNAL, order=order, reason="jam"),
        ReportDelivery(journal=JOURNAL, order=order, back=Back.BLUE, counted=52),
        ReportReconciliation(journal=JOURNAL, order=order, went_in=52, came_out=52, lying=0, astray=0),
        ReportReconciliation(journal=JOURNAL, order=order, went_in=52, came_out=51, lying=0, astray=1),
        ReportSelfTest(journal=JOURNAL, order=order, failed=(), worn=()),
    )


@pytest.mark.parametrize("which", range(6))
def test_a_clear_that_ends_as_another_order_is_over(table: PureTable, which: int) -> None:
    """The machine answers it as done for ever, and nothing else is ordered before it has ended."""
    table.does(OrderClearing())
    table.does(of_another_kind(table.state.shuffler.clear)[which])
    assert table.state.shuffler.clear == 0
    assert not any(isinstance(order, ClearCommand) for order in outstanding(table.state))
    deals_again(table)


def test_a_comparison_that_failed_is_asked_for_again_by_a_key(table: PureTable) -> None:
    """The due deck is ready inside and comes out once the cards were compared."""
    table.does(SenseRestart())
    reason = "a part of the shuffler is broken"
    table.does(ReportActFailure(journal=JOURNAL, order=table.state.shuffler.compare, reason=reason))
    table.shuffled(Back.BLUE)
    (compare,) = (step for step in next_steps(table.state) if step.expected)
    assert compare.act == OrderReconciliation()
    assert compare.key is not None
    deals_again(table)


def test_a_held_deck_in_the_machine_makes_room_for_the_due_one(table: PureTable) -> None:
    table.does(OrderReconciliation())
    table.does(comparison(table, came_out=51))
    table.by_two(Recount(back=Back.BLUE, counted=52))
    table.does(SenseDeck(back=Back.RED))
    (put,) = (step for step in next_steps(table.state) if step.expected)
    assert put.act == SenseDeck(back=Back.BLUE)
    assert put.say == "Take the red deck out and put the blue deck into the shuffler."


def test_a_second_contradiction_without_cards_astray_offers_a_comparison(table: PureTable) -> None:
    table.does(ReportUnreadable(what="JAMMED", length=10, digest="aa"))
    table.does(comparison(table))
    table.does(ReportUnreadable(what="JAMMED", length=10, digest="bb"))
    assert outstanding(table.state) == ()
    (compare,) = (step for step in next_steps(table.state) if step.expected)
    assert compare.act == OrderReconciliation(), "no step asks for a deck before that"
    assert compare.key is not None
    table.does(OrderReconciliation())
    table.does(comparison(table))
    assert table.state.shuffler.doubt is None
    deals_again(table)


def test_a_foreign_deck_that_only_status_tells_of_is_one_alert(table: PureTable) -> None:
    for _ in range(3):
        table.does(SenseFeed(back=Back.GREEN))
    assert alerts(table) == [AlertKind.FOREIGN_DECK]
    table.does(ClearAlert(alert=table.state.alerts[0].number, note="it is out"), role=Role.FLOORPERSON)
    table.does(SenseFeed(back=Back.GREEN))
    assert alerts(table) == [AlertKind.FOREIGN_DECK] * 2
