"""The virtual board of these tests: booted once, for as long as they run; its console comes back with a failure."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from hil.board.board_command import KEEP_VARIABLE
from hil.board.board_shell import left_running
from hil.board.guest import Guest
from hil.board.machine import Machine
from tests.board.boards import MACHINES, machine_here
from tests.support.brokers import any_broker


@pytest.fixture(scope="session")
def machine() -> Iterator[Machine]:
    """Boot the board that all tests share."""
    kept = os.environ.get(KEEP_VARIABLE)
    with machine_here(keep=bool(kept)) as machine:
        machine.start(outlives=bool(kept))
        asyncio.run(_booted(machine))
        yield machine
        if kept:
            left_running(machine, Path(kept))


async def _booted(machine: Machine) -> None:
    await Guest(machine).ready()


@pytest.fixture
def guest(machine: Machine) -> Guest:
    return Guest(machine)


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[str]:
    async with any_broker(tmp_path) as url:
        yield url


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    del item
    report: pytest.TestReport = yield  # type: ignore[assignment]  # a wrapper is sent the result
    if report.failed:
        for machine in MACHINES:
            report.sections.append(("console of the virtual board", machine.words()))
            for log in sorted(machine.shared.glob("*/*.log")):
                report.sections.append((f"{log.parent.name}/{log.name}", log.read_text(errors="replace")[-4000:]))
    return report  # type: ignore[return-value]  # as pluggy wants it
