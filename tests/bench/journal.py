"""
The record of one month of a busy table, and the journal's writer compared with plain sqlite3.

A host plays on the virtual clock by the table's own steps, with decks counted, sorted and changed when due. After each
stretch: bytes per round, the time of a start, the speed of `verify`; all three should stay constant. Then durable
appends compared with plain sqlite3 with the same settings, and eight clients at once compared with one that waits.

Plain sqlite3 blocks while the disk works. The same in a thread, awaited like the journal's writer, is measured, too;
there two threads wake each other at each commit.
"""

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import msgspec

from firmware_host.host.host import Host
from firmware_host.host.program_digest import fold_digest, software_digest
from firmware_host.journal.disk_space import RESERVE_FILE as RESERVE
from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.sqlite_schema import SETTINGS
from firmware_host.journal.store import Journal
from firmware_host.journal.verify import verified
from firmware_host.table.acts.decks import SenseDeck
from firmware_host.table.acts.intent import Accepted, Act, Intent
from firmware_host.table.acts.round import SensePuck
from firmware_host.table.acts.system import Start
from firmware_host.table.device_orders import DeliverCommand, outstanding
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from hil.clock import VirtualClock
from tests.bench._figures import row
from tests.support.record_files import some_facts
from tests.worlds.opening import trusted, usual_actor
from tests.worlds.pure_table import configuration, given_out, report, usual_asker

MONTH, QUICK_MONTH = 25_000, 1_500

STRETCHES = 5

STEP_MS = 7_000
"""A round has about twelve steps and takes a minute and a half: 25,000 rounds are a month."""

APPENDS = 304

FIRST = 400
"""Warm-up: after so many facts SQLite's log has reached its full length in all variants."""

TURNS, QUICK_TURNS = 31, 9
"""Many short turns of each variant, alternating, because a disk's speed drifts; the median counts."""

ASKERS = 8

REPEATS = 3

PATIENCE = 20

PLAIN, OURS = "plain sqlite3, the same table and settings", "ours, with chain and witness"

AWAITED = "plain sqlite3 in a thread, awaited"

SINGLY, GROUPED = "host, one client that waits each time", f"host, {ASKERS} clients at once"

MEMORY = Path("/dev/shm")  # noqa: S108 - a month's fsyncs would only measure this machine's disk

KEPT = JournalConfig(reserve_mib=0)


def main(*, full: bool) -> None:
    """Print the figures of both parts."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        asyncio.run(_month(Path(name) / "data", MONTH if full else QUICK_MONTH))
    _appends(TURNS if full else QUICK_TURNS)


async def _month(folder: Path, rounds: int) -> None:
    software_digest(), fold_digest()
    clock = VirtualClock()
    print(f"{rounds:,} rounds of hold 'em, {rounds // STRETCHES:,} at a stretch; files in memory")
    print("  rounds     facts     MiB  bytes/round    facts/s played  start ms  verify facts/s")
    before = 0
    for stretch in range(1, STRETCHES + 1):
        begun, first = time.perf_counter(), await _last(folder, clock)
        await _played(folder, clock, rounds * stretch // STRETCHES)
        played_s, last = time.perf_counter() - begun, await _last(folder, clock)
        size = _size(folder)
        start_s = min(_started_s(folder, clock) for _ in range(REPEATS))
        begun = time.perf_counter()
        findings = verified(folder, fold=fold_digest()).findings
        verify_s = time.perf_counter() - begun
        if findings:
            raise AssertionError(f"the record is not sound: {findings[0]}")
        grown = (size - before) / (rounds / STRETCHES)
        print(
            f"{rounds * stretch // STRETCHES:8,} {last:9,} {size / 2**20:7.1f} {grown:14,.0f} "
            f"{(last - first) / played_s:15,.0f} {start_s * 1e3:9.0f} {last / verify_s:15,.0f}"
        )
        before = size


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.name != RESERVE)


async def _last(folder: Path, clock: VirtualClock) -> int:
    with closing(Journal.open(folder, config=KEPT, at=clock.stamp())) as journal:
        return journal.last


async def _played(folder: Path, clock: VirtualClock, rounds: int) -> None:
    with closing(Journal.open(folder, config=KEPT, at=clock.stamp())) as journal:
        host = Host(journal=journal, clock=clock)
        running = asyncio.create_task(host.run())
        ids = count(1)

        async def told(act: Act) -> bool:
            role, via = usual_asker(act)
            id_, seen = f"{journal.last}:{next(ids)}", host.state.last
            answer = await host.submit(
                Intent(id=id_, actor=usual_actor(act), role=role, via=via, at=clock.stamp(), seen=seen, act=act)
            )
            return isinstance(answer, Accepted)

        try:
            await told(Start(software="firmware-host 0", config=configuration()))
            if not host.state.people:
                await told(trusted())
            refused = 0
            while host.state.rounds < rounds or host.state.is_playing:
                await clock.advance(STEP_MS)
                act = _due(host.state)
                # A clock may run out between reading the state and the act.
                refused = 0 if await told(act) else refused + 1
                if refused > PATIENCE:
                    raise RuntimeError(f"the table keeps refusing {act}")
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await host.sign_off()


def _due(state: TableState) -> Act:
    """Choose the next act: first the shuffler's reports, then the expected step, loading a deck last."""
    for deck in state.decks:
        if deck.order:
            return report(deck.order, deck.back, journal=state.journal)
    lies_there = state.in_shuffler
    if lies_there is not None and any(isinstance(command, DeliverCommand) for command in outstanding(state)):
        return given_out(state, lies_there.back)
    expected = [step.act for step in next_steps(state) if step.expected]
    return min(expected, key=lambda act: isinstance(act, SenseDeck))


def _started_s(folder: Path, clock: VirtualClock) -> float:
    begun = time.perf_counter()
    with closing(Journal.open(folder, config=KEPT, at=clock.stamp())) as journal:
        Host(journal=journal, clock=clock)
        return time.perf_counter() - begun


def _appends(turns: int) -> None:
    print(f"\ndurable append: {turns} turns of {APPENDS} facts each, the time of one fact")
    with tempfile.TemporaryDirectory() as name:
        per_fact = _timed(Path(name), turns)
    for name, seconds in per_fact.items():
        print(row(name, seconds))
    median = {name: statistics.median(seconds) for name, seconds in per_fact.items()}
    print(f"ours is {100 * median[PLAIN] / median[OURS]:.0f} % of plain sqlite3 (aim 60)")
    print(f"ours is {100 * median[AWAITED] / median[OURS]:.0f} % of plain sqlite3 awaited in a thread")
    print(f"grouped is {median[SINGLY] / median[GROUPED]:.1f} times one by one (aim 3)")


def _timed(folder: Path, turns: int) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {name: [] for name in (PLAIN, AWAITED, OURS, SINGLY, GROUPED)}
    for turn in range(turns):
        taken[PLAIN].append(_plainly(folder / f"plain-{turn}"))
        taken[AWAITED].append(asyncio.run(_awaited(folder / f"awaited-{turn}")))
        taken[OURS].append(asyncio.run(_durably(folder / f"ours-{turn}")))
        taken[SINGLY].append(asyncio.run(_asked(folder / f"singly-{turn}", at_once=1)))
        taken[GROUPED].append(asyncio.run(_asked(folder / f"grouped-{turn}", at_once=ASKERS)))
    return {name: [one / APPENDS for one in seconds] for name, seconds in taken.items()}


def _plainly(folder: Path) -> float:
    with _plain_file(folder) as (put, facts):
        begun = 0.0
        for place, fact in enumerate(facts):
            if place == FIRST:
                begun = time.perf_counter()
            put(fact)
        return time.perf_counter() - begun


async def _awaited(folder: Path) -> float:
    """Append in a thread of the standard library, as a program does that must not block on the disk."""
    loop = asyncio.get_running_loop()
    with _plain_file(folder) as (put, facts), ThreadPoolExecutor(max_workers=1) as thread:
        begun = 0.0
        for place, fact in enumerate(facts):
            if place == FIRST:
                begun = time.perf_counter()
            await loop.run_in_executor(thread, put, fact)
        return time.perf_counter() - begun


@contextmanager
def _plain_file(folder: Path) -> Iterator[tuple[Callable[[Fact], None], tuple[Fact, ...]]]:
    folder.mkdir()
    with _journal(folder / "facts") as journal:
        facts = some_facts(journal, FIRST + APPENDS)
    with closing(sqlite3.connect(folder / "plain.sqlite", isolation_level=None, check_same_thread=False)) as file:
        file.executescript(SETTINGS)
        file.execute("CREATE TABLE facts (number INTEGER PRIMARY KEY, cause TEXT, data BLOB, hash BLOB)")
        file.execute("CREATE INDEX facts_by_cause ON facts (cause)")

        def put(fact: Fact) -> None:
            data = msgspec.json.encode(fact)
            file.execute("BEGIN IMMEDIATE")
            file.execute("INSERT INTO facts VALUES (?, ?, ?, ?)", (fact.number, fact.cause, data, b"h" * 32))
            file.execute("COMMIT")

        yield put, facts


async def _durably(folder: Path) -> float:
    with _journal(folder) as journal:
        begun = 0.0
        for place, fact in enumerate(some_facts(journal, FIRST + APPENDS)):
            if place == FIRST:
                begun = time.perf_counter()
            await journal.append((fact,))
        return time.perf_counter() - begun


async def _asked(folder: Path, *, at_once: int) -> float:
    with _journal(folder) as journal:
        host = Host(journal=journal, clock=VirtualClock())
        running = asyncio.create_task(host.run())
        clock = VirtualClock()

        async def ask(id_: str, act: Act) -> None:
            role, via = usual_asker(act)
            await host.submit(
                Intent(id=id_, actor="x", role=role, via=via, at=clock.stamp(), seen=host.state.last, act=act)
            )

        async def asker(name: int, first: int, times: int) -> None:
            for number in range(first, first + times):
                await ask(f"{name}:{number}", SensePuck(seat=1 + (number * at_once + name) % 11))

        async def all_of_them(first: int, times: int) -> None:
            await asyncio.gather(*(asker(name, first, times) for name in range(at_once)))

        try:
            await ask("start", Start(software="firmware-host 0", config=configuration()))
            await all_of_them(0, FIRST)
            begun = time.perf_counter()
            await all_of_them(FIRST, APPENDS // at_once)
            return time.perf_counter() - begun
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@contextmanager
def _journal(folder: Path) -> Iterator[Journal]:
    with closing(Journal.open(folder, config=KEPT)) as journal:
        yield journal
