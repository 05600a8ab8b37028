"""A round told again: unchanged it comes out as it was; with a wager put right the rules would have taken it so."""

import random
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import Round, RoundAct, evolve
from firmware_host.rules.round_facts import (
    BettingCompleted,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    RoundBody,
    RoundStarted,
)
from firmware_host.rules.stakes import Limit
from firmware_host.table.corrections.refold import retold
from firmware_host.table.corrections.requests import wagered
from firmware_host.table.state.round_log import Told
from tests.rules.random_rounds import play, stakes

WAGERS = (PlayerBet, PlayerCalled, PlayerChecked)

NAMES = sorted(GAMES)


def told(seed: int, name: GameName, limit: Limit) -> list[Told]:
    """A random round up to some moment before its award, as the table keeps it."""
    chance, game = random.Random(seed), GAMES[name]
    posted = stakes(limit, button=game.button)
    stacks = {seat: chance.choice((600, 2_000, 10_000)) for seat in chance.sample(range(1, 8), chance.randint(2, 5))}
    answers = play(game, posted, stacks, chance, hidden=0.5).answers
    standing = answers[: chance.randint(1, len(answers) - 1)]
    numbers = count(1)
    return [
        Told(number=next(numbers), cause=f"act-{at}", body=body)
        for at, bodies in enumerate(standing)
        for body in bodies
    ]


def folded(facts: list[Told]) -> Round:
    round_ = None
    for fact in facts:
        assert isinstance(fact.body, RoundBody)
        round_ = evolve(round_, fact.body)
    assert round_ is not None
    return round_


def as_it_was(_: Round, act: RoundAct) -> RoundAct:
    return act


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 10_000), limit=st.sampled_from([Limit.FIXED, Limit.NO]))
def test_with_nothing_put_right_every_round_of_every_game_comes_out_as_it_was(
    name: GameName, seed: int, limit: Limit
) -> None:
    facts = told(seed, name, limit)
    for fact in facts[1:]:
        if not isinstance(fact.body, RoundStarted):
            assert retold(facts, fact.number, as_it_was) == ()


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 10_000), limit=st.sampled_from([Limit.FIXED, Limit.NO]), choice=st.data())
def test_a_wager_put_right_keeps_every_chip_and_every_card_and_goes_on(
    name: GameName, seed: int, limit: Limit, choice: st.DataObject
) -> None:
    facts = told(seed, name, limit)
    over = max((fact.number for fact in facts if isinstance(fact.body, BettingCompleted)), default=0)
    wagers = [fact.number for fact in facts if isinstance(fact.body, WAGERS) and fact.number > over]
    if not wagers:
        return
    of = choice.draw(st.sampled_from(wagers))
    to_cents = choice.draw(st.sampled_from([0, 100, 200, 400, 600, 800, 1_200, 2_000, 10_000]))
    changes = retold(facts, of, wagered(to_cents))
    if not changes or isinstance(changes, Refusal):
        return
    assert changes[0].of == of, "what was put right comes first"
    instead = {change.of: change.body for change in changes}
    before = folded(facts)
    after = folded([replace(fact, body=instead.get(fact.number, fact.body)) for fact in facts])
    assert _chips(after) == _chips(before)
    assert (
        after.places.stub + after.places.burns + after.places.discards + after.places.hands + len(after.board) == DECK
    )
    assert (after.phase, after.street) == (before.phase, before.street)
    assert all(player.stack >= 0 for player in after.players)


def _chips(round_: Round) -> int:
    return sum(player.stack + player.put_in for player in round_.players) + round_.dead
