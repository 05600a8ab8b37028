"""Runs all steps, also after a failure, and prints a summary.

The summary ends with what did not run and why, and with the counts, so that a run with skipped parts does not look
complete.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from tests import inner_loop
from tests.checks import imports, lock, names, private, sizes, top_level

COMMANDS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "format": (("ruff", "format", "--check", "."),),
    "lint": (("ruff", "check", "--quiet", "."),),
    "types": (("mypy",), ("firmware_host.panel.build", "--check")),
}

CHECKS: Mapping[str, Callable[[Path], list[str]]] = {
    "imports": imports.check,
    "top-level": top_level.check,
    "names": names.check,
    "private": private.check,
    "sizes": sizes.check,
    "lock": lock.check,
}

BOARD, BOARD_TESTS = "board", "tests/board"

PYTEST = ("tests", BOARD)
"""The steps that pytest runs."""

INNER_LOOP = ("-m", "not slow", "-p", inner_loop.__name__, f"--hypothesis-profile={inner_loop.QUICK}")

NONE_RAN = 5
"""pytest's exit code when `-k` left no test over."""

NAMES_SHOWN = 3

MOST_WORKERS = 8

MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108 - a folder of our own in it, with a name of its own

LONGEST_RUN_S = 3000
"""After which pytest is ended, so that a run that hangs says so in good time; tests/watchdog.py limits each test."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """The options of the command line."""

    steps: tuple[str, ...]
    quick: bool
    seed: int
    require_all: bool
    for_pytest: tuple[str, ...] = ()


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The results of pytest, as written by tests/not_run.py."""

    passed: list[str] = []
    failed: list[str] = []
    skipped: dict[str, str] = {}
    expected_failures: dict[str, str] = {}
    left_out: dict[str, str] = {}


@dataclass(frozen=True, kw_only=True)
class Result:
    """The result of one step. Except for `tests`, the step itself counts as one passed or failed check."""

    name: str
    seconds: float
    passed: int
    failed: int
    skipped: int = 0
    outcomes: Outcomes = field(default_factory=Outcomes)

    def __str__(self) -> str:
        verdict = "FAILED" if self.failed else "passed"
        counts = f"  {counted(self)}" if self.passed + self.failed + self.skipped > 1 else ""
        return f"{self.name:10} {verdict} {self.seconds:6.1f} s{counts}"


def run(root: Path, wish: Wish) -> int:
    results = []
    for name in wish.steps:
        print(f"--- {name}", flush=True)
        result = _tests(root, wish, name) if name in PYTEST else _step(root, name)
        print(result, flush=True)
        results.append(result)
    for line in summary(root, wish, results):
        print(line)
    return 1 if any(result.failed for result in results) else 0


def _step(root: Path, name: str) -> Result:
    start = time.monotonic()
    if name in CHECKS:
        complaints = CHECKS[name](root)
    else:
        complaints = [complaint for command in COMMANDS[name] for complaint in _command(root, command)]
    for complaint in complaints:
        print(complaint)
    failed = bool(complaints)
    return Result(name=name, seconds=time.monotonic() - start, passed=not failed, failed=failed)


def _command(root: Path, command: Sequence[str]) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return [] if ran.returncode == 0 else [ran.stdout.rstrip() or f"{command[0]} ended with exit code {ran.returncode}"]


def _tests(root: Path, wish: Wish, step: str) -> Result:
    print(f"seed {wish.seed} (repeat with --seed {wish.seed})", flush=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tests-", dir=in_memory(MEMORY)) as folder:
        file = Path(folder) / "outcomes.json"
        code = run_for(pytest_command(wish, file, step), root, seconds=LONGEST_RUN_S)
        outcomes = msgspec.json.decode(file.read_bytes(), type=Outcomes) if file.exists() else Outcomes()
    if step == BOARD and code == NONE_RAN and wish.for_pytest:
        code = 0
    return verdict(wish, outcomes, code=code, seconds=time.monotonic() - start, step=step)


def in_memory(place: Path) -> Path | None:
    """Return the place for the files of tests if it has room, or else None, for the usual one.

    Thousands of records are made and removed, and each waits for the disk many times. What is proved of them needs no
    disk: a process that is killed loses nothing that is in memory, and cut power is simulated.
    """
    roomy = place.is_dir() and os.access(place, os.W_OK) and shutil.disk_usage(place).free >= ROOM
    return place if roomy else None


def run_for(command: Sequence[str], root: Path, *, seconds: float) -> int:
    """Return the exit code of a program; end it and all that it started when it takes too long."""
    with subprocess.Popen(command, cwd=root) as process:
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            print(f"still running after {seconds:.0f} s, so it was ended: {' '.join(command)}", flush=True)
            for each in [process.pid, *_descendants(process.pid)]:  # parents first: one whose child ended would go on
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            return process.wait()


def _descendants(process: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, thread.read_text().split()):
            found += [child, *_descendants(child)]
    return found


def pytest_command(wish: Wish, outcomes: Path, step: str = "tests") -> list[str]:
    """
    Return the command of a step.

    The virtual board keeps time only while it has a processor, so its tests run after all others, one by one.
    """
    return [
        *(sys.executable, "-m", "pytest", "--quiet", "-p", "tests.not_run", f"--outcomes-to={outcomes}"),
        *("-p", "tests.watchdog", "-p", "tests.garbage", f"--basetemp={outcomes.with_name('tmp')}"),
        f"--hypothesis-seed={wish.seed}",
        *(("-n", "0", BOARD_TESTS) if step == BOARD else _parallel(wish)),
        *(INNER_LOOP if wish.quick else ()),
        *wish.for_pytest,
    ]


def _parallel(wish: Wish) -> tuple[str, ...]:
    return ("-n", str(workers(quick=wish.quick)), "--dist", "worksteal", f"--ignore={BOARD_TESTS}")


def workers(*, quick: bool) -> int:
    """
    Return how many to start; each collects all tests once more.

    Tests of whole tables, brokers and lines wait two thirds of their time, for settling contacts, shuffling machines
    and timeouts; the inner loop waits a quarter of its time.
    """
    processors = os.cpu_count() or 1
    return min((3 if quick else 5) * processors // 2, MOST_WORKERS)


def verdict(wish: Wish, outcomes: Outcomes, *, code: int, seconds: float, step: str = "tests") -> Result:
    """Count the results of pytest. An exit code other than 0 is a failure, also without a failed test (5: none ran)."""
    failed, skipped = len(outcomes.failed), len(outcomes.skipped)
    if wish.require_all and skipped:
        print(f"REQUIRE_ALL=1: {skipped} skipped tests count as failed")
        failed, skipped = failed + skipped, 0
    if code != 0 and failed == 0:
        print(f"pytest ended with exit code {code}")
        failed = 1
    return Result(
        name=step,
        seconds=seconds,
        passed=len(outcomes.passed),
        failed=failed,
        skipped=skipped + len(outcomes.expected_failures),
        outcomes=outcomes,
    )


def summary(root: Path, wish: Wish, results: Sequence[Result]) -> Iterator[str]:
    yield "=== sizes"
    yield from sizes.report(root)
    yield "=== steps"
    yield from map(str, results)
    yield "=== not run"
    yield from _not_run(wish, results) or ["nothing: everything ran"]
    yield counted(*results)


def _not_run(wish: Wish, results: Sequence[Result]) -> list[str]:
    reasons: dict[str, list[str]] = defaultdict(list)
    for name in (*COMMANDS, *CHECKS, *PYTEST):
        if name not in wish.steps:
            reasons["step not selected"].append(name)
    for result in results:
        for test, reason in (result.outcomes.left_out | result.outcomes.skipped).items():
            reasons[reason].append(test)
        for test, reason in result.outcomes.expected_failures.items():
            reasons[f"known to fail: {reason}"].append(test)
    return [f"{len(tests):4} {reason}: {_some(tests)}" for reason, tests in reasons.items()]


def _some(tests: Sequence[str]) -> str:
    more = f" and {len(tests) - NAMES_SHOWN} more" if len(tests) > NAMES_SHOWN else ""
    return ", ".join(tests[:NAMES_SHOWN]) + more


def counted(*results: Result) -> str:
    """Return the closing line with the counts, which CI reads."""
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    skipped = sum(result.skipped for result in results)
    return f"{passed} passed, {failed} failed, {skipped} skipped"
