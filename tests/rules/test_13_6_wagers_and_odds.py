"""Mini-dice: what every wager pays on every sum, and which wager is not taken, 19:47-13.6."""

from __future__ import annotations

import pytest

from firmware_host.rules.dice import wagers
from firmware_host.rules.dice.wagers import (
    NotAWager,
    NotDice,
    NotOdds,
    Odds,
    Result,
    Settlement,
    Wager,
    read_odds,
    settle,
)

SUMS = range(2, 13)

SHAKES = {
    2: (1, 1),
    3: (1, 2),
    4: (1, 3),
    5: (4, 1),
    6: (3, 3),
    7: (2, 5),
    8: (6, 2),
    9: (3, 6),
    10: (5, 5),
    11: (5, 6),
}

SHAKES[12] = (6, 6)


AMOUNT = 30_00
"""$30 is whole chips at all odds of the list: at 9 to 5, 7 to 5 and 7 to 6."""


# What $30 is paid, sum by sum from 2 to 12, worked out by hand from the list in (b). -- loses, == stays.
LIST = """
            2    3    4    5    6    7    8    9   10   11   12
place-4    ==   ==   54   ==   ==   --   ==   ==   ==   ==   ==
place-5    ==   ==   ==   42   ==   --   ==   ==   ==   ==   ==
place-6    ==   ==   ==   ==   35   --   ==   ==   ==   ==   ==
place-8    ==   ==   ==   ==   ==   --   35   ==   ==   ==   ==
place-9    ==   ==   ==   ==   ==   --   ==   42   ==   ==   ==
place-10   ==   ==   ==   ==   ==   --   ==   ==   54   ==   ==
field      60   30   30   --   --   --   --   30   30   30   60
any-7      --   --   --   --   --  120   --   --   --   --   --
over-7     --   --   --   --   --   --   30   30   30   30   30
under-7    30   30   30   30   30   --   --   --   --   --   --
"""

ROWS = {words[0]: words[1:] for words in map(str.split, LIST.strip().splitlines()[1:])}

TABLE = [(wager, total, word) for wager, words in ROWS.items() for total, word in zip(SUMS, words, strict=True)]


PLACES = [wager for wager in Wager if wager.startswith("place-")]


def shaken(wager: Wager, total: int, *, cents: int = AMOUNT, odds: str | None = None, chip: int = 100) -> Settlement:
    offered = read_odds(wager, odds) if odds else ()
    return settle(wager, amount_cents=cents, dice=SHAKES[total], odds=offered, chip_cents=chip)


def test_the_table_of_this_test_has_every_wager_and_every_sum() -> None:
    assert set(ROWS) == set(Wager)
    assert len(TABLE) == 110
    assert {total: sum(shake) for total, shake in SHAKES.items()} == {total: total for total in SUMS}


@pytest.mark.paragraph("13.6(b)", "I-2")
@pytest.mark.parametrize(("wager", "total", "word"), TABLE)
def test_13_6_b_every_wager_is_settled_on_every_sum_as_the_list_says(wager: str, total: int, word: str) -> None:
    settlement = shaken(Wager(wager), total)
    match word:
        case "--":
            assert (settlement.result, settlement.pays_cents) == (Result.LOSE, 0)
            assert settlement.paragraph == "13.5(f)"
        case "==":
            assert (settlement.result, settlement.pays_cents) == (Result.STAYS, 0)
            assert settlement.paragraph == "I-2"
        case _:
            assert (settlement.result, settlement.pays_cents) == (Result.WIN, int(word) * 100)
            assert settlement.paragraph == "13.6(b)"


@pytest.mark.paragraph("13.6(b)")
@pytest.mark.parametrize(
    ("wager", "total", "floor", "below"),
    [
        (Wager.PLACE_4, 4, "9:5", "17:10"),
        (Wager.PLACE_5, 5, "7:5", "13:10"),
        (Wager.PLACE_6, 6, "7:6", "1:1"),
        (Wager.PLACE_8, 8, "7:6", "115:100"),
        (Wager.PLACE_9, 9, "7:5", "4:3"),
        (Wager.PLACE_10, 10, "9:5", "8:5"),
        (Wager.FIELD, 2, "1:1,2:1", "1:1,19:10"),
        (Wager.FIELD, 3, "1:1,2:1", "9:10,2:1"),
        (Wager.ANY_7, 7, "4:1", "39:10"),
        (Wager.OVER_7, 8, "1:1", "99:100"),
        (Wager.UNDER_7, 2, "1:1", "99:100"),
    ],
)
def test_13_6_b_the_list_is_a_floor(wager: Wager, total: int, floor: str, below: str) -> None:
    # No sum wins on lower odds, and the refusal comes before the dice are looked at.
    assert shaken(wager, total, odds=floor) == shaken(wager, total)
    for any_sum in SUMS:
        refused = shaken(wager, any_sum, cents=1_000_00, odds=below)
        assert (refused.result, refused.pays_cents, refused.paragraph) == (Result.REFUSED, 0, "13.6(b)")


@pytest.mark.paragraph("13.6(b)")
@pytest.mark.parametrize(
    ("wager", "total", "odds", "pays"),
    [
        (Wager.PLACE_4, 4, "2:1", 60_00),
        (Wager.PLACE_6, 6, "6 to 5", 36_00),
        (Wager.FIELD, 12, "1:1,3:1", 90_00),
        (Wager.FIELD, 11, "1:1,3:1", 30_00),
        (Wager.FIELD, 11, "2:1", 60_00),
        (Wager.ANY_7, 7, "9:2", 135_00),
    ],
)
def test_13_6_b_a_house_may_pay_more(wager: Wager, total: int, odds: str, pays: int) -> None:
    settlement = shaken(wager, total, odds=odds)
    assert (settlement.result, settlement.pays_cents) == (Result.WIN, pays)


@pytest.mark.paragraph("13.6(b)")
def test_13_6_b_the_same_odds_in_other_numbers_are_not_less() -> None:
    assert shaken(Wager.PLACE_4, 4, odds="18:10").pays_cents == 54_00


@pytest.mark.paragraph("13.6(c)", "I-3")
@pytest.mark.parametrize(
    ("wager", "step"),
    [
        (Wager.PLACE_4, 5),
        (Wager.PLACE_5, 5),
        (Wager.PLACE_6, 6),
        (Wager.PLACE_8, 6),
        (Wager.PLACE_9, 5),
        (Wager.PLACE_10, 5),
        (Wager.FIELD, 1),
        (Wager.ANY_7, 1),
        (Wager.OVER_7, 1),
        (Wager.UNDER_7, 1),
    ],
)
def test_13_6_c_only_amounts_paid_exactly_in_whole_chips_are_taken(wager: Wager, step: int) -> None:
    taken = [dollars for dollars in range(1, 61) if shaken(wager, 7, cents=dollars * 100).result is not Result.REFUSED]
    assert taken == list(range(step, 61, step))
    assert wagers.amount_step_cents(wager) == step * 100


@pytest.mark.paragraph("13.6(c)", "I-3")
@pytest.mark.parametrize("wager", Wager)
def test_13_6_c_an_amount_in_cents_is_refused_on_any_shake_when_the_smallest_chip_is_a_dollar(wager: Wager) -> None:
    for refused in (shaken(wager, total, cents=30_50) for total in SUMS):
        assert (refused.result, refused.pays_cents, refused.paragraph) == (Result.REFUSED, 0, "13.6(c)")


@pytest.mark.paragraph("13.6(c)", "I-3")
@pytest.mark.parametrize(
    ("cents", "chip", "result"),
    [
        (2_50, 50, Result.WIN),
        (2_50, 25, Result.WIN),
        (2_50, 100, Result.REFUSED),
        (1_25, 25, Result.WIN),
        (1_25, 50, Result.REFUSED),
        (25_00, 5_00, Result.WIN),
        (5_00, 5_00, Result.REFUSED),
    ],
)
def test_13_6_c_the_smallest_chip_is_the_tables_own(cents: int, chip: int, result: Result) -> None:
    settlement = shaken(Wager.PLACE_4, 4, cents=cents, chip=chip)
    assert settlement.result is result
    assert settlement.pays_cents == (cents * 9 // 5 if result is Result.WIN else 0)


@pytest.mark.paragraph("13.6(c)")
def test_13_6_c_it_goes_by_the_odds_that_are_offered() -> None:
    assert shaken(Wager.PLACE_4, 4, cents=7_00).result is Result.REFUSED
    assert shaken(Wager.PLACE_4, 4, cents=7_00, odds="2:1").pays_cents == 14_00
    assert shaken(Wager.PLACE_4, 4, cents=7_00, odds="20:10").pays_cents == 14_00, "the same odds in other numbers"


@pytest.mark.paragraph("13.6(c)")
def test_13_6_c_the_field_has_to_be_payable_on_every_sum_that_wins() -> None:
    # 3 to 2 on 3 leaves half a dollar; it is refused on a 12 too, where 3 to 1 would come out even.
    for total in SUMS:
        assert shaken(Wager.FIELD, total, cents=5_00, odds="3:2,3:1").paragraph == "13.6(c)"
    assert shaken(Wager.FIELD, 3, cents=6_00, odds="3:2,3:1").pays_cents == 9_00


def test_a_refusal_says_what_would_be_taken() -> None:
    assert shaken(Wager.PLACE_6, 6, cents=5_00).reason == (
        "$5.00 on place-6 cannot be paid at 7 to 6 in chips of $1.00; use a multiple of $6.00"
    )


@pytest.mark.paragraph("13.6(d)")
@pytest.mark.parametrize("wager", Wager)
def test_13_6_d_nothing_is_kept_back(wager: Wager) -> None:
    for total in SUMS:
        settlement = shaken(wager, total, cents=1_000 * AMOUNT)
        assert settlement.pays_cents == 1_000 * shaken(wager, total).pays_cents


@pytest.mark.paragraph("I-2")
@pytest.mark.parametrize("wager", Wager)
def test_only_place_bets_outlast_a_shake(wager: Wager) -> None:
    undecided = {total for total in SUMS if shaken(wager, total).result is Result.STAYS}
    assert undecided == (set(SUMS) - {7, int(wager.removeprefix("place-"))} if wager in PLACES else set())


@pytest.mark.paragraph("13.8(a)")
@pytest.mark.parametrize("wager", Wager)
def test_13_8_a_no_roll_decides_nothing(wager: Wager) -> None:
    settlement = settle(wager, amount_cents=AMOUNT, dice=None)
    assert (settlement.result, settlement.pays_cents, settlement.paragraph) == (Result.STAYS, 0, "13.8(a)")


def test_13_8_a_a_wager_that_cannot_be_made_is_refused_before_any_shake() -> None:
    assert settle(Wager.PLACE_4, amount_cents=7_00, dice=None).result is Result.REFUSED
    assert wagers.refusal(Wager.PLACE_4, amount_cents=7_00) == shaken(Wager.PLACE_4, 4, cents=7_00)
    assert wagers.refusal(Wager.PLACE_4, amount_cents=5_00) is None


@pytest.mark.paragraph("13.6(a)")
@pytest.mark.parametrize("text", ["9:5", "9 to 5", "9-to-5", "9 TO 5", " 9to5 "])
def test_13_6_a_odds_are_read_and_written_with_to(text: str) -> None:
    (odds,) = read_odds(Wager.PLACE_4, text)
    assert odds == Odds(win=9, stake=5)
    assert str(odds) == "9 to 5"


@pytest.mark.paragraph("13.6(a)")
@pytest.mark.parametrize("text", ["10 for 5", "10-for-5", "10FOR5", "1:1,3 for 1"])
def test_13_6_a_odds_with_for_are_refused_in_its_name(text: str) -> None:
    with pytest.raises(NotOdds, match=r"never \"for\" \(13\.6\(a\)\)"):
        read_odds(Wager.FIELD, text)


@pytest.mark.paragraph("13.6(a)")
@pytest.mark.parametrize("wager", Wager)
def test_13_6_a_no_answer_states_odds_with_for(wager: Wager) -> None:
    reasons = [shaken(wager, total, cents=cents).reason for total in SUMS for cents in (AMOUNT, 30_50)]
    reasons.append(shaken(wager, 2, odds="1:100").reason)
    assert all("for" not in reason.split() for reason in reasons)
    assert sum(" to " in reason for reason in reasons) >= 12, "eleven refusals state the odds, and so does each win"


@pytest.mark.parametrize("text", ["", "9", "9:", "9/5", "-9:5", "0:1", "9:0", "nine to five", "9:5:1", "9 two 5"])
def test_what_states_no_odds_is_named(text: str) -> None:
    with pytest.raises(NotOdds, match="does not state odds"):
        read_odds(Wager.PLACE_4, text)


def test_odds_are_stated_once_or_once_for_each_prize() -> None:
    with pytest.raises(NotAWager, match="once or 2 times, not 3 times"):
        shaken(Wager.FIELD, 2, odds="1:1,2:1,2:1")
    with pytest.raises(NotAWager, match="stated once, not 2 times"):
        shaken(Wager.PLACE_4, 4, odds="9:5,9:5")


@pytest.mark.parametrize("faces", [(0, 1), (1, 7), (-1, 3), (7, 7)])
def test_a_die_has_six_faces(faces: tuple[int, int]) -> None:
    with pytest.raises(NotDice, match="1 to 6"):
        settle(Wager.FIELD, amount_cents=AMOUNT, dice=faces)


@pytest.mark.parametrize("text", ["", "3", "3,4,5", "0,1", "1,7", "1;2", "a,b", "1.0,2", "no roll"])
def test_what_is_no_shake_is_named(text: str) -> None:
    with pytest.raises(NotDice, match="two faces from 1 to 6"):
        wagers.read_dice(text)


def test_a_shake_is_read() -> None:
    assert wagers.read_dice("3,4") == (3, 4)
    assert wagers.read_dice(" 6 , 1 ") == (6, 1)
    assert wagers.read_dice("no-roll") is None


@pytest.mark.parametrize(("cents", "chip"), [(0, 100), (-5_00, 100), (5_00, 0), (5_00, -100)])
def test_nothing_or_less_is_no_wager_and_no_chip(cents: int, chip: int) -> None:
    with pytest.raises(NotAWager, match="more than zero"):
        shaken(Wager.FIELD, 2, cents=cents, chip=chip)


@pytest.mark.parametrize("text", ["place-7", "place-3", "Field", "any 7", ""])
def test_a_wager_the_table_does_not_have_is_named_with_those_it_has(text: str) -> None:
    with pytest.raises(NotAWager, match="place-4, place-5"):
        wagers.read_wager(text)
    assert [wagers.read_wager(wager.value) for wager in Wager] == list(Wager)
