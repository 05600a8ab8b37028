"""Whatever is put in and whoever folds: no cent is lost, and nobody can win more of another than he has matched."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.pots.side_pots import order_of_award, side_pots

SEATS = st.integers(1, 11)

CENTS = st.one_of(st.integers(0, 6), st.sampled_from((0, 25, 100, 500, 2000)), st.integers(0, 100_000))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[dict[int, int], set[int]]:
    contributed = draw(st.dictionaries(SEATS, CENTS, min_size=1))
    return contributed, draw(st.sets(st.sampled_from(sorted(contributed)), min_size=1))


@given(rounds(), st.integers(0, 500))
def test_every_cent_is_in_a_pot_or_goes_back(put_in: tuple[dict[int, int], set[int]], dead: int) -> None:
    contributed, in_play = put_in
    found = side_pots(contributed, in_play, dead_cents=dead)
    back = found.uncalled.cents if found.uncalled else 0
    assert sum(pot.cents for pot in found.pots) + back == sum(contributed.values()) + dead
    assert all(pot.cents > 0 and pot.eligible for pot in found.pots)


@given(rounds())
def test_only_players_in_play_may_win_and_every_side_pot_has_fewer_of_them(
    put_in: tuple[dict[int, int], set[int]],
) -> None:
    contributed, in_play = put_in
    pots = side_pots(contributed, in_play).pots
    assert all(set(pot.eligible) <= in_play for pot in pots)
    assert all(set(later.eligible) < set(earlier.eligible) for earlier, later in pairwise(pots))
    assert order_of_award(pots)[::-1] == pots


@given(rounds())
def test_nobody_can_win_more_of_another_player_than_he_put_in_himself(
    put_in: tuple[dict[int, int], set[int]],
) -> None:
    """Item 10, where no more was folded than somebody in play has matched: what legal betting always leaves."""
    contributed, in_play = put_in
    most = max(contributed[seat] for seat in in_play)
    legal = {seat: min(cents, most) for seat, cents in contributed.items()}
    found = side_pots(legal, in_play)
    for seat in in_play:
        winnable = sum(pot.cents for pot in found.pots if seat in pot.eligible)
        back = found.uncalled.cents if found.uncalled and found.uncalled.seat == seat else 0
        assert winnable + back == sum(min(cents, legal[seat]) for cents in legal.values())


@given(rounds())
def test_uncalled_is_exactly_what_the_largest_wager_has_above_the_next(
    put_in: tuple[dict[int, int], set[int]],
) -> None:
    contributed, in_play = put_in
    found = side_pots(contributed, in_play).uncalled
    largest, *others = sorted(contributed.values(), reverse=True)
    assert (found.cents if found else 0) == largest - max(others, default=0)
    assert found is None or contributed[found.seat] == largest


@given(rounds())
def test_the_order_in_which_seats_are_named_changes_nothing(put_in: tuple[dict[int, int], set[int]]) -> None:
    contributed, in_play = put_in
    other_way = dict(reversed(contributed.items()))
    assert side_pots(contributed, sorted(in_play)) == side_pots(other_way, sorted(in_play, reverse=True))
