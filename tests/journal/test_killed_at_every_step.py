"""Kill -9 at every step of the journal and the host, hundreds of them, and at any moment under load."""

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import msgspec
import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.reader import Reader
from firmware_host.journal.segments import listed
from firmware_host.journal.upcast import fact_of
from firmware_host.journal.verify import verified
from firmware_host.rules.decision import Code
from firmware_host.table.acts.intent import Accepted, Answer, Refused
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.system import HostStarted, KeepingBody
from hil.clock import VirtualClock
from tests.support.killing.ground import ACKNOWLEDGED, Reply, Request
from tests.worlds.busy_table import busy_table, steps

ROUNDS = 3

POINTS = 200

QUICK_POINTS = 8

FLOODS = 60

QUICK_FLOODS = 4

BEFORE_THE_GAMING_DAY = datetime(2026, 1, 1, 5, 59, 45).astimezone()
"""In the middle of the session the key changes."""

WALL_MS = int(BEFORE_THE_GAMING_DAY.timestamp() * 1000)

SOON_MS = 40_000
"""The controller is started again; the board was not, and no shuffle has become overdue meanwhile."""

LATER_MS = 3_600_000


ANSWERS: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Accepted | Refused)


class KillingGround:
    """The process that is forked."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self._requests = requests
        self._replies = replies

    def run(self, request: Request) -> Reply:
        self._requests.write(msgspec.json.encode(request) + b"\n")
        self._requests.flush()
        return msgspec.json.decode(self._replies.readline(), type=Reply)


@contextmanager
def forked() -> Iterator[KillingGround]:
    """Run the process that is forked."""
    command = [sys.executable, "-m", "tests.support.killing.ground"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        yield KillingGround(process.stdin, process.stdout)
        process.stdin.close()
        process.wait()


@pytest.fixture
def ground() -> Iterator[KillingGround]:
    with forked() as ground:
        yield ground


async def told_in_one(folder: Path) -> list[Fact]:
    """The session as it is when nothing interrupts it."""
    async with busy_table(folder, VirtualClock(wall_ms=WALL_MS)) as table:
        await table.play(ROUNDS)
    return recorded(folder)


def recorded(folder: Path) -> list[Fact]:
    if not listed(folder):
        return []
    with closing(Reader(folder)) as reader:
        return [fact_of(link.data) for link in reader.links()]


def acknowledged(place: Path) -> dict[str, Answer]:
    path = place / ACKNOWLEDGED
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {answer.id: answer for answer in map(ANSWERS.decode, lines)}


def story(facts: list[Fact]) -> list[tuple[str, dict[str, Any]]]:
    """What happened at the table, without the controller's own doings and without the numbers of facts."""
    return [
        (fact.cause, told)
        for fact in facts
        if not isinstance(fact.body, HostStarted | KeepingBody) and not fact.cause.startswith("start:")
        for told in [{name: value for name, value in msgspec.to_builtins(fact.body).items() if name != "order"}]
    ]


def by_cause(facts: list[Fact]) -> dict[str, int]:
    found: dict[str, int] = {}
    for fact in facts:
        if fact.cause.startswith("step:"):
            found[fact.cause] = found.get(fact.cause, 0) + 1
    return found


async def dies_and_goes_on(ground: KillingGround, place: Path, step: int, whole: list[Fact]) -> bool:
    """Kill it there and tell the session again; return whether that step was ever reached."""
    folder = place / "data"
    reply = ground.run(Request(folder=str(folder), wall_ms=WALL_MS, rounds=ROUNDS, step=step))
    answered, before = acknowledged(place), recorded(folder)
    counts = by_cause(whole)
    assert all(counts[cause] == count for cause, count in by_cause(before).items()), "no intent is half recorded"

    again: dict[str, Answer] = {}
    clock = VirtualClock(wall_ms=WALL_MS + SOON_MS, mono_ms=SOON_MS)
    async with busy_table(folder, clock) as table:
        await table.play(ROUNDS, heard=lambda answer: again.update({answer.id: answer}))
    facts = recorded(folder)
    for id_, answer in answered.items():
        assert isinstance(answer, Accepted)
        assert answer.numbers == tuple(fact.number for fact in before if fact.cause == id_)
        assert again.get(id_, answer) == answer or is_too_old(again[id_]), (
            "what was answered is answered alike, or never"
        )
    assert facts[: len(before)] == before, "nothing that was recorded is gone"
    assert story(facts) == story(whole), "the rounds went on where they were"
    assert sound(folder) == []
    return reply.signal == signal.SIGKILL


def is_too_old(answer: Answer) -> bool:
    return isinstance(answer, Refused) and answer.refusal.code is Code.OUT_OF_DATE


def sound(folder: Path) -> list[str]:
    return [str(finding) for finding in verified(folder, fold=fold_digest()).findings]


def counted(ground: KillingGround, place: Path) -> int:
    """Run it to its end; threads take turns as they like, so it is never the same number."""
    place.mkdir()
    reply = ground.run(Request(folder=str(place / "data"), wall_ms=WALL_MS, rounds=ROUNDS))
    assert (reply.signal, reply.code) == (0, 0)
    return reply.steps


async def killed_at(ground: KillingGround, place: Path, points: int, chance: random.Random) -> None:
    whole = await told_in_one(place / "whole")
    assert len(list(steps(ROUNDS))) == len(by_cause(whole))
    count = min(counted(ground, place / f"counted-{number}") for number in range(3))
    assert count > 3_000, "the steps are counted"
    reached = 0
    for number in range(points):
        run = place / str(number)
        run.mkdir()
        # One in each of so many equal stretches, so that none is left out.
        step = (number * count + chance.randrange(count)) // points + 1
        reached += await dies_and_goes_on(ground, run, step, whole)
    assert reached >= 0.9 * points - 1, "threads take turns as they like, but nearly every step is reached"


async def test_killed_at_steps_of_journal_and_host_it_goes_on_where_it_was(
    ground: KillingGround, place: Path, chance: random.Random
) -> None:
    await killed_at(ground, place, QUICK_POINTS, chance)


async def test_killed_at_hundreds_of_steps_it_goes_on_where_it_was(
    ground: KillingGround, place: Path, chance: random.Random
) -> None:
    await killed_at(ground, place, POINTS, chance)


def flooded(ground: KillingGround, place: Path, runs: int, chance: random.Random) -> None:
    """
    Eight ask without a pause; it is killed again and again on the same record.

    Where others keep the machine busy it dies more often before it has answered, and so it is killed more often.
    """
    folder, total, run = place / "data", 0, 0
    while run < runs or (total <= 10 * runs and run < 10 * runs):
        wall_ms = WALL_MS + run * LATER_MS
        ground.run(Request(folder=str(folder), wall_ms=wall_ms, after_ms=chance.uniform(5, 250)))
        answered = acknowledged(place)
        facts = {fact.number: fact for fact in recorded(folder)}
        for answer in answered.values():
            if isinstance(answer, Accepted):
                assert all(facts[number].cause == answer.id for number in answer.numbers)
        total = len(answered)
        if facts:
            assert sound(folder) == []
        run += 1
    assert total > 10 * runs, "there was something to lose"


def test_killed_at_any_moment_under_load_nothing_acknowledged_is_missing(
    ground: KillingGround, place: Path, chance: random.Random
) -> None:
    flooded(ground, place, QUICK_FLOODS, chance)


def test_killed_again_and_again_under_load_nothing_acknowledged_is_missing(
    ground: KillingGround, place: Path, chance: random.Random
) -> None:
    flooded(ground, place, FLOODS, chance)
