"""14.5(a), 14.5(b), I-8: a deck that the shuffler still holds. Each step says where it lies and how it comes out."""

import pytest
from msgspec.structs import replace

from firmware_host.table.acts.decks import CountCards, CutDeck, SenseDeck
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.shuffler import ReportActFailure, ReportEmptied, ReportStanding
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import DeliverCommand, outstanding, watched
from firmware_host.table.facts.shuffler import ShufflerContradicted
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.terms import Back, JamPlace, Rest
from tests.rules.test_14_5_no_single_word import AT_REST, TAKEN_OUT, comparison
from tests.worlds.pure_table import JOURNAL, PureTable, given_out, report


@pytest.fixture
def table() -> PureTable:
    """A table whose shuffler is there."""
    made = PureTable().opened()
    made.does(SenseDevice(device="shuffler", up=True, detail="SIM-0001", pairing="aa"))
    return made


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d7_a_deck_without_a_proof_is_given_out_at_once_and_the_step_says_where_it_is(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    table.does(report(order, Back.BLUE, counted=51))
    (deliver,) = outstanding(table.state)
    assert isinstance(deliver, DeliverCommand)
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert step.say.startswith("The blue deck lies on the shelf of the shuffler: take it out")
    table.does(replace(given_out(table.state, Back.BLUE), order=deliver.number))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert step.say == TAKEN_OUT, "it lies in the output"


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d7_a_deck_in_a_machine_that_moves_for_ever_is_taken_out_before_it_is_counted(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    table.does(replace(report(order, Back.BLUE), rest=Rest(moving=True)))
    assert table.ask(ReportStanding(rest=Rest(moving=True))) == ()
    (count,) = (step for step in next_steps(table.state) if isinstance(step.act, CountCards))
    first, *_ = count.do
    assert first == "If the blue deck is still in the shuffler, take it out; open the lid if it does not come out."
    missing = what_is_missing(table.state)
    assert missing.allowed_by == "take the blue deck out of the shuffler, count it and put it in again"
    table.does(comparison(table))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert step.say == TAKEN_OUT
    table.does(replace(count.act, counted=52))
    (step,) = (step for step in next_steps(table.state) if isinstance(step.act, SenseDeck))
    assert step.say == "Put the blue deck into the shuffler."


@pytest.mark.paragraph("14.5(a)")
def test_d7_a_machine_that_comes_to_rest_late_delivers_the_deck_that_it_holds(table: PureTable) -> None:
    order = table.loaded(Back.BLUE)
    assert watched(table.state) is None, "the end of the shuffle is an event"
    table.does(replace(report(order, Back.BLUE), rest=Rest(moving=True)))
    table.does(comparison(table))
    assert watched(table.state) is not None, "no event says that it has come to rest"
    table.does(ReportStanding(rest=AT_REST))
    assert [type(command) for command in outstanding(table.state)] == [DeliverCommand]


@pytest.mark.paragraph("14.5(a)", "14.5(b)")
@pytest.mark.parametrize("seen", [ReportStanding(rest=AT_REST), ReportEmptied(place=JamPlace.OUTPUT)], ids=repr)
def test_d7_a_deck_left_in_the_output_is_taken_from_there_before_the_next_is_delivered(
    table: PureTable, seen: Act
) -> None:
    table.shuffled(Back.BLUE)
    (first,) = outstanding(table.state)
    assert isinstance(first, DeliverCommand)
    refused = ReportActFailure(
        journal=JOURNAL, order=first.number, reason="the shuffler refused the order: the red deck lies in its output"
    )
    table.does(refused)
    table.does(ReportStanding(rest=replace(AT_REST, output=Back.RED, output_cards=52)))
    assert outstanding(table.state) == (), "it would be refused again"
    for refusal in (table.refuses(Deal()), table.refuses(CutDeck(back=Back.BLUE)), what_is_missing(table.state)):
        assert refusal.allowed_by.startswith(
            "take the red deck out of the output of the shuffler, which then delivers the blue deck; "
        )
    table.does(seen)
    (again,) = outstanding(table.state)
    assert isinstance(again, DeliverCommand)
    assert again.number > first.number, "the machine refuses the same order for ever"
    table.does(replace(given_out(table.state, Back.BLUE), order=again.number))
    assert not any(isinstance(body, ShufflerContradicted) for body in table.bodies())
    table.does(CutDeck(back=Back.BLUE))
    table.does(Deal())


@pytest.mark.paragraph("14.5(a)", "I-8")
def test_d7_an_order_given_again_that_delivers_the_other_deck_holds_the_due_one(table: PureTable) -> None:
    table.shuffled(Back.BLUE)
    table.does(ReportStanding(rest=replace(AT_REST, output=Back.RED, output_cards=52)))
    table.does(ReportEmptied(place=JamPlace.OUTPUT))
    (again,) = outstanding(table.state)
    table.does(replace(given_out(table.state, Back.BLUE), order=again.number, back=Back.RED))
    assert table.deck(Back.BLUE).suspect is not None


def test_d7_a_deck_in_the_output_is_noted_only_while_it_is_in_the_way(table: PureTable) -> None:
    table.ready(Back.BLUE)
    table.does(Deal())
    order = table.loaded(Back.RED)
    table.does(report(order, Back.RED))
    beside = ReportStanding(rest=Rest(shelf=Back.RED, shelf_cards=52, output=Back.BLUE, output_cards=52))
    assert table.ask(beside) == (), "the red deck is not due in the round of the blue one"
