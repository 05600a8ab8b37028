"""What was answered in a file of the record that is sealed by now, asked again: nothing acts twice."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware_host.journal.segments import listed
from firmware_host.rules.decision import Code
from firmware_host.table.acts.intent import Accepted, Refused
from hil.clock import VirtualClock
from tests.journal.test_killed_at_every_step import recorded
from tests.support.command_line import ended
from tests.support.killing.asked_before import BY_DEVICES, BY_PEOPLE, EVERYTHING, Told, asked_before, done
from tests.worlds.busy_table import BusyTable, busy_table

SOON_MS = 100_000
"""After the kill: the board was not started anew, and what waits for a second person still does."""


@asynccontextmanager
async def asked_again(folder: Path, what: str, *, killed: bool) -> AsyncIterator[tuple[BusyTable, Told]]:
    """Give the table later, in the same process or in another one."""
    if not killed:
        async with busy_table(folder) as table:
            yield table, await asked_before(table, folder, EVERYTHING[what])
        return
    command = (sys.executable, "-m", "tests.support.killing.asked_before", str(folder), what)
    child = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    said, _ = await ended(child)
    assert child.returncode == -signal.SIGKILL
    usual = VirtualClock()
    async with busy_table(folder, VirtualClock(wall_ms=usual.stamp().wall_ms + SOON_MS, mono_ms=SOON_MS)) as table:
        yield table, msgspec.json.decode(said, type=Told)


def causes(folder: Path) -> list[str]:
    return [fact.cause for fact in recorded(folder)]


def numbers_of(told: Told) -> int:
    return len(told.answer.numbers) if isinstance(told.answer, Accepted) else 0


@pytest.mark.parametrize("killed", [False, True], ids=["running", "killed"])
@pytest.mark.parametrize("what", BY_PEOPLE)
async def test_what_people_asked_before_the_file_was_sealed_is_too_old(
    tmp_path: Path, what: str, *, killed: bool
) -> None:
    async with asked_again(tmp_path, what, killed=killed) as (table, told):
        assert len(listed(tmp_path)) > 1
        counted = table.host.refusals[Code.OUT_OF_DATE]
        for intent in (told.intent, replace(told.intent, id="never-answered")):
            for _ in range(2):
                again = await table.host.submit(intent)
                assert isinstance(again, Refused)
                assert again.refusal.code is Code.OUT_OF_DATE
                assert again.refusal.allowed_by == "look at the table again, then repeat the request"
            assert table.host.acts_no_more(intent)
            assert table.journal.answer_to(intent.id) is None, "it never becomes less old, so it is not recorded"
        assert table.host.refusals[Code.OUT_OF_DATE] == counted + 4
        for act in EVERYTHING[what].afterwards:
            # Nobody knows after a start which devices are there.
            await done(table, act)
        anew = await table.host.submit(replace(told.intent, id="asked-anew", seen=table.host.state.last))
        granted_now = isinstance(told.answer, Refused)
        assert (isinstance(anew, Accepted) and bool(anew.numbers)) is granted_now, "who has looked again is heard"
    assert causes(tmp_path).count("never-answered") == 0
    assert causes(tmp_path).count(told.intent.id) == numbers_of(told)


@pytest.mark.parametrize("killed", [False, True], ids=["running", "killed"])
@pytest.mark.parametrize("what", BY_DEVICES)
async def test_what_a_device_tells_again_is_known_from_the_file_before(
    tmp_path: Path, what: str, *, killed: bool
) -> None:
    """The controller may die between the fact and the acknowledgement, and a file be sealed in between."""
    async with asked_again(tmp_path, what, killed=killed) as (table, told):
        assert await table.host.submit(told.intent) == told.answer
    assert causes(tmp_path).count(told.intent.id) == numbers_of(told)
