"""Fails every test that leaves behind a thread, an open file, a child process, a task or a timer.

On a box that runs for months each of these is a fault: the shuffler's port stays open, memory grows, or a timer of one
round acts on the next. So leaks are checked after every test.

The two fixtures run around all other fixtures of a test. `nothing_left_behind` checks last, after the event loop has
closed. `loop_left_clean` checks before, because closing the loop silently cancels what is left.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

FILES, THREADS = "/proc/self/fd", "/proc/self/task"

ENDING_THREAD_S = 2.0
"""How long to wait for a thread to end."""

TURNS_OF_GRACE = 5
"""A closed transport releases its socket some turns of the event loop later; that is not a leak."""

KEPT_BY_LIBRARIES = (sys.prefix, sys.base_prefix, "/dev/urandom", "/dev/random", "/usr/share/", "/usr/lib/")
"""Files that libraries open once and keep open, such as their data files."""


@dataclass(frozen=True, kw_only=True)
class _Seen:
    threads: frozenset[threading.Thread]
    files: dict[int, tuple[int, int]]
    """Each open descriptor with its device and inode: several times as cheap as its name."""
    children: dict[int, str]


class _Latest:
    """What was seen after the previous test. It is as good as a look before the next one, and saves that."""

    seen: _Seen | None = None


def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> None:
    """Look anew after a fixture that lasts longer than one test: what that one opened stays open."""
    if fixturedef.scope != "function":
        _Latest.seen = None


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    before = _Latest.seen or _look()
    # A command that a test calls in this process sets its own mask and log.
    mask, handlers, level = os.umask(0o022), [*logging.root.handlers], logging.root.level
    os.umask(mask)
    yield
    os.umask(mask)
    for handler in [*logging.root.handlers]:
        if handler not in handlers:
            # Not closed: it would write its last lines to a stream that the test has closed.
            logging.root.removeHandler(handler)
    logging.root.setLevel(level)
    left, _Latest.seen = _left_behind(before)
    if left:
        _Latest.seen = None
        pytest.fail("left behind: " + "; ".join(left), pytrace=False)


@pytest.fixture
async def loop_left_clean() -> AsyncIterator[None]:
    """Check the event loop. The hook below requests this for async tests; autouse would start a loop for all."""
    before = asyncio.all_tasks()
    yield
    for _ in range(TURNS_OF_GRACE):
        await asyncio.sleep(0)
    left = [f"task {task}" for task in asyncio.all_tasks() - before - {asyncio.current_task()}]
    left += [f"timer {timer}" for timer in _pending_timers(asyncio.get_running_loop())]
    if left:
        pytest.fail("left behind on the event loop: " + "; ".join(left), pytrace=False)


def pytest_itemcollected(item: pytest.Item) -> None:
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(inspect.unwrap(item.function)):
        names = item.fixturenames
        names.insert(names.index(nothing_left_behind.__name__) + 1, loop_left_clean.__name__)


def _pending_timers(loop: asyncio.AbstractEventLoop) -> list[asyncio.TimerHandle]:
    scheduled: list[asyncio.TimerHandle] = getattr(loop, "_scheduled", [])
    return [timer for timer in scheduled if not timer.cancelled()]


def _look() -> _Seen:
    return _Seen(threads=frozenset(threading.enumerate()), files=_open_files(), children=_children())


def _left_behind(before: _Seen) -> tuple[list[str], _Seen]:
    threads = [thread for thread in threading.enumerate() if thread not in before.threads and _stays(thread)]
    now = _look()
    files = {number: _target(number) for number, file in now.files.items() if before.files.get(number) != file}
    children = {child: name for child, name in now.children.items() if child not in before.children}
    for child in children:
        os.kill(child, signal.SIGKILL)
    return [
        *(f"thread {thread.name}" for thread in threads),
        *(f"descriptor {number} -> {target}" for number, target in files.items() if not _is_kept(target)),
        *(f"child process {child} ({name})" for child, name in children.items()),
    ], now


def _stays(thread: threading.Thread) -> bool:
    # A dummy represents a thread of a C library, which Python can neither end nor join.
    if isinstance(thread, threading._DummyThread):
        return False
    thread.join(ENDING_THREAD_S)
    return thread.is_alive()


def _is_kept(target: str) -> bool:
    return target.startswith(KEPT_BY_LIBRARIES)


def _open_files() -> dict[int, tuple[int, int]]:
    """Look by the cheapest calls, because this runs after each of thousands of tests."""
    found: dict[int, tuple[int, int]] = {}
    for name in os.listdir(FILES):
        try:
            file = os.fstat(int(name))
        except OSError:
            continue  # the descriptor that listed this folder
        found[int(name)] = (file.st_dev, file.st_ino)
    return found


def _target(number: int) -> str:
    try:
        return os.readlink(f"{FILES}/{number}")
    except FileNotFoundError:
        return "just closed"


def _children() -> dict[int, str]:
    """Return every child process, of any thread; a child that ended without being waited for counts, too."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return {}
    found: dict[int, str] = {}
    for thread in os.listdir(THREADS):
        try:
            file = os.open(f"{THREADS}/{thread}/children", os.O_RDONLY)
        except FileNotFoundError:
            continue  # a thread that has just ended
        with open(file, "rb") as children:
            found |= {int(number): _name(int(number)) for number in children.read().split()}
    return found


def _name(process: int) -> str:
    try:
        return (Path("/proc") / str(process) / "comm").read_text().strip()
    except FileNotFoundError:
        return "just ended"
