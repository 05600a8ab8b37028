"""Which wagers a mini-dice table takes, and until when they come down again: 13.6, I-2, I-3."""

import msgspec
import pytest

from firmware_host.rules.decision import Code
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.stakes import HeadsUp
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.dice import CloseBets, PlaceWager, TakeWagerDown
from firmware_host.table.config import DiceConfig, TableConfig
from firmware_host.table.facts.dice import WagerPlaced, WagerTakenDown
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.dice import WagerUp
from tests.worlds.pure_dice import A_SEVEN, A_SIX, DiceTable, dice_configuration

BETTER = DiceConfig(odds={Wager.FIELD: "1 to 1, 3 to 1", Wager.PLACE_6: "6 to 5"})


def tracked(dice: DiceConfig | None = None) -> DiceTable:
    return DiceTable(dice_configuration(tracking=Tracking.FULL, dice=dice))


def bets(table: DiceTable) -> list[tuple[int, Wager, int]]:
    return [(up.seat, up.wager, up.cents) for up in table.dice.wagers]


@pytest.mark.paragraph("13.6(c)", "I-3")
class TestTaken:
    def test_a_wager_that_can_be_paid_at_the_odds_offered(self) -> None:
        table = tracked()
        (told,) = table.does(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=12_00))
        assert told.body == WagerPlaced(seat=3, wager=Wager.PLACE_6, cents=12_00)
        assert bets(table) == [(3, Wager.PLACE_6, 12_00)]

    def test_one_that_cannot_is_refused_with_what_would_be_taken(self) -> None:
        refusal = tracked().refuses(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=10_00))
        assert (refusal.code, refusal.paragraphs) == (Code.WRONG_AMOUNT, ("13.6(c)", "I-3"))
        assert refusal.allowed_by == "bet a multiple of $6"

    def test_better_odds_change_which_amounts_are_exact(self) -> None:
        table = tracked(BETTER)
        assert table.refuses(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=6_00)).allowed_by == "bet a multiple of $5"
        table.does(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=5_00))

    def test_a_smaller_chip_makes_smaller_wagers_exact(self) -> None:
        table = tracked(DiceConfig(chip_cents=25))
        table.does(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=1_50))
        assert table.refuses(PlaceWager(seat=3, wager=Wager.PLACE_6, cents=1_00)).paragraphs[0] == "13.6(c)"

    def test_more_on_the_same_wager_is_added_to_it(self) -> None:
        table = tracked()
        for cents in (5_00, 10_00):
            table.wagered(3, Wager.ANY_7, cents)
        assert bets(table) == [(3, Wager.ANY_7, 15_00)]

    def test_only_the_seated_wager(self) -> None:
        assert tracked().refuses(PlaceWager(seat=2, wager=Wager.FIELD, cents=5_00)).code is Code.NOT_SEATED

    def test_none_is_taken_once_no_more_bets_is_called(self) -> None:
        table = tracked()
        table.does(CloseBets())
        refusal = table.refuses(PlaceWager(seat=3, wager=Wager.FIELD, cents=5_00))
        assert (refusal.code, refusal.paragraphs) == (Code.NOT_NOW, ("I-1",))

    def test_a_table_that_is_told_only_its_procedure_takes_none(self) -> None:
        refusal = DiceTable().refuses(PlaceWager(seat=3, wager=Wager.FIELD, cents=5_00))
        assert refusal.code is Code.NOT_OFFERED

    def test_the_steps_offer_every_wager_with_its_odds_and_its_least_amount(self) -> None:
        steps = [step for step in next_steps(tracked(BETTER).state) if isinstance(step.act, PlaceWager)]
        assert [step.act.wager for step in steps if isinstance(step.act, PlaceWager)] == list(Wager)
        field = steps[list(Wager).index(Wager.FIELD)]
        assert field.say == (
            "Take a wager on field from any seat; it pays 1 to 1 on 3 and 4 and 9 and 10 and 11, 3 to 1 on 2 and 12."
        )
        assert field.amounts is not None
        assert (field.amounts.min, field.amounts.step) == (1_00, 1_00)


@pytest.mark.paragraph("13.6(b)", "13.6(d)")
def test_better_odds_are_what_a_winner_is_paid() -> None:
    table = tracked(BETTER)
    table.wagered(1, Wager.PLACE_6, 10_00)
    table.wagered(3, Wager.FIELD, 10_00)
    told = table.whole_shake(A_SIX)
    assert paid(told) == {1: 12_00}
    told = table.whole_shake((6, 6))
    assert paid(told) == {}, "the field was lost on the six"
    table.wagered(3, Wager.FIELD, 10_00)
    assert paid(table.whole_shake((6, 6))) == {3: 30_00}


@pytest.mark.paragraph("I-2")
class TestComingDown:
    def test_what_was_put_on_since_wagers_were_opened_comes_down(self) -> None:
        table = tracked()
        table.wagered(3, Wager.PLACE_4, 5_00)
        (told,) = table.does(TakeWagerDown(seat=3, wager=Wager.PLACE_4))
        assert told.body == WagerTakenDown(seat=3, wager=Wager.PLACE_4, cents=5_00)
        assert bets(table) == []

    def test_a_place_bet_that_stood_through_a_shake_stays_until_won_or_lost(self) -> None:
        table = tracked()
        table.wagered(3, Wager.PLACE_4, 5_00)
        table.whole_shake(A_SIX)
        refusal = table.refuses(TakeWagerDown(seat=3, wager=Wager.PLACE_4))
        assert (refusal.paragraphs, refusal.reason) == (("I-2",), "place-4 stays on the table until it wins or loses")
        table.wagered(3, Wager.PLACE_4, 10_00)
        table.does(TakeWagerDown(seat=3, wager=Wager.PLACE_4))
        assert table.dice.wagers == (WagerUp(seat=3, wager=Wager.PLACE_4, cents=5_00, stood_cents=5_00),)

    def test_every_other_wager_is_decided_by_the_next_shake(self) -> None:
        for dice in ((1, 1), (1, 2), A_SIX, A_SEVEN, (6, 6)):
            table = tracked()
            for wager in Wager:
                table.wagered(1, wager, 30_00)
            table.whole_shake(dice)
            assert all(up.wager.startswith("place-") for up in table.dice.wagers)

    def test_none_comes_down_once_no_more_bets_is_called(self) -> None:
        table = tracked()
        table.wagered(3, Wager.FIELD, 5_00)
        table.does(CloseBets())
        assert table.refuses(TakeWagerDown(seat=3, wager=Wager.FIELD)).paragraphs == ("I-1",)

    def test_what_is_not_there_does_not_come_down(self) -> None:
        assert tracked().refuses(TakeWagerDown(seat=3, wager=Wager.FIELD)).code is Code.NOT_NOW

    def test_a_wager_entered_by_mistake_is_taken_back(self) -> None:
        table = tracked()
        table.wagered(3, Wager.FIELD, 5_00)
        table.does(TakeBack())
        assert bets(table) == []


class TestConfiguration:
    @pytest.mark.paragraph("I-2")
    def test_a_mini_dice_table_has_seven_seats_or_as_many_as_it_says(self) -> None:
        dice_configuration(seats=(1, 7))
        with pytest.raises(ValueError, match=r"this mini-dice table has 7 seats and no seat 8 \(I-2\)"):
            dice_configuration(seats=(1, 8))
        with pytest.raises(ValueError, match="this mini-dice table has 5 seats and no seat 6"):
            dice_configuration(seats=(1, 6), dice=DiceConfig(seats=5))

    @pytest.mark.paragraph("13.6(b)")
    @pytest.mark.parametrize(("wager", "odds"), [(Wager.PLACE_4, "8 to 5"), (Wager.FIELD, "1 to 1, 3 to 2")])
    def test_no_house_pays_less_than_the_floor(self, wager: Wager, odds: str) -> None:
        with pytest.raises(ValueError, match=r"is less \(13\.6\(b\)\)"):
            DiceConfig(odds={wager: odds})

    @pytest.mark.paragraph("13.6(a)")
    def test_odds_are_not_stated_with_for(self) -> None:
        with pytest.raises(ValueError, match=r"never \"for\" \(13\.6\(a\)\)"):
            DiceConfig(odds={Wager.PLACE_4: "10 for 5"})

    def test_it_is_shaken_three_times_or_more(self) -> None:
        with pytest.raises(msgspec.ValidationError, match=">= 3"):
            msgspec.convert({"shakes": 2}, DiceConfig)

    @pytest.mark.parametrize(
        "poker", [{"blinds": 1}, {"heads_up": HeadsUp.USUAL}, {"buy_in_cents": 100_00}, {"shuffle_limit_s": 60}]
    )
    def test_what_belongs_to_poker_is_refused_by_name(self, poker: dict[str, object]) -> None:
        said = {"house": "h", "table": "t", "game": "mini-dice", "dealer": "d", "seats": [1], **poker}
        with pytest.raises(msgspec.ValidationError, match=f"`{next(iter(poker))}` does not apply to a mini-dice table"):
            msgspec.convert(said, TableConfig)

    def test_what_belongs_to_mini_dice_is_refused_at_a_poker_table(self) -> None:
        with pytest.raises(ValueError, match="does not apply to a table of holdem"):
            TableConfig(house="h", table="t", game=GameName.HOLDEM, dealer="d", seats=(1, 2), dice=DiceConfig())

    def test_poker_is_not_played_alone(self) -> None:
        with pytest.raises(ValueError, match=r"at least two players \(14\.6\(b\)\)"):
            TableConfig(house="h", table="t", dealer="d", seats=(1,))


def paid(told: tuple[Fact, ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for fact in told:
        for one in getattr(fact.body, "wagers", ()):
            if one.pays_cents:
                found[one.seat] = one.pays_cents
    return found
