"""14.5(a), I-8: a shuffler that contradicts itself after a comparison waits for people; foreign decks in its feed."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, Role
from firmware_host.table.acts.decks import SenseFeed
from firmware_host.table.acts.floor import ClearAlert
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportClearing,
    ReportStanding,
    ReportUnreadable,
    SenseLid,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import ReconcileCommand, outstanding
from firmware_host.table.facts.shuffler import ShufflerContradicted
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import AlertKind, Back, Rest
from tests.rules.test_14_5_no_single_word import alerts, comparison, deals_again
from tests.worlds.pure_table import JOURNAL, PureTable, given_out


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there."""
    made = PureTable().opened()
    made.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    return made


STUCK = Rest(output=Back.BLUE, output_cards=51, astray=1)
"""What a sensor that is stuck, or a liar, says for ever."""


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
    assert look.do[0] == "Open the lid, take out stray cards, close it."
    assert isinstance(table.ask(Deal()), Refusal)
    assert OrderClearing() in [step.act for step in next_steps(table.state)], "it is offered all the same"
    table.does(SenseLid(open=True))
    table.does(SenseLid(open=False))
    table.does(comparison(table))
    assert table.state.shuffler.doubt is None
    deals_again(table)


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
