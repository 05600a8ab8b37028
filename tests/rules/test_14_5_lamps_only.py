"""A shuffler that is read by its lamps compares nothing by itself: people count what lay in it (14.5(a), I-8)."""

import pytest
from msgspec.structs import replace

from firmware_host.table.acts.decks import CutDeck, LoadDeck, Recount
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import OrderReconciliation, SenseHousing
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import outstanding
from firmware_host.table.facts.decks import DeckPutInPlay, DeckSuspected, ProofVoided
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back, Grade, Known
from tests.worlds.pure_table import PureTable, configuration, report


def shuffled(table: PureTable, back: Back) -> None:
    table.does(LoadDeck(back=back))
    order = table.deck(back).order
    assert order is not None
    table.does(replace(report(order, back, known=Known.WITNESSED), mode=None, counted=None))


def with_blue_inside() -> PureTable:
    table = PureTable(configuration(accepts=(Grade.WITNESSED,))).opened()
    shuffled(table, Back.BLUE)
    return table


def goes_on(table: PureTable) -> None:
    shuffled(table, Back.BLUE)
    table.does(CutDeck(back=Back.BLUE))
    assert any(isinstance(fact.body, DeckPutInPlay) for fact in table.does(Deal()))


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_its_housing_was_opened_two_people_count_the_deck_that_lay_in_it_and_it_goes_in_again() -> None:
    table = with_blue_inside()
    opened = [fact.body for fact in table.does(SenseHousing(open=True))]
    assert {ProofVoided, DeckSuspected} <= {type(body) for body in opened}
    table.does(SenseHousing(open=False))
    assert outstanding(table.state) == (), "it could not answer"
    assert not any(isinstance(step.act, OrderReconciliation) for step in next_steps(table.state))
    table.by_two(Recount(back=Back.BLUE, counted=52))
    goes_on(table)


@pytest.mark.paragraph("14.5(a)", "14.2(d)2")
def test_14_5_a_nobody_read_its_lamps_for_a_while_the_deck_goes_in_again_and_nothing_waits_for_a_comparison() -> None:
    table = with_blue_inside()
    went = [fact.body for fact in table.does(SenseDevice(device="shuffler", up=False, detail="its part failed"))]
    assert ProofVoided in {type(body) for body in went}
    table.does(SenseDevice(device="shuffler", up=True, detail="here"))
    assert outstanding(table.state) == ()
    goes_on(table)


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_14_5_a_of_a_shuffler_that_speaks_the_comparison_is_asked_as_ever() -> None:
    table = PureTable().opened()
    table.does(SenseDevice(device="shuffler", up=False, detail="away"))
    table.does(SenseDevice(device="shuffler", up=True, detail="here"))
    assert len(outstanding(table.state)) == 1
