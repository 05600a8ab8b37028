"""
The speed of ranking hands, compared with other evaluators.

Every evaluator gets the same hands, prepared in its preferred form; ours gets plain text. "Checked" is what the table
calls: it also refuses duplicate cards, which no other evaluator does. Each is timed several times, and the best time
counts. phevaluator and eval7 are C behind a Python call; treys and pokerkit are Python.
"""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from types import ModuleType
from typing import Any, NamedTuple

from firmware_host.rules.ranking import Ranking, strength
from firmware_host.rules.ranking.deck import CARDS, RANK
from firmware_host.rules.ranking.high import high
from firmware_host.rules.ranking.low import eight_or_better
from firmware_host.rules.ranking.omaha import omaha_eight_or_better, omaha_high

QUICK_HANDS, FULL_HANDS = 50_000, 300_000

PYTHON_HANDS = 2_000
"""Hands for evaluators that rank only some thousands a second."""


ROUNDS = 4

FRESH = "--measure-in-a-fresh-process"

RIVALS = ("pokerkit", "treys", "phevaluator", "eval7")


Hands = list[tuple[str, ...]]


class Contender(NamedTuple):
    """An evaluator; `prepared` are its argument lists, fewer for a slow one."""

    name: str
    rank: Callable[..., object]
    prepared: Sequence[Sequence[Any]]


def main(*, full: bool) -> None:
    hands = FULL_HANDS if full else QUICK_HANDS
    installed = {name: module for name in RIVALS if (module := _load(name))}
    for missing in sorted(set(RIVALS) - set(installed)):
        print(f"{missing}: not installed (extra `bench`), left out")
    _cold("7 cards, high", high, [(cards,) for cards in _deal(7, hands)])
    _table("7 cards, high", _seven_high(installed, _deal(7, hands)))
    omaha = _deal(9, hands)
    _cold("omaha, high", omaha_high, [(cards[5:], cards[:5]) for cards in omaha])
    _table("omaha, high", _omaha_high(installed, omaha))
    _table("7 cards, eight or better", _seven_low(installed, _deal(7, hands)))
    _table("omaha, eight or better", _omaha_low(installed, omaha))
    _memory()


def _load(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _deal(cards: int, times: int) -> Hands:
    chance = random.Random(cards)
    return [tuple(chance.sample(CARDS, cards)) for _ in range(times)]


def _seven_high(installed: dict[str, ModuleType], hands: Hands) -> list[Contender]:
    checked = [(Ranking.HIGH, hand) for hand in hands]
    found = [Contender("ours", high, [(hand,) for hand in hands]), Contender("ours, checked", strength, checked)]
    if treys := installed.get("treys"):
        found.append(
            Contender("treys", treys.Evaluator().evaluate, [([treys.Card.new(c) for c in hand], []) for hand in hands])
        )
    if phevaluator := installed.get("phevaluator"):
        numbers = [[phevaluator.Card(card).id_ for card in hand] for hand in hands]
        found.append(Contender("phevaluator, numbers", phevaluator.evaluate_cards, numbers))
        found.append(Contender("phevaluator, text", phevaluator.evaluate_cards, hands))
    if eval7 := installed.get("eval7"):
        found.append(Contender("eval7", eval7.evaluate, [([eval7.Card(card) for card in hand],) for hand in hands]))
    if pokerkit := installed.get("pokerkit"):
        prepared = [(_parsed(pokerkit, hand),) for hand in hands[:PYTHON_HANDS]]
        found.append(Contender("pokerkit", pokerkit.StandardHighHand.from_game, prepared))
    return found


def _omaha_high(installed: dict[str, ModuleType], hands: Hands) -> list[Contender]:
    checked = [(Ranking.OMAHA_HIGH, hand[5:], hand[:5]) for hand in hands]
    found = [
        Contender("ours", omaha_high, [(hand[5:], hand[:5]) for hand in hands]),
        Contender("ours, checked", strength, checked),
    ]
    if phevaluator := installed.get("phevaluator"):
        numbers = [[phevaluator.Card(card).id_ for card in hand] for hand in hands]
        found.append(Contender("phevaluator, numbers", phevaluator.evaluate_omaha_cards, numbers))
    if pokerkit := installed.get("pokerkit"):
        found.append(Contender("pokerkit", pokerkit.OmahaHoldemHand.from_game, _split(pokerkit, hands)))
    return found


def _seven_low(installed: dict[str, ModuleType], hands: Hands) -> list[Contender]:
    found = [Contender("ours", eight_or_better, [(hand,) for hand in hands])]
    if pokerkit := installed.get("pokerkit"):
        prepared = [(_parsed(pokerkit, hand),) for hand in hands[:PYTHON_HANDS]]
        found.append(Contender("pokerkit", pokerkit.EightOrBetterLowHand.from_game_or_none, prepared))
    return found


def _omaha_low(installed: dict[str, ModuleType], hands: Hands) -> list[Contender]:
    found = [Contender("ours", omaha_eight_or_better, [(hand[5:], hand[:5]) for hand in hands])]
    if pokerkit := installed.get("pokerkit"):
        rank = pokerkit.OmahaEightOrBetterLowHand.from_game_or_none
        found.append(Contender("pokerkit", rank, _split(pokerkit, hands)))
    return found


def _parsed(pokerkit: ModuleType, cards: Sequence[str]) -> tuple[Any, ...]:
    return tuple(pokerkit.Card.parse("".join(cards)))


def _split(pokerkit: ModuleType, hands: Hands) -> list[tuple[Any, Any]]:
    return [(_parsed(pokerkit, hand[5:]), _parsed(pokerkit, hand[:5])) for hand in hands[:PYTHON_HANDS]]


def _cold(what: str, rank: Callable[..., object], prepared: Sequence[Sequence[Any]]) -> None:
    """Measure with an empty cache: new combinations of ranks are computed once and cached."""
    start = time.perf_counter()
    rank(*prepared[0])
    first = time.perf_counter() - start
    print(f"\n{what}: the very first hand {first * 1e3:.2f} ms, ", end="")
    print(f"the first pass over {len(prepared):,} hands {len(prepared) / _seconds(rank, prepared):,.0f} hands/s")


def _table(what: str, contenders: Sequence[Contender]) -> None:
    speeds = {c.name: len(c.prepared) / min(_seconds(c.rank, c.prepared) for _ in range(ROUNDS)) for c in contenders}
    ours = speeds["ours"]
    print(f"{what:28} {'hands/s':>12}   ours is")
    for name, speed in speeds.items():
        print(f"  {name:26} {speed:12,.0f}   " + ("" if name == "ours" else f"{ours / speed:.1f} times as fast"))


def _seconds(rank: Callable[..., object], prepared: Sequence[Sequence[Any]]) -> float:
    start = time.perf_counter()
    for arguments in prepared:
        rank(*arguments)
    return time.perf_counter() - start


def _memory() -> None:
    """Measure the size of the cache in a fresh process."""
    print("\nsize of the cache with every combination of ranks:", flush=True)
    subprocess.run([sys.executable, "-m", "tests.bench.ranking", FRESH], check=True)


def _measure_in_fresh_process() -> None:
    board = _every_rank_combination(5)
    hole = [[card for card in CARDS if card not in cards][:4] for cards in board]
    _kept("high, 7 cards", high, [(cards,) for cards in _every_rank_combination(7)])
    _kept("low, 7 cards", eight_or_better, [(cards,) for cards in _every_rank_combination(7)])
    _kept("omaha high, boards", omaha_high, list(zip(hole, board, strict=True)))
    _kept("omaha low, boards", omaha_eight_or_better, list(zip(hole, board, strict=True)))


def _kept(what: str, rank: Callable[..., object], prepared: Sequence[Sequence[Any]]) -> None:
    tracemalloc.start()
    for arguments in prepared:
        rank(*arguments)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    print(f"  {what:26} {len(prepared):12,} combinations {held / 2**20:5.1f} MiB")


def _every_rank_combination(cards: int) -> Hands:
    """Return one hand for each combination, with any suits that avoid duplicate cards."""
    by_rank = sorted(CARDS, key=lambda card: RANK[card])
    places = (places for places in combinations_with_replacement(range(13), cards) if _at_most_four(places))
    return [
        tuple(by_rank[4 * place + places[:at].count(place)] for at, place in enumerate(places)) for places in places
    ]


def _at_most_four(places: tuple[int, ...]) -> bool:
    return all(places[at] != places[at - 4] for at in range(4, len(places)))


if __name__ == "__main__":
    if FRESH in sys.argv[1:]:
        _measure_in_fresh_process()
    else:
        main(full="--full" in sys.argv[1:])
