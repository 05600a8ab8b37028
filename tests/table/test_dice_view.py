"""What the `state` topic says of a mini-dice table."""

import msgspec

from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.table.acts.dice import SenseShakes
from firmware_host.table.config import DiceConfig
from firmware_host.table.dice.dice_view import DiceView, PaysView
from firmware_host.table.state.dice import WagerUp
from firmware_host.table.view import View, public_view
from tests.worlds.pure_dice import A_SIX, DiceTable, dice_configuration
from tests.worlds.pure_table import PureTable


def seen(table: DiceTable) -> DiceView:
    shown = public_view(table.state).dice
    assert shown is not None
    return shown


def test_a_poker_table_has_no_shaker_and_a_mini_dice_table_no_decks() -> None:
    assert public_view(PureTable().started().state).dice is None
    view = public_view(DiceTable().state)
    assert (view.game, view.decks, view.button, view.round) == (GameName.MINI_DICE, (), None, None)
    assert view.rounds == 1


def test_it_says_who_has_the_shaker_who_has_the_right_to_it_and_who_is_asked() -> None:
    table = DiceTable()
    assert (seen(table).moment, seen(table).holder, seen(table).to_offer) == (Moment.WAGERS, None, True)
    table.dealer_shook()
    assert (seen(table).offered, seen(table).hand) == (1, None)
    table.offers_until(3)
    assert (seen(table).offered, seen(table).hand, seen(table).holder, seen(table).refused) == (None, 3, 3, (1,))
    table.shot()
    assert (seen(table).moment, seen(table).hand, seen(table).covered) == (Moment.UNCOVERED, None, False)


def test_dice_are_shown_once_they_are_called_and_until_the_next_shake() -> None:
    table = DiceTable()
    table.rolled(A_SIX)
    assert seen(table).faces == A_SIX
    table.settled()
    assert seen(table).faces == ()


def test_shakes_that_fell_short_are_counted_for_the_one_who_has_the_shaker() -> None:
    table = DiceTable(sensors=True)
    table.dealer_shook()
    table.offers_until(3)
    table.does(SenseShakes(count=2))
    assert seen(table).short == 1


def test_it_shows_every_wager_with_its_odds_in_words_and_what_lies_there() -> None:
    table = DiceTable(dice_configuration(tracking=Tracking.FULL, dice=DiceConfig(odds={Wager.FIELD: "1 to 1, 3 to 1"})))
    table.wagered(5, Wager.FIELD, 5_00)
    assert seen(table).wagers == (WagerUp(seat=5, wager=Wager.FIELD, cents=5_00),)
    field = [pays for pays in seen(table).pays if pays.wager is Wager.FIELD]
    assert field == [
        PaysView(wager=Wager.FIELD, sums=(3, 4, 9, 10, 11), odds="1 to 1"),
        PaysView(wager=Wager.FIELD, sums=(2, 12), odds="3 to 1"),
    ]


def test_it_comes_back_from_its_json_as_it_was() -> None:
    table = DiceTable()
    table.rolled(A_SIX)
    view = public_view(table.state)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
