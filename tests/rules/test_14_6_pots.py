"""14.6(e)6 and item 10: the centre pot, the side pots, what goes back, and what is awarded first."""

from __future__ import annotations

import pytest

from firmware_host.rules.pots.side_pots import Pot, Uncalled, order_of_award, side_pots


def pot(cents: int, *eligible: int) -> Pot:
    return Pot(cents=cents, eligible=eligible)


def test_equal_wagers_make_one_pot() -> None:
    found = side_pots({1: 500, 4: 500, 6: 500}, in_play=(6, 1, 4))
    assert found.pots == (pot(1500, 1, 4, 6),)
    assert found.uncalled is None


@pytest.mark.paragraph("14.6(e)", "14.7(c)", "14.7(c)4i", "14.7(c)4iii")
def test_item_10_an_all_in_player_may_win_only_what_he_has_matched() -> None:
    found = side_pots({1: 500, 4: 1200, 6: 2000, 8: 2000}, in_play=(1, 4, 6, 8))
    assert found.pots == (pot(2000, 1, 4, 6, 8), pot(2100, 4, 6, 8), pot(1600, 6, 8))


@pytest.mark.paragraph("14.6(e)", "14.6(e)6")
def test_14_6_e_6_side_pots_are_awarded_before_the_centre_pot_the_last_made_first() -> None:
    made = side_pots({1: 500, 4: 1200, 6: 2000, 8: 2000}, in_play=(1, 4, 6, 8)).pots
    assert order_of_award(made) == (pot(1600, 6, 8), pot(2100, 4, 6, 8), pot(2000, 1, 4, 6, 8))


def test_folded_money_stays_in_and_makes_no_pot_of_its_own() -> None:
    found = side_pots({1: 300, 2: 700, 4: 2000, 6: 2000}, in_play=(4, 6))
    assert found.pots == (pot(5000, 4, 6),)


def test_folded_money_above_an_all_in_is_in_the_side_pot() -> None:
    found = side_pots({1: 500, 2: 900, 4: 2000, 6: 2000}, in_play=(1, 4, 6))
    assert found.pots == (pot(2000, 1, 4, 6), pot(3400, 4, 6))


def test_what_nobody_matched_goes_back_to_its_maker_and_into_no_pot() -> None:
    found = side_pots({1: 500, 4: 2000}, in_play=(1, 4))
    assert found.pots == (pot(1000, 1, 4),)
    assert found.uncalled == Uncalled(seat=4, cents=1500)


def test_an_uncalled_bet_after_all_have_folded_goes_back_too() -> None:
    found = side_pots({1: 100, 2: 200, 4: 900}, in_play=(4,))
    assert found.pots == (pot(500, 4),)
    assert found.uncalled == Uncalled(seat=4, cents=700)


def test_a_larger_wager_that_was_folded_later_is_matched_only_as_far_as_others_went() -> None:
    found = side_pots({1: 500, 4: 2000}, in_play=(1,))
    assert found.pots == (pot(1000, 1),)
    assert found.uncalled == Uncalled(seat=4, cents=1500)


def test_folded_money_above_every_level_stays_with_the_last_pot() -> None:
    found = side_pots({1: 500, 4: 2000, 6: 2000}, in_play=(1,))
    assert found.pots == (pot(4500, 1),)
    found = side_pots({1: 500, 4: 1000, 6: 2000, 8: 2000}, in_play=(1, 4))
    assert found.pots == (pot(2000, 1, 4), pot(3500, 4))


def test_a_player_who_put_in_nothing_is_eligible_for_folded_money_only_when_nobody_else_is() -> None:
    assert side_pots({1: 500, 2: 500}, in_play=(3,)).pots == (pot(1000, 3),)
    assert side_pots({1: 500, 2: 500}, in_play=(2, 3)).pots == (pot(1000, 2),)


def test_dead_money_goes_to_the_centre_pot_and_matches_nobodys_wager() -> None:
    found = side_pots({1: 500, 4: 2000, 6: 2000}, in_play=(1, 4, 6), dead_cents=100)
    assert found.pots == (pot(1600, 1, 4, 6), pot(3000, 4, 6))
    assert side_pots({}, in_play=(4, 1), dead_cents=100).pots == (pot(100, 1, 4),)


def test_nothing_put_in_is_no_pot() -> None:
    assert side_pots({}, in_play=(1, 2)).pots == ()


@pytest.mark.parametrize(
    ("contributed", "in_play", "dead", "said"),
    [({1: 5}, (), 0, "no player is in play"), ({1: -5}, (1,), 0, "below zero"), ({1: 5}, (1,), -1, "below zero")],
)
def test_what_no_table_can_ask_is_refused(
    contributed: dict[int, int], in_play: tuple[int, ...], dead: int, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        side_pots(contributed, in_play, dead_cents=dead)
