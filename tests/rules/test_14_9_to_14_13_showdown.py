"""Who wins and how a pot is divided, 14.9(i) to 14.13A(j): each showdown paragraph and item 8, odd money."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.division import Division, OddUnit, PartName, divide, in_words, order_of_receipt
from firmware_host.rules.ranking import parse

DOLLAR = 100


def divided(
    name: GameName,
    pot: int,
    hands: Mapping[int, str],
    *,
    board: str = "",
    chip: int = DOLLAR,
    button: int | None = None,
) -> Division:
    game = GAMES[name]
    return divide(
        game=game,
        pot_cents=pot,
        chip_cents=chip,
        hands={seat: parse(cards) for seat, cards in hands.items()},
        board=parse(board),
        order=order_of_receipt(game, tuple(hands), button),
    )


def winners(division: Division) -> dict[PartName, set[int]]:
    return {part.name: set(part.winners) for part in division.parts}


def odd_units(division: Division) -> list[OddUnit]:
    return [odd for part in division.parts for odd in part.odd]


# Seven-card stud, 14.9(i) to (l).

KINGS_FULL = "Ks Kh Kd 9c 9d 9h Qs"

EIGHT_LOW = "8s 6d 4c 3c As Qd Jd"

ACES_AND_NINES = {1: "Ac Ad Kc Qh Jh 9s 9d", 2: "Ah As Kd Qc Jc 9h 9c"}
"""Tied for high; seat 2 has the ace of spades. Neither has a low that qualifies."""


SIX_LOWS = {1: "As 2c 3c 4c 6c Kh Qh", 2: "Ac 2s 3s 4s 6s Kd Qd"}
"""Tied for low (and for high); seat 2 has the ace of clubs."""


@pytest.mark.paragraph("14.9(i)", "14.9(i)1")
def test_14_9_i_1_the_highest_hand_wins_all_of_it() -> None:
    found = divided(GameName.STUD, 25 * DOLLAR, {3: EIGHT_LOW, 5: KINGS_FULL})
    assert found.shares == {3: 0, 5: 25 * DOLLAR}
    assert found.won_whole_by == 5
    (whole,) = found.parts
    assert (whole.name, whole.hand) == (PartName.WHOLE, "full house, kings over nines")
    assert whole.paragraphs == ("14.9(i)", "14.9(i)1")


@pytest.mark.paragraph("14.9(i)", "14.9(i)2", "14.9(i)2i")
@pytest.mark.parametrize("high_seat", [1, 2])
def test_14_9_i_2i_the_odd_dollar_of_the_halves_goes_to_the_high_wherever_it_sits(high_seat: int) -> None:
    """Item 8."""
    low_seat = 3 - high_seat
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, {high_seat: KINGS_FULL, low_seat: EIGHT_LOW})
    assert found.shares == {high_seat: 13 * DOLLAR, low_seat: 12 * DOLLAR}
    high, low = found.parts
    assert (high.odd_cents, high.odd_cents_paragraphs) == (DOLLAR, ("14.9(i)2i",))
    assert (low.odd_cents, low.odd_cents_paragraphs) == (0, ())
    assert (low.hand, low.paragraphs) == (
        "eight-six-four-three-ace low",
        ("14.9(i)", "14.9(i)2", "14.9(j)", "14.3(f)", "I-13"),
    )


@pytest.mark.paragraph("14.9(i)", "14.3(d)", "14.9(i)2ii", "14.9(i)2iv")
def test_14_9_i_2ii_tied_high_hands_give_the_odd_dollar_to_the_highest_card_by_suit() -> None:
    """Item 8: half of $25 is $13 for the high, and of that $6 each and one over."""
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, {**ACES_AND_NINES, 3: "8s 6d 4c 3c 2s Kh Qd"})
    assert found.shares == {1: 6 * DOLLAR, 2: 7 * DOLLAR, 3: 12 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=2, cents=DOLLAR, card="As", paragraphs=("14.9(i)2ii", "14.9(i)2iv"))]


@pytest.mark.paragraph("14.9(i)", "14.9(i)2iii", "14.9(i)2iv", "I-25", "I-13")
def test_14_9_i_2iii_tied_low_hands_give_the_odd_dollar_to_the_lowest_card_by_suit() -> None:
    """Item 8: nearest the ace first, and clubs are the lowest suit."""
    found = divided(GameName.STUD_HILO, 26 * DOLLAR, {**SIX_LOWS, 3: "9c 9d 9h Ts Td Js Jd"})
    assert found.shares == {1: 6 * DOLLAR, 2: 7 * DOLLAR, 3: 13 * DOLLAR}
    assert odd_units(found) == [
        OddUnit(seat=2, cents=DOLLAR, card="Ac", paragraphs=("14.9(i)2iii", "14.9(i)2iv", "I-25"))
    ]


@pytest.mark.paragraph("14.9(i)", "14.9(i)2", "14.9(i)2ii", "14.9(i)2iii")
def test_14_9_i_2_both_halves_tied_are_quarters_and_each_half_has_its_own_odd_dollar() -> None:
    """The high by As to seat 1, the low by Ac to seat 2: $14 is 7 and 7, $13 is 6 and 7."""
    found = divided(GameName.STUD_HILO_8, 27 * DOLLAR, SIX_LOWS)
    assert found.shares == {1: 13 * DOLLAR, 2: 14 * DOLLAR}
    found = divided(GameName.STUD_HILO_8, 26 * DOLLAR, SIX_LOWS)
    assert [(odd.seat, odd.card) for odd in odd_units(found)] == [(1, "As"), (2, "Ac")]
    assert found.shares == {1: 13 * DOLLAR, 2: 13 * DOLLAR}


@pytest.mark.paragraph("14.9(j)")
def test_14_9_j_without_a_low_that_qualifies_the_entire_pot_goes_to_the_high() -> None:
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, {1: KINGS_FULL, 2: "9s 6d 4c 3c As Qd Jd"})
    assert found.shares == {1: 25 * DOLLAR, 2: 0}
    (whole,) = found.parts
    assert (whole.name, whole.odd_cents, whole.paragraphs) == (PartName.WHOLE, 0, ("14.9(j)",))


@pytest.mark.paragraph("14.9(j)")
def test_14_9_j_without_a_low_tied_highs_divide_the_entire_pot_by_suit() -> None:
    """One division and not two: the odd dollar is that of the tie."""
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, ACES_AND_NINES)
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=2, cents=DOLLAR, card="As", paragraphs=("14.9(i)2ii", "14.9(i)2iv"))]


@pytest.mark.paragraph("14.9(i)", "14.9(i)2")
def test_14_9_i_high_low_split_has_a_low_winner_even_with_a_pair() -> None:
    found = divided(GameName.STUD_HILO, 20 * DOLLAR, {1: KINGS_FULL, 2: "Qh Qd Jc Jd Th Tc 9s"})
    assert winners(found) == {PartName.HIGH: {1}, PartName.LOW: {2}}
    assert found.parts[1].hand == "one pair, tens with queen, jack and nine, for low"


@pytest.mark.paragraph("14.9(k)", "14.9(l)")
@pytest.mark.parametrize("both_ways", ["6s 5h 4d 3c 2s Jd Jh", "8s 7s 4s 3s 2s Jd Jh", "As 5h 4d 3c 2s Ah Ad"])
def test_14_9_k_and_l_one_hand_may_win_both_halves(both_ways: str) -> None:
    """A low straight, a low flush, an ace that is low and high at once."""
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, {4: both_ways, 7: "Kh Kd Qh Qd 8c 7d 6d"})
    assert winners(found) == {PartName.HIGH: {4}, PartName.LOW: {4}}
    assert found.shares == {4: 25 * DOLLAR, 7: 0}
    assert found.won_whole_by == 4


@pytest.mark.paragraph("14.9(i)", "14.9(h)", "I-5")
def test_i_5_stud_for_one_winner_uses_the_split_rule_also_with_a_common_card() -> None:
    found = divided(GameName.STUD, 25 * DOLLAR, {1: "Ac Ad Kc Kh 2s 3d", 2: "Ah As Kd Ks 2c 3c"}, board="Qh")
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=2, cents=DOLLAR, card="As", paragraphs=("I-5",))]


# Super Seven, 14.9B(i) to (l).


@pytest.mark.paragraph("14.9B(i)", "14.9B(i)2", "I-5")
def test_14_9B_i_2_low_alone_and_i_5_its_odd_dollar_goes_to_the_lowest_card_by_suit() -> None:  # noqa: N802
    found = divided(GameName.SUPER_STUD_LOW, 25 * DOLLAR, {**SIX_LOWS, 3: KINGS_FULL})
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR, 3: 0}
    assert odd_units(found) == [OddUnit(seat=2, cents=DOLLAR, card="Ac", paragraphs=("I-5", "I-25"))]


@pytest.mark.paragraph("14.9B(i)", "14.9B(i)1", "I-5")
def test_14_9B_i_1_high_alone_and_i_5_its_odd_dollar_goes_to_the_highest_card_by_suit() -> None:  # noqa: N802
    found = divided(GameName.SUPER_STUD, 25 * DOLLAR, ACES_AND_NINES)
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}


@pytest.mark.paragraph("14.9B(i)", "14.9B(i)3", "14.9B(i)3i", "14.9B(i)3ii", "14.9B(i)3iii", "14.9B(i)3iv")
@pytest.mark.parametrize("name", [GameName.SUPER_STUD_HILO, GameName.SUPER_STUD_HILO_8])
def test_14_9B_i_3_the_split_rules_of_stud_by_its_own_paragraphs(name: GameName) -> None:  # noqa: N802
    found = divided(name, 27 * DOLLAR, {**SIX_LOWS, 3: "9c 9d 9h Ts Td Js Jd"})
    assert found.shares == {1: 6 * DOLLAR, 2: 7 * DOLLAR, 3: 14 * DOLLAR}
    assert found.parts[0].odd_cents_paragraphs == ("14.9B(i)3i",)
    assert odd_units(found)[0].paragraphs == ("14.9B(i)3iii", "14.9B(i)3iv", "I-25")
    tied_high = divided(name, 25 * DOLLAR, {**ACES_AND_NINES, 3: "8s 6d 4c 3c 2s Kh Qd"})
    assert odd_units(tied_high)[0].paragraphs == ("14.9B(i)3ii", "14.9B(i)3iv")


@pytest.mark.paragraph("14.9B(j)", "14.9B(k)", "14.9B(l)")
def test_14_9B_j_no_low_and_k_l_both_ways() -> None:  # noqa: N802
    no_low = divided(GameName.SUPER_STUD_HILO_8, 25 * DOLLAR, ACES_AND_NINES)
    assert no_low.parts[0].paragraphs == ("14.9B(j)",)
    wheel = {1: "As 5h 4d 3c 2s Ah Ad", 2: "Kh Kd Qh Qd 8c 7d 6d"}
    assert divided(GameName.SUPER_STUD_HILO_8, 25 * DOLLAR, wheel).won_whole_by == 1


# Hold 'em, 14.10(j).

DRY_BOARD = "As Kd 7c 4h 2h"

QUEEN_JACKS = {3: "Qs Jd", 5: "Qd Js", 9: "Qc Jh"}


@pytest.mark.paragraph("14.10(j)", "I-5")
@pytest.mark.parametrize(
    ("button", "pot", "shares"),
    [
        (5, 100, {9: 34, 3: 33, 5: 33}),
        (5, 101, {9: 34, 3: 34, 5: 33}),
        (9, 100, {3: 34, 5: 33, 9: 33}),
        (4, 100, {5: 34, 9: 33, 3: 33}),
        (11, 101, {3: 34, 5: 34, 9: 33}),
    ],
)
def test_i_5_holdem_gives_odd_dollars_clockwise_from_the_button_the_button_last(
    button: int, pot: int, shares: dict[int, int]
) -> None:
    """Item 8: two over, one each to the first two in that order."""
    found = divided(GameName.HOLDEM, pot * DOLLAR, QUEEN_JACKS, board=DRY_BOARD, button=button)
    assert found.shares == {seat: dollars * DOLLAR for seat, dollars in shares.items()}
    assert {odd.paragraphs for odd in odd_units(found)} == {("I-5",)}


@pytest.mark.paragraph("14.10(j)", "14.3(d)")
def test_14_10_j_all_share_equally_when_the_board_is_the_best_hand_of_all() -> None:
    hands = {1: "2c 3c", 4: "Ah Ad", 6: "9h 9d"}
    found = divided(GameName.HOLDEM, 90 * DOLLAR, hands, board="As Ks Qs Js Ts", button=1)
    assert found.shares == dict.fromkeys(hands, 30 * DOLLAR)
    assert found.won_whole_by is None
    assert found.parts[0].hand == "royal flush"


# Omaha, 14.11(f) to (h).

LOW_BOARD = "Ac 3d 8h Ks Kh"


@pytest.mark.paragraph("14.11(f)", "14.11(f)1", "I-5")
def test_i_5_omaha_high_skips_the_cards_of_the_board_and_asks_for_the_highest_by_suit() -> None:
    """Both play a king and a queen with A, K and 7: the king of hearts decides before the queen of spades."""
    hands = {1: "Kc Qs 9d 8h", 2: "Kh Qc 9c 8d"}
    found = divided(GameName.OMAHA, 25 * DOLLAR, hands, board=DRY_BOARD, button=2)
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=2, cents=DOLLAR, card="Kh", paragraphs=("I-5",))]


@pytest.mark.paragraph("14.11(f)", "14.11(h)", "14.11(f)2", "14.11(f)2i", "14.11(f)2iii", "14.11(f)2iv")
@pytest.mark.parametrize("button", [1, 2])
def test_14_11_f_2_a_tied_low_is_quartered_by_suit_and_the_button_means_nothing(button: int) -> None:
    """The ace of clubs is on the board and skipped; the two of hearts is the lower of the twos."""
    hands = {1: "2s 4c Js Jh", 2: "2h 4d Qs Qh"}
    found = divided(GameName.OMAHA_HILO_8, 27 * DOLLAR, hands, board=LOW_BOARD, button=button)
    assert found.shares == {1: 6 * DOLLAR, 2: 21 * DOLLAR}
    assert found.parts[0].odd_cents_paragraphs == ("14.11(f)2i",)
    assert odd_units(found) == [
        OddUnit(seat=2, cents=DOLLAR, card="2h", paragraphs=("14.11(f)2iii", "14.11(f)2iv", "I-25"))
    ]
    assert found.won_whole_by is None


@pytest.mark.paragraph("14.11(g)")
def test_14_11_g_no_low_without_two_low_cards_in_the_hand() -> None:
    hands = {1: "2s Qc Js Jh", 2: "Td 9d Qs Qh"}
    found = divided(GameName.OMAHA_HILO_8, 25 * DOLLAR, hands, board=LOW_BOARD)
    assert found.shares == {1: 0, 2: 25 * DOLLAR}
    assert found.parts[0].paragraphs == ("14.11(g)",)


# Big Omaha, 14.11(A)(f) to (h).

LOW_AT_2 = {2: "2s 4c Js Jh Td", 7: "2h 5d Qs Qh Tc"}
"""Seat 7 has the high, seat 2 the low."""


LOW_AT_2_AND_5 = {2: "2s 4c Js Jh Td", 5: "2h 4d Jc Jd 9h", 7: "Qs Qh Qd 9c Tc"}
"""Seat 7 has the high, seats 2 and 5 tie for low."""


@pytest.mark.paragraph("14.11(A)(f)", "14.11(A)(f)2", "14.11(A)(f)2i")
@pytest.mark.parametrize(
    ("button", "low", "high"),
    [(7, 13, 12), (2, 12, 13), (1, 13, 12), (4, 12, 13), (8, 13, 12)],
)
def test_14_11_A_f_2i_the_odd_dollar_goes_to_the_first_winner_from_the_button_high_or_low(  # noqa: N802
    button: int, low: int, high: int
) -> None:
    """Item 8: with the button at seat 7 seat 2 comes first, the button itself last."""
    found = divided(GameName.BIG_OMAHA_HILO_8, 25 * DOLLAR, LOW_AT_2, board=LOW_BOARD, button=button)
    assert found.shares == {2: low * DOLLAR, 7: high * DOLLAR}
    assert [part.odd_cents_paragraphs for part in found.parts if part.odd_cents] == [("14.11(A)(f)2i",)]


@pytest.mark.paragraph("14.11(A)(f)", "14.11(A)(f)2iii")
@pytest.mark.parametrize(
    ("button", "shares"),
    [
        (7, {2: 7, 5: 7, 7: 13}),
        (5, {7: 14, 2: 7, 5: 6}),
        (2, {5: 7, 7: 13, 2: 7}),
    ],
)
def test_14_11_A_f_2iii_the_odd_dollar_stays_in_the_half_of_the_first_winner(  # noqa: N802
    button: int, shares: dict[int, int]
) -> None:
    """A low half of $14 divides; one of $13 gives its odd dollar to the first of the two from the button."""
    found = divided(GameName.BIG_OMAHA_HILO_8, 27 * DOLLAR, LOW_AT_2_AND_5, board=LOW_BOARD, button=button)
    assert found.shares == {seat: dollars * DOLLAR for seat, dollars in shares.items()}
    assert all(odd.paragraphs == ("14.11(A)(f)2iii",) and odd.card is None for odd in odd_units(found))


@pytest.mark.paragraph("14.11(A)(f)", "14.11(A)(f)2i")
@pytest.mark.parametrize(("button", "shares"), [(5, {2: 21, 5: 6}), (2, {5: 7, 2: 20})])
def test_14_11_A_f_2i_a_first_winner_in_both_halves_gets_it_where_he_is_alone(  # noqa: N802
    button: int, shares: dict[int, int]
) -> None:
    """Seat 2 ties for high and is alone with a low: in the high half the odd dollar could end up with seat 5."""
    hands = {2: "2s 4c Qs Qd Td", 5: "Qh Qc 9c 9d Tc"}
    found = divided(GameName.BIG_OMAHA_HILO_8, 27 * DOLLAR, hands, board=LOW_BOARD, button=button)
    assert found.shares == {seat: dollars * DOLLAR for seat, dollars in shares.items()}


@pytest.mark.paragraph("14.11(A)(f)")
@pytest.mark.parametrize(("button", "shares"), [(5, {2: 21, 5: 6}), (2, {5: 7, 2: 20})])
def test_14_11_A_f_2i_a_first_winner_alone_with_the_high_gets_it_there(  # noqa: N802
    button: int, shares: dict[int, int]
) -> None:
    """The mirror of the test above: seat 2 has the high alone and ties for low."""
    hands = {2: "2s 4c Qs Qd Td", 5: "2h 4d Jh Jc Tc"}
    found = divided(GameName.BIG_OMAHA_HILO_8, 27 * DOLLAR, hands, board=LOW_BOARD, button=button)
    assert found.shares == {seat: dollars * DOLLAR for seat, dollars in shares.items()}


@pytest.mark.paragraph("14.11(A)(f)")
def test_14_11_A_f_2i_a_first_winner_tied_in_both_halves_gets_it_in_the_high() -> None:  # noqa: N802
    """$14 divides, and of $13 the odd dollar is that player's again: $14 and $13, the fairest there is."""
    hands = {2: "2s 4c Qs Qd Td", 5: "2h 4d Qh Qc Tc"}
    found = divided(GameName.BIG_OMAHA_HILO_8, 27 * DOLLAR, hands, board=LOW_BOARD, button=2)
    assert [part.cents for part in found.parts] == [14 * DOLLAR, 13 * DOLLAR]
    assert found.shares == {5: 14 * DOLLAR, 2: 13 * DOLLAR}


@pytest.mark.paragraph("14.11(A)(f)", "14.11(A)(g)", "14.11(A)(f)1", "14.11(A)(f)2ii", "14.11(A)(f)2iv", "I-5")
@pytest.mark.parametrize(("button", "first"), [(2, 5), (5, 2), (3, 5), (8, 2)])
def test_14_11_A_f_2ii_tied_highs_go_by_the_button_and_not_by_suit(button: int, first: int) -> None:  # noqa: N802
    """No low is possible on this board. By suit the ace of spades would always bring it to seat 2."""
    hands = {2: "As Js 9s 5h 4h", 5: "Ad Jd 9d 5c 4c"}
    found = divided(GameName.BIG_OMAHA_HILO_8, 25 * DOLLAR, hands, board="Ks Kh Qd 7c 3s", button=button)
    assert found.shares == {first: 13 * DOLLAR, 7 - first: 12 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=first, cents=DOLLAR, paragraphs=("14.11(A)(f)2ii",))]
    assert found.parts[0].paragraphs == ("14.11(A)(g)",)
    one_winner = divided(GameName.BIG_OMAHA, 25 * DOLLAR, hands, board="Ks Kh Qd 7c 3s", button=button)
    assert one_winner.shares == found.shares
    assert odd_units(one_winner)[0].paragraphs == ("I-5",)


@pytest.mark.paragraph("14.11(A)(h)", "14.11(A)(h)1")
def test_14_11_A_h_both_halves_of_one_player_are_the_whole_pot() -> None:  # noqa: N802
    hands = {2: "2s 4c Qs Qd Td", 5: "Jh Jc 9c 9d Tc"}
    found = divided(GameName.BIG_OMAHA_HILO_8, 25 * DOLLAR, hands, board=LOW_BOARD, button=2)
    assert found.shares == {2: 25 * DOLLAR, 5: 0}
    assert found.won_whole_by == 2


# Five-card draw, 14.12(h).


@pytest.mark.paragraph("14.12(h)", "14.12(h)1", "14.12(h)2", "I-5")
@pytest.mark.parametrize(("button", "first"), [(1, 6), (6, 1)])
def test_14_12_h_draw_high_and_low_go_by_the_button(button: int, first: int) -> None:
    """I-5. Seat 1 has the higher suits, seat 6 the lower ones: neither matters."""
    hands = {1: "As Ks Qs 9d 8s", 6: "Ac Kc Qc 9h 8c"}
    for name in (GameName.DRAW, GameName.DRAW_LOW):
        found = divided(name, 25 * DOLLAR, hands, button=button)
        assert found.shares == {first: 13 * DOLLAR, 7 - first: 12 * DOLLAR}
        assert odd_units(found)[0].paragraphs == ("I-5",)


@pytest.mark.paragraph("14.12(h)", "14.12(h)2")
def test_14_12_h_2_in_low_draw_a_pair_of_aces_beats_a_pair_of_twos_and_no_pair_beats_both() -> None:
    """Item 6."""
    hands = {1: "As Ah Kd Qc Js", 2: "2s 2h 3d 4c 5s", 3: "Ks Qd Jc Td 9s"}
    assert divided(GameName.DRAW_LOW, 25 * DOLLAR, hands, button=1).won_whole_by == 3
    del hands[3]
    assert divided(GameName.DRAW_LOW, 25 * DOLLAR, hands, button=1).won_whole_by == 1


# Badugi, 14.12C(l).


@pytest.mark.paragraph("14.12C(l)")
def test_14_12C_l_four_cards_beat_three_beat_two_beat_one() -> None:  # noqa: N802
    """Item 7."""
    hands = {1: "Ks Qh Jc Td", 2: "As 2h 3c 3d", 3: "As 2h 2c 2s", 4: "Ad Kd Qd 2d"}
    for better, worse in ((1, 2), (1, 3), (2, 4), (3, 4)):
        two = {better: hands[better], worse: hands[worse]}
        assert divided(GameName.BADUGI, 10 * DOLLAR, two, button=worse).won_whole_by == better


@pytest.mark.paragraph("14.12C(l)", "14.12C(l)5", "I-5")
@pytest.mark.parametrize(("button", "first"), [(1, 6), (6, 1)])
def test_14_12C_l_5_a_tie_is_split_and_the_odd_dollar_goes_by_the_button(button: int, first: int) -> None:  # noqa: N802
    found = divided(GameName.BADUGI, 25 * DOLLAR, {1: "As 2h 3c 4d", 6: "Ah 2s 3d 4c"}, button=button)
    assert found.shares == {first: 13 * DOLLAR, 7 - first: 12 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=first, cents=DOLLAR, paragraphs=("14.12C(l)5", "I-5"))]


# Five-card stud, 14.13(h).


@pytest.mark.paragraph("14.13(h)", "I-5")
@pytest.mark.parametrize("button", [None, 3, 8])
def test_14_13_h_five_card_stud_goes_from_the_dealers_left_whatever_the_suits(button: int | None) -> None:
    """I-5. There is no button in this game; a number of one changes nothing."""
    found = divided(GameName.FIVE_STUD, 25 * DOLLAR, {8: "As Kc Qd Jd 9d", 3: "Ah Kd Qc Jc 9c"}, button=button)
    assert found.shares == {3: 13 * DOLLAR, 8: 12 * DOLLAR}
    assert odd_units(found) == [OddUnit(seat=3, cents=DOLLAR, paragraphs=("I-5",))]


# Mambo, 14.13A(j).


@pytest.mark.paragraph("14.13A(j)", "I-5")
def test_14_13A_j_mambo_splits_and_the_odd_dollar_goes_to_the_high() -> None:  # noqa: N802
    found = divided(GameName.MAMBO_HILO_6, 25 * DOLLAR, {1: "Ac 2d 6h", 2: "Kh Kd 9c"}, board="4s")
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}
    high, low = found.parts
    assert (high.hand, low.hand) == ("one pair, kings with nine", "four-two-ace low")
    assert high.odd_cents_paragraphs == ("I-5",)


@pytest.mark.paragraph("14.13A(j)", "14.13A(k)", "I-4")
def test_14_13A_j_mambo_without_six_or_better_goes_to_the_high_alone() -> None:  # noqa: N802
    """I-4."""
    found = divided(GameName.MAMBO_HILO_6, 25 * DOLLAR, {1: "Ac 2d 7h", 2: "Kh Kd 9c"}, board="8s")
    assert found.shares == {1: 0, 2: 25 * DOLLAR}
    assert found.parts[0].paragraphs == ("I-4",)


@pytest.mark.paragraph("14.13A(j)", "I-5")
def test_14_13A_j_mambo_ties_go_by_suit_past_the_community_card() -> None:  # noqa: N802
    """As omaha split (I-5): for high the king of hearts, for low the ace of clubs; the four is everybody's."""
    hands = {1: "Kh Kc Js", 2: "Kd Ks Jh", 3: "As 2d 9h", 4: "Ac 2s 9d"}
    found = divided(GameName.MAMBO_HILO_6, 30 * DOLLAR, hands, board="4h")
    assert found.shares == {1: 7 * DOLLAR, 2: 8 * DOLLAR, 3: 7 * DOLLAR, 4: 8 * DOLLAR}
    assert [(odd.seat, odd.card) for odd in odd_units(found)] == [(2, "Ks"), (4, "Ac")]


# The unit, item 8.


def test_item_8_coin_below_the_chip_is_one_more_piece_and_nobody_has_more_than_a_dollar_over() -> None:
    """$25.50: $12 each, the dollar to the high, the half dollar whole to the low."""
    found = divided(GameName.STUD_HILO_8, 2550, {1: EIGHT_LOW, 2: KINGS_FULL})
    assert found.shares == {1: 1250, 2: 1300}
    assert [part.odd_cents for part in found.parts] == [100, 50]
    even = divided(GameName.STUD_HILO_8, 2450, {1: EIGHT_LOW, 2: KINGS_FULL})
    assert even.shares == {1: 1200, 2: 1250}


def test_item_8_coin_comes_last_after_the_whole_units() -> None:
    found = divided(GameName.HOLDEM, 2675, QUEEN_JACKS, board=DRY_BOARD, button=5)
    assert found.shares == {9: 900, 3: 900, 5: 875}
    assert [(odd.seat, odd.cents) for odd in odd_units(found)] == [(9, 100), (3, 100), (5, 75)]


def test_item_8_a_pot_of_less_than_a_chip_goes_to_the_first_in_order() -> None:
    assert divided(GameName.HOLDEM, 75, QUEEN_JACKS, board=DRY_BOARD, button=5).shares == {9: 75, 3: 0, 5: 0}


@pytest.mark.parametrize(("chip", "shares"), [(25, {1: 1275, 2: 1275}), (100, {1: 1250, 2: 1300}), (1, None)])
def test_item_8_the_unit_is_the_chip(chip: int, shares: dict[int, int] | None) -> None:
    found = divided(GameName.STUD_HILO_8, 2550, {1: EIGHT_LOW, 2: KINGS_FULL}, chip=chip)
    assert found.shares == (shares or {1: 1275, 2: 1275})


def test_item_8_the_unit_is_never_above_a_dollar_however_large_the_chip() -> None:
    found = divided(GameName.STUD_HILO_8, 25 * DOLLAR, {1: EIGHT_LOW, 2: KINGS_FULL}, chip=5 * DOLLAR)
    assert found.shares == {1: 12 * DOLLAR, 2: 13 * DOLLAR}
    assert found.unit_cents == DOLLAR


# What a kill asks, item 9 and I-14.


@pytest.mark.paragraph("I-14")
def test_i_14_a_tie_for_high_without_a_low_is_nobodys_whole_pot() -> None:
    assert divided(GameName.STUD_HILO_8, 24 * DOLLAR, ACES_AND_NINES).won_whole_by is None


@pytest.mark.paragraph("14.6(e)", "14.6(e)5", "I-11")
def test_14_6_e_5_the_last_player_wins_without_showing() -> None:
    """I-11: cards nobody saw are not asked for."""
    found = divide(
        game=GAMES[GameName.HOLDEM], pot_cents=700, chip_cents=100, hands={6: ("??", "??")}, board=(), order=(8, 6, 1)
    )
    assert found.shares == {6: 700}
    assert found.won_whole_by == 6
    assert (found.parts[0].hand, found.parts[0].paragraphs) == (None, ("14.6(e)5",))


# What no table can ask.


@pytest.mark.parametrize(
    ("pot", "chip", "order", "said"),
    [
        (-1, 100, (1,), "a pot of -1 cents"),
        (1, 0, (1,), "chips of 0"),
        (1, 100, (2, 3), "does not contain all seats"),
        (1, 100, (1, 1), "does not contain all seats"),
    ],
)
def test_a_pot_that_cannot_be_is_not_divided(pot: int, chip: int, order: tuple[int, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        divide(
            game=GAMES[GameName.STUD],
            pot_cents=pot,
            chip_cents=chip,
            hands={1: parse(KINGS_FULL)},
            board=(),
            order=order,
        )


@pytest.mark.paragraph("14.3(g)")
def test_14_3_g_cards_speak_in_words_that_only_tied_hands_share() -> None:
    game = GAMES[GameName.STUD_HILO_8]
    assert in_words(game, parse(KINGS_FULL), ()) == ("full house, kings over nines", None)
    first, second = (in_words(game, parse(cards), ()) for cards in SIX_LOWS.values())
    assert first == second
    assert in_words(GAMES[GameName.BADUGI], parse("As 2h 3c 4d"), ()).high is None
