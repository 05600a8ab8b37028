"""19:47-14.2(a) and (d)2: two decks are maintained at the table at all times, and one that left is replaced."""

import pytest

from firmware_host.rules.decision import Code
from firmware_host.table.acts.decks import (
    CountCards,
    InspectDecks,
    RemoveDeck,
    SenseDeck,
    ShowDecks,
    SpreadDecks,
    VerifyDecks,
    WashDeck,
)
from firmware_host.table.acts.round import Deal
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.decks import Stage
from firmware_host.table.terms import Back, Counted
from tests.worlds.pure_table import PureTable


@pytest.fixture
def table() -> PureTable:
    return PureTable().opened()


@pytest.mark.paragraph("14.2(a)", "14.2(d)2")
def test_14_2_a_no_round_is_dealt_while_one_of_the_two_decks_is_off_the_table(table: PureTable) -> None:
    table.ready(Back.BLUE)
    table.does(RemoveDeck(back=Back.RED, why="a corner is bent"))
    refused = table.refuses(Deal())
    assert (refused.code, refused.paragraphs) == (Code.DECK_NOT_PREPARED, ("14.2(a)",))
    assert "red" in refused.reason
    assert isinstance(next(step.act for step in next_steps(table.state) if step.expected), InspectDecks)
    table.does(InspectDecks())
    table.does(Deal())


@pytest.mark.paragraph("14.2(a)", "14.4(a)", "14.4(b)", "14.4(c)")
def test_14_2_a_the_replacement_is_received_verified_and_spread_during_the_round(table: PureTable) -> None:
    table.dealt(Back.BLUE)
    table.does(RemoveDeck(back=Back.RED, why="a corner is bent"))
    for act in (InspectDecks, VerifyDecks, SpreadDecks, ShowDecks):
        step = next(step for step in next_steps(table.state) if isinstance(step.act, act))
        assert (step.key, step.expected) == (None, False), "the keys are the round's"
        table.does(step.act)
    assert table.deck(Back.RED).stage is Stage.SHOWN
    table.does(WashDeck(back=Back.RED))
    assert table.state.round is not None


@pytest.mark.paragraph("14.2(a)")
def test_14_2_a_a_deck_in_the_shuffler_or_held_is_at_the_table(table: PureTable) -> None:
    table.ready(Back.BLUE)
    table.does(SenseDeck(back=Back.RED))
    for counted in (51, 51):
        table.does(CountCards(what=Counted.DECK, back=Back.RED, counted=counted))
    assert table.deck(Back.RED).stage is Stage.AWAITED, "counted wrong twice it leaves"
    assert table.refuses(Deal()).paragraphs == ("14.2(a)",)
    other = PureTable().opened()
    other.ready(Back.BLUE)
    other.does(SenseDeck(back=Back.RED))
    other.does(Deal())
