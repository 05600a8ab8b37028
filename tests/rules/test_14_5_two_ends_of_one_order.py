"""14.5(a), I-8: an order ends once and as what it is. Every pair of ends that a machine can report for one order."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from firmware_host.table.acts.decks import ReportShuffleFailure
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.shuffler import (
    OrderClearing,
    OrderReconciliation,
    ReportActFailure,
    ReportClearing,
    ReportDelivery,
    ReportReconciliation,
    ReportSelfTest,
)
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import DeliverCommand, outstanding
from firmware_host.table.terms import Back, Rest
from tests.rules.test_14_5_no_single_word import contradicted, deals_again
from tests.worlds.pure_table import JOURNAL, PureTable, report

OUT = Rest(output=Back.BLUE, output_cards=52)

ENDS: Mapping[str, Callable[[int], Act]] = {
    "SHUFFLE_FINISHED": lambda order: report(order, Back.BLUE),
    "SHUFFLE_FAILED": lambda order: ReportShuffleFailure(journal=JOURNAL, order=order, reason="double-feed"),
    "DELIVERED": lambda order: ReportDelivery(journal=JOURNAL, order=order, back=Back.BLUE, counted=52, rest=OUT),
    "CLEARED": lambda order: ReportClearing(journal=JOURNAL, order=order, found=0),
    "RECONCILED": lambda order: ReportReconciliation(
        journal=JOURNAL, order=order, went_in=52, came_out=52, lying=0, astray=0
    ),
    "SELF_TESTED": lambda order: ReportSelfTest(journal=JOURNAL, order=order),
    "ACT_FAILED": lambda order: ReportActFailure(journal=JOURNAL, order=order, reason="part-broken"),
}

RIGHT = {
    "SHUFFLE": ("SHUFFLE_FINISHED", "SHUFFLE_FAILED"),
    "DELIVER": ("DELIVERED", "ACT_FAILED"),
    "CLEAR": ("CLEARED", "ACT_FAILED"),
    "RECONCILE": ("RECONCILED", "ACT_FAILED"),
}
"""What each order that a table gives may end in."""


def given(order: str) -> tuple[PureTable, int]:
    """Return a table that has given this order, and the order's number."""
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    match order:
        case "SHUFFLE":
            return table, table.loaded(Back.BLUE)
        case "DELIVER":
            table.shuffled(Back.BLUE)
            (command,) = (each for each in outstanding(table.state) if isinstance(each, DeliverCommand))
            return table, command.number
        case "CLEAR":
            table.does(OrderClearing())
            return table, table.state.shuffler.clear
        case _:
            table.does(OrderReconciliation())
            return table, table.state.shuffler.compare


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("order", "end"), [(order, end) for order, right in RIGHT.items() for end in ENDS if end not in right]
)
def test_an_order_that_ends_as_one_of_another_kind_is_a_contradiction(order: str, end: str) -> None:
    table, number = given(order)
    table.does(ENDS[end](number))
    assert contradicted(table).startswith("the shuffler reports ")


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize(
    ("order", "first", "second"),
    [(order, first, second) for order, right in RIGHT.items() for first in right for second in ENDS],
)
def test_a_second_end_of_an_order_is_a_contradiction_and_the_way_back_is_a_step(
    order: str, first: str, second: str
) -> None:
    table, number = given(order)
    table.does(ENDS[first](number))
    table.does(ENDS[second](number))
    assert contradicted(table).startswith("the shuffler reports ")
    deals_again(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
@pytest.mark.parametrize("journal", [JOURNAL, "f" * 32], ids=["nobody's order", "another record's"])
def test_a_self_test_that_this_table_did_not_order_is_a_contradiction(journal: str) -> None:
    table, _ = given("DELIVER")
    table.does(replace(ReportSelfTest(), journal=journal, order=900))
    contradicted(table)
    deals_again(table)
