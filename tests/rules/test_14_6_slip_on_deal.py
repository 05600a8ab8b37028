"""14.6(e)2: a deal that was announced by a slip of the finger is taken back before any card is out (U4)."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Key
from firmware_host.rules.round_acts import CompleteBetting, DealStreet
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import TakeSeat
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back
from tests.rules.test_14_11A_kill import config
from tests.worlds.pure_table import PureTable


def without_numbers(state: TableState) -> TableState:
    return replace(state, last=0, turn=0, latest_step=(), latest_cause=None)


@pytest.mark.paragraph("14.6(e)2")
def test_14_6_e_2_a_slip_on_deal_is_taken_back_and_the_same_deck_is_dealt_on_the_same_proof() -> None:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    before = table.state
    table.presses(Key.NEXT)
    assert table.state.round is not None
    (amended,) = table.presses(Key.NO_ROLL)
    assert isinstance(amended.body, Amended)
    assert without_numbers(table.state) == without_numbers(before)
    table.does(TakeSeat(seat=3))
    table.does(Deal())
    assert table.state.round is not None
    assert 3 in table.state.round.seats


@pytest.mark.paragraph("14.6(e)2")
def test_14_6_e_2_with_every_bet_told_the_blinds_go_back_with_it_until_the_first_card() -> None:
    table = PureTable(config()).opened()
    table.ready(Back.BLUE)
    before = table.state
    table.does(Deal())
    table.does(TakeBack())
    assert without_numbers(table.state) == without_numbers(before)
    table.does(Deal())
    table.does(DealStreet())
    table.does(TakeBack())
    assert table.state.round is not None, "the cards were taken back, and the blinds lie there"


@pytest.mark.paragraph("14.6(e)2")
def test_14_6_e_2_once_the_game_has_gone_on_the_deal_stays() -> None:
    table = PureTable().opened()
    table.dealt()
    table.does(CompleteBetting())
    table.does(TakeBack())
    table.refuses(TakeBack())
    assert table.state.round is not None
