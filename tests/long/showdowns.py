"""Whole rounds of all games to a showdown; who was paid what is judged by `oracle`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from firmware_host.rules.game import Game
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import Round
from firmware_host.rules.round_facts import CommunityDealt, HandShown, PotAwarded
from firmware_host.rules.stakes import Limit, Stakes
from tests.long.oracle import Pot, Showdown, pots
from tests.long.search import Search
from tests.rules.random_rounds import Played, play, stakes

MOST_CHIPS = (8, 30, 300)


def showdowns(search: Search) -> None:
    """Deal until so many rounds came to a showdown of two or more hands."""
    chance, games = search.chance(), list(GAMES.values())
    while search.left:
        game = games[search.done % len(games)]
        seats = chance.sample(range(1, 12), chance.randint(2, game.most_players))
        chip = chance.choice([100, 100, 50, 25])
        posted = stakes(
            chance.choice(list(Limit)), button=game.button, chip_cents=chip, ante_cents=chance.choice([0, 0, chip])
        )
        most = chance.choice(MOST_CHIPS)
        stacks = {seat: 100 * chance.randint(1, most) for seat in seats}
        played = play(game, posted, stacks, chance, fold=chance.choice([0.02, 0.1]), muck=False)
        shown = {body.seat: body.cards for body in played.bodies if isinstance(body, HandShown)}
        if len(shown) > 1:
            _judge(Dealt(game, posted, stacks, played, shown), search)
            search.did()
        else:
            search.noted(rounds_without_a_showdown=1)


class Dealt(NamedTuple):
    """One round that came to a showdown."""

    game: Game
    posted: Stakes
    stacks: dict[int, int]
    played: Played
    shown: dict[int, tuple[str, ...]]


def _judge(dealt: Dealt, search: Search) -> None:
    game, posted, stacks, played, shown = dealt
    awarded = [body for body in played.bodies if isinstance(body, PotAwarded)]
    won: Counter[int] = Counter()
    for body in awarded:
        for share in body.shares:
            won[share.seat] += share.cents
    put_in = {player.seat: stacks[player.seat] + won[player.seat] - player.stack for player in played.final.players}
    board = [card for body in played.bodies if isinstance(body, CommunityDealt) for card in body.cards]
    told = f"{game.name}: put in {put_in}, shown {shown}, board {board}, {awarded}"
    expected = pots(put_in, [*shown])
    assert [(body.pot, body.cents) for body in awarded] == [
        (number, pot.cents) for number, pot in reversed([*enumerate(expected)])
    ], told
    showdown = Showdown(
        game.name, shown, tuple(board), order=_order(game, played.final), unit=min(posted.chip_cents, 100)
    )
    for body, pot in zip(awarded, reversed(expected), strict=True):
        paid: Counter[int] = Counter()
        for share in body.shares:
            paid[share.seat] += share.cents
        allowed = showdown.shares(pot)
        assert dict(paid) in allowed, f"{told}: pot {body.pot} paid {dict(paid)}, the oracle says {allowed}"
        search.noted(pots=1, **_notes(pot, paid))


def _notes(pot: Pot, paid: Counter[int]) -> dict[str, int]:
    return {"pots_divided": int(len(paid) > 1), "pots_of_several": int(len(pot.seats) > 1)}


def _order(game: Game, final: Round) -> list[int]:
    seats = sorted(player.seat for player in final.players)
    if not game.button or final.button is None:
        return seats
    return [*(seat for seat in seats if seat > final.button), *(seat for seat in seats if seat <= final.button)]
