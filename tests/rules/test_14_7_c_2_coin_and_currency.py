"""19:47-14.7(c)2: coin in the pot becomes a chip when it makes a dollar, currency when it is played with."""

import pytest
from msgspec.structs import replace

from firmware_host.rules.decision import Code
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.round_acts import AwardPot, DealStreet, DealtHand, Fold
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.money import ConvertCoin, ConvertCurrency
from firmware_host.table.acts.round import Deal
from firmware_host.table.facts.money import CoinConverted, CurrencyConverted
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Back
from tests.worlds.pure_table import PureTable, configuration

STUD = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200)

HIDDEN = "??"


def table_of(*seats: int, ante: int = 50) -> PureTable:
    config = replace(
        configuration(seats=seats),
        game=GameName.STUD,
        tracking=Tracking.FULL,
        stakes=replace(STUD, ante_cents=ante),
        buy_in_cents=20_000,
    )
    return PureTable(config).opened()


def dealt(table: PureTable, back: Back = Back.BLUE) -> PureTable:
    table.ready(back)
    table.does(Deal())
    return table


def told(table: PureTable) -> list[str]:
    return [step.say for step in next_steps(table.state) if isinstance(step.act, ConvertCoin)]


@pytest.mark.paragraph("14.7(c)2")
def test_14_7_c_2_coin_that_makes_a_dollar_is_changed_and_the_change_is_recorded() -> None:
    """Five antes of 50 cents: two dollars become chips, 50 cents stay."""
    table = dealt(table_of(1, 2, 4, 5, 7))
    assert told(table) == ["Exchange $2 in coin in the pot for chips."]
    assert table.does(ConvertCoin())[0].body == CoinConverted(cents=200)
    assert table.state.money.coin_cents == 50
    assert table.refuses(ConvertCoin()).reason == "only $0.50 in coin is in the pot"
    assert told(table) == []


@pytest.mark.paragraph("14.7(c)2")
@pytest.mark.parametrize(("seats", "ante"), [((1, 2, 4), 25), ((1, 2, 4), 0), ((1, 2, 4), 100)])
def test_14_7_c_2_less_than_a_dollar_of_it_stays_and_chips_are_no_coin(seats: tuple[int, ...], ante: int) -> None:
    table = dealt(table_of(*seats, ante=ante))
    assert told(table) == []
    assert table.refuses(ConvertCoin()).code is Code.NOT_NOW


@pytest.mark.paragraph("14.7(c)2")
def test_14_7_c_2_with_the_pot_the_coin_is_gone_too() -> None:
    table = dealt(table_of(1, 2))
    cards = (("As", "2c")[at] for at in range(2))
    hands = tuple(DealtHand(seat=seat, cards=(HIDDEN, HIDDEN, next(cards))) for seat in (1, 2))
    table.does(DealStreet(hands=hands))
    assert table.state.money.coin_cents == 100
    for step in next_steps(table.state):
        if step.expected:
            table.does(step.act)
            break
    table.does(Fold(seat=1))
    table.does(AwardPot())
    assert table.state.money.coin_cents == 0


@pytest.mark.paragraph("14.7(c)2")
def test_14_7_c_2_currency_becomes_chips_and_the_player_has_as_much_as_before() -> None:
    table = dealt(table_of(1, 2))
    stacks = table.state.stacks
    (changed,) = table.does(ConvertCurrency(seat=2, cents=5_000))
    assert changed.body == CurrencyConverted(seat=2, cents=5_000)
    assert table.state.stacks == stacks


@pytest.mark.paragraph("14.7(c)2", "14.7(c)")
def test_14_7_c_2_only_what_lay_there_when_the_round_began() -> None:
    table = dealt(table_of(1, 2))
    refusal = table.refuses(ConvertCurrency(seat=2, cents=19_951))
    assert (refusal.code, refusal.paragraphs) == (Code.WRONG_AMOUNT, ("14.7(c)", "14.7(c)2"))
    assert refusal.reason == "seat 2 has only $199.50 on the table"
    assert table.refuses(ConvertCurrency(seat=3, cents=100)).code is Code.NOT_SEATED


@pytest.mark.paragraph("14.7(c)2")
def test_14_7_c_2_where_no_money_is_tracked_the_change_is_recorded_all_the_same() -> None:
    table = PureTable(configuration(seats=(1, 2))).opened()
    assert table.does(ConvertCurrency(seat=2, cents=10_000))
