"""Whatever is put down and shaken: money is exact, and the wager is judged before the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.dice.wagers import TERMS, Odds, Result, Wager, amount_step_cents, settle

WAGERS = st.sampled_from(Wager)

FACES = st.integers(1, 6)

SHAKES = st.tuples(FACES, FACES)

CHIPS = st.sampled_from([5, 10, 25, 50, 100, 250, 500, 2500])

AMOUNTS = st.one_of(st.integers(1, 1_000_000), st.builds(int.__mul__, st.integers(1, 40), CHIPS))


@st.composite
def offers(draw: st.DrawFn) -> tuple[Wager, tuple[Odds, ...]]:
    """A wager and odds of any kind on each of its prizes, above the floor and below it."""
    wager = draw(WAGERS)
    sides = st.integers(1, 12)
    return wager, tuple(Odds(win=draw(sides), stake=draw(sides)) for _ in TERMS[wager].prizes)


def worth(odds: Odds) -> Fraction:
    return Fraction(odds.win, odds.stake)


@given(offers(), AMOUNTS, SHAKES, CHIPS)
@pytest.mark.paragraph("13.6(b)", "13.6(c)", "13.6(d)")
def test_a_win_pays_the_odds_to_the_cent_in_whole_chips(
    offer: tuple[Wager, tuple[Odds, ...]], amount: int, shake: tuple[int, int], chip: int
) -> None:
    wager, odds = offer
    settlement = settle(wager, amount_cents=amount, dice=shake, odds=odds, chip_cents=chip)
    won = [offered for prize, offered in zip(TERMS[wager].prizes, odds, strict=True) if sum(shake) in prize.sums]
    assert (settlement.result is Result.WIN) == (bool(won) and settlement.result is not Result.REFUSED)
    if settlement.result is Result.WIN:
        assert settlement.pays_cents == amount * worth(won[0])
        assert settlement.pays_cents % chip == amount % chip == 0
    else:
        assert settlement.pays_cents == 0


@given(offers(), AMOUNTS, CHIPS)
@pytest.mark.paragraph("13.6(b)", "13.6(c)")
def test_it_is_refused_for_low_odds_or_an_inexact_amount_and_for_nothing_else(
    offer: tuple[Wager, tuple[Odds, ...]], amount: int, chip: int
) -> None:
    wager, odds = offer
    low = any(worth(offered) < worth(prize.floor) for prize, offered in zip(TERMS[wager].prizes, odds, strict=True))
    chips = Fraction(amount, chip)
    exact = all((chips * part).denominator == 1 for part in (Fraction(1), *map(worth, odds)))
    expected = "13.6(b)" if low else "13.6(c)" if not exact else None
    for shake in ((1, 1), (3, 4), (6, 3)):
        settlement = settle(wager, amount_cents=amount, dice=shake, odds=odds, chip_cents=chip)
        refused_by = settlement.paragraph if settlement.result is Result.REFUSED else None
        assert refused_by == expected


@given(WAGERS, st.integers(1, 200), SHAKES, CHIPS)
def test_every_multiple_of_the_step_is_taken(wager: Wager, times: int, shake: tuple[int, int], chip: int) -> None:
    amount = times * amount_step_cents(wager, chip_cents=chip)
    settlement = settle(wager, amount_cents=amount, dice=shake, chip_cents=chip)
    assert settlement.result is not Result.REFUSED
    assert (settlement.pays_cents > 0) == (settlement.result is Result.WIN)


@given(WAGERS, SHAKES)
def test_it_does_not_matter_which_die_shows_which(wager: Wager, shake: tuple[int, int]) -> None:
    first, second = shake
    one = settle(wager, amount_cents=30_00, dice=(first, second))
    assert one == settle(wager, amount_cents=30_00, dice=(second, first))


def test_no_sum_both_wins_and_loses() -> None:
    for terms in TERMS.values():
        wins = [total for prize in terms.prizes for total in prize.sums]
        assert len(set(wins)) == len(wins)
        assert not set(wins) & set(terms.loses)
