"""Whatever is tabled: no cent is lost, a tie is worth the same to all but for odd money, and names change nothing."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.game import Game, OddMoney
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.division import Division, divide
from firmware_host.rules.ranking import odd_money, strength
from firmware_host.rules.ranking.deck import CARDS

Hands = dict[int, tuple[str, ...]]

Thing = TypeVar("Thing")


EVEN = 2 * 2520
"""Divides into halves and those among up to ten, whatever the unit."""


class Table(NamedTuple):
    game: Game
    hands: Hands
    board: tuple[str, ...]
    order: tuple[int, ...]

    def divide(self, pot: int, chip: int) -> Division:
        return divide(
            game=self.game, pot_cents=pot, chip_cents=chip, hands=self.hands, board=self.board, order=self.order
        )


def numbers(game: Game) -> tuple[int, int]:
    """How many cards are a player's own and how many are on the board."""
    own = sum(street.down + street.up - street.discard for street in game.streets)
    return own, sum(street.board for street in game.streets)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Few ranks in the pack make ties common."""
    game = draw(st.sampled_from(tuple(GAMES.values())))
    own, on_board = numbers(game)
    ranks = draw(st.sampled_from(("23456789TJQKA", "A2345678", "A23456", "A2345", "TJQKA", "A258K")))
    pack = draw(st.permutations([card for card in CARDS if card[0] in ranks]))
    least = draw(st.sampled_from((2, 2, 2, 1)))
    most = min(5, game.most_players, (len(pack) - on_board) // own)
    seats = draw(st.lists(st.integers(1, 11), min_size=least, max_size=most, unique=True))
    start = on_board
    hands = {}
    for seat in seats:
        hands[seat] = tuple(pack[start : start + own])
        start += own
    return Table(game, hands, tuple(pack[:on_board]), tuple(draw(st.permutations(seats))))


POTS = st.one_of(st.integers(0, 40), st.integers(0, 40).map(lambda dollars: 100 * dollars), st.integers(0, 1_000_000))

CHIPS = st.sampled_from((1, 25, 50, 100, 500))


@given(tables(), POTS, CHIPS)
def test_every_cent_of_the_pot_is_given_to_somebody(table: Table, pot: int, chip: int) -> None:
    found = table.divide(pot, chip)
    assert sum(found.shares.values()) == pot
    assert sum(part.cents for part in found.parts) == pot
    assert set(found.shares) == set(table.hands)
    assert min(found.shares.values()) >= 0


@given(tables(), POTS, CHIPS)
def test_only_winners_are_paid_and_nobodys_excess_is_above_the_unit(table: Table, pot: int, chip: int) -> None:
    found = table.divide(pot, chip)
    winners = {seat for part in found.parts for seat in part.winners}
    assert all(cents == 0 for seat, cents in found.shares.items() if seat not in winners)
    for part in found.parts:
        assert all(0 < odd.cents <= found.unit_cents <= 100 for odd in part.odd)
        assert 0 <= part.odd_cents <= found.unit_cents
        assert len({odd.seat for odd in part.odd}) == len(part.odd)
        equal = part.cents - sum(odd.cents for odd in part.odd)
        assert equal % len(part.winners) == 0
    if len(found.parts) == 2:
        high, low = found.parts
        assert high.cents - high.odd_cents == low.cents - low.odd_cents


@given(tables(), st.integers(0, 4_000), CHIPS)
def test_shares_are_those_of_dealing_the_pot_out_chip_by_chip(table: Table, pot: int, chip: int) -> None:
    """The slow way: round the halves and then round the tied, one unit at a time, and the coin after the last."""
    if len(table.hands) == 1:
        return
    unit = min(chip, 100)
    best = {low: _best(table, low=low) for low in (False, True)}
    sides = [low for low in (False, True) if best[low]]
    if len(sides) == 2 and _low_first(table, best):
        sides.reverse()
    due = dict.fromkeys(table.hands, 0)
    for low, part in zip(sides, _dealt_out(pot, len(sides), unit), strict=True):
        served = _served(table, best[low], low=low)
        for seat, share in zip(served, _dealt_out(part, len(served), unit), strict=True):
            due[seat] += share
    assert table.divide(pot, chip).shares == due


def _dealt_out(cents: int, among: int, unit: int) -> list[int]:
    heaps = [0] * among
    turn = 0
    while cents:
        piece = min(unit, cents)
        heaps[turn % among] += piece
        cents -= piece
        turn += 1
    return heaps


def _low_first(table: Table, best: dict[bool, list[int]]) -> bool:
    """Only Big Omaha asks who comes first; one who wins in both is served where nobody else is."""
    if table.game.odd is OddMoney.BY_SUIT:
        return False
    first = min({*best[False], *best[True]}, key=table.order.index)
    if first not in best[False]:
        return True
    return best[True] == [first] and best[False] != [first]


def _served(table: Table, tied: list[int], *, low: bool) -> tuple[int, ...]:
    ranking = table.game.low if low else table.game.high
    in_order = sorted(tied, key=table.order.index)
    if table.game.odd is not OddMoney.BY_SUIT or ranking is None:
        return tuple(in_order)
    return odd_money(ranking, {seat: table.hands[seat] for seat in in_order}, table.board)


@given(tables(), st.integers(0, 50), CHIPS)
def test_a_pot_that_divides_evenly_gives_each_winner_exactly_his_part(table: Table, times: int, chip: int) -> None:
    """Worked out here anew: half for the best high, half for the best low, the whole where there is no low."""
    pot = EVEN * 100 * times
    if len(table.hands) == 1:
        assert table.divide(pot, chip).shares == dict.fromkeys(table.hands, pot)
        return
    sides = [best for best in (_best(table, low=False), _best(table, low=True)) if best]
    due = {seat: sum(pot // len(sides) // len(best) for best in sides if seat in best) for seat in table.hands}
    found = table.divide(pot, chip)
    assert found.shares == due
    assert not any(part.odd or part.odd_cents for part in found.parts)


def _best(table: Table, *, low: bool) -> list[int]:
    ranking = table.game.low if low else table.game.high
    if ranking is None:
        return []
    found = {seat: strength(ranking, cards, table.board) for seat, cards in table.hands.items()}
    qualified = {seat: worth for seat, worth in found.items() if worth is not None}
    return [seat for seat, worth in qualified.items() if worth == max(qualified.values())]


@given(tables(), POTS, CHIPS, st.randoms(use_true_random=False))
def test_the_order_in_which_cards_and_hands_are_laid_down_changes_nothing(
    table: Table, pot: int, chip: int, chance: random.Random
) -> None:
    shuffled = Table(
        table.game,
        {seat: _mixed(table.hands[seat], chance) for seat in _mixed(table.hands, chance)},
        _mixed(table.board, chance),
        table.order,
    )
    assert shuffled.divide(pot, chip) == table.divide(pot, chip)


@given(tables(), POTS, CHIPS, st.randoms(use_true_random=False))
def test_the_order_of_receipt_matters_only_where_the_game_goes_by_seat(
    table: Table, pot: int, chip: int, chance: random.Random
) -> None:
    """By suit it never does; by seat nobody gains more than the unit, once for the halves and once for each tie."""
    other = table._replace(order=_mixed(table.order, chance))
    ours, theirs = table.divide(pot, chip), other.divide(pot, chip)
    if table.game.odd is OddMoney.BY_SUIT:
        assert ours.shares == theirs.shares
    assert all(abs(ours.shares[seat] - theirs.shares[seat]) <= 3 * ours.unit_cents for seat in table.hands)
    assert ours.won_whole_by == theirs.won_whole_by


@given(tables(), POTS, CHIPS)
def test_which_numbers_the_seats_have_changes_nothing_but_the_names(table: Table, pot: int, chip: int) -> None:
    renamed = Table(
        table.game,
        {12 - seat: cards for seat, cards in table.hands.items()},
        table.board,
        tuple(12 - seat for seat in table.order),
    )
    shares = table.divide(pot, chip).shares
    assert renamed.divide(pot, chip).shares == {12 - seat: cents for seat, cents in shares.items()}


@given(tables(), POTS, CHIPS)
def test_who_cannot_win_may_as_well_not_be_there(table: Table, pot: int, chip: int) -> None:
    """Unless nobody is left to show against: then there is no showdown, and the same one wins."""
    found = table.divide(pot, chip)
    winners = {seat for part in found.parts for seat in part.winners}
    alone = table._replace(hands={seat: cards for seat, cards in table.hands.items() if seat in winners})
    assert alone.divide(pot, chip).shares == {seat: found.shares[seat] for seat in alone.hands}


def _mixed(things: Iterable[Thing], chance: random.Random) -> tuple[Thing, ...]:
    left = list(things)
    chance.shuffle(left)
    return tuple(left)
