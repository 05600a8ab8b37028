"""
The speed of replaying hands, compared with pokerkit: the samples of `tests/rules/hands`, from text to stacks.

"Read and played" includes reading the file, "played" does not. Every check is on. Each is timed several times, and the
best time counts. At the end: the median time to decide and fold one act.
"""

from __future__ import annotations

import importlib
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from firmware_host.hand_history import actions
from firmware_host.hand_history.files import loads
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import Hand, parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.variants import VARIANTS
from firmware_host.rules.decision import Refusal
from firmware_host.rules.round import Round, advance, decide, evolve
from firmware_host.rules.round_acts import RoundAct

HANDS = Path(__file__).parents[1] / "rules" / "hands"

QUICK_ROUNDS, FULL_ROUNDS = 7, 40

SAMPLES = 5
"""How often each hand is played in one timed round."""


def main(*, full: bool) -> None:
    rounds = FULL_ROUNDS if full else QUICK_ROUNDS
    texts = _known_to_both()
    print(f"{len(texts)} hands of the standard's games, {statistics.mean(map(_actions, texts)):.1f} actions per hand")
    hands = [parse_hand(loads(text)) for text in texts]
    ours = [
        _speed(lambda: [_play(parse_hand(loads(text))) for text in texts * SAMPLES], len(texts) * SAMPLES, rounds),
        _speed(lambda: [_play(known) for known in hands * SAMPLES], len(texts) * SAMPLES, rounds),
    ]
    pokerkit = _load("pokerkit")
    theirs = _theirs(pokerkit, texts, rounds) if pokerkit else [0.0, 0.0]
    if not pokerkit:
        print("pokerkit: not installed (extra `bench`), left out")
    for name, mine, other in zip(("read and played", "played"), ours, theirs, strict=True):
        beside = f"   pokerkit {other:9,.0f}   ours is {mine / other:.1f} times as fast" if other else ""
        print(f"  {name:18} {mine:9,.0f} hands/s{beside}")
    print(f"  an act decided and folded: median {_act_us(hands):.1f} µs")


def _load(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _known_to_both() -> list[str]:
    """Return the hands that both play alike: games of the standard, without own fields or rules."""
    texts = [file.read_text(encoding="utf-8") for file in sorted(HANDS.glob("*-[0-9]*.phh"))]
    return [text for text in texts if loads(text)["variant"] in VARIANTS]


def _actions(text: str) -> int:
    return len(loads(text)["actions"])


def _play(known: Hand) -> object:
    played = replay(known)
    check(known, played)
    return played


def _theirs(pokerkit: ModuleType, texts: list[str], rounds: int) -> list[float]:
    theirs: Callable[[str], Any] = pokerkit.HandHistory.loads
    histories = [theirs(text) for text in texts]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            _speed(lambda: [_last(theirs(text)) for text in texts], len(texts), rounds),
            _speed(lambda: [_last(history) for history in histories], len(texts), rounds),
        ]


def _last(history: Any) -> object:
    *_, last = history
    return last


def _speed(work: Callable[[], object], hands: int, rounds: int) -> float:
    work()
    best = min(_seconds(work) for _ in range(rounds))
    return hands / best


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _act_us(hands: list[Hand]) -> float:
    """Time each act by itself, on its own round, as the table does: decide, then fold the facts."""
    taken: list[float] = []

    def timed(before: Round, act: RoundAct) -> object:
        start = time.perf_counter()
        _fold(before, decide(before, act))
        taken.append(time.perf_counter() - start)
        return advance(before, act)

    with patch.object(actions, "advance", timed):
        for known in hands * SAMPLES:
            replay(known)
    return statistics.median(taken) * 1e6


def _fold(round_: Round, answer: Any) -> Round:
    assert not isinstance(answer, Refusal)
    for made in answer:
        round_ = evolve(round_, made.body)
    return round_
