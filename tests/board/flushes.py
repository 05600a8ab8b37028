"""A table whose disk logs every write; the log is replayed to each flush, as if the power had been cut there."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.reader import Reader
from firmware_host.journal.verify import verified
from hil.board.board_world import board_table
from hil.board.guest import Guest
from hil.board.logged_disk import LoggedDisk, files_of
from tests.worlds.played_table import PlayedTable, played_table

SPEED: Final = 300.0

PLAYS_S: Final = 180.0

MARKS_EVERY_S: Final = 0.5

BEGUN: Final = "0"
"""The mark once the record lies on the disk, before the controller starts."""

SMALL: Final = """
[journal]
reserve_mib = 4
"""


@dataclass(kw_only=True)
class Replayed:
    """What was found at the flushes."""

    flushes: int = 0
    looked_at: int = 0
    marked: int = 0
    facts: set[int] = field(default_factory=set)
    """How many facts the records had."""


async def played_and_replayed(
    guest: Guest, broker: str, folder: Path, *, rounds: int, every: int, name: str = "flushes"
) -> Replayed:
    """Play this many rounds, then look at the record as it was at every so many flushes. Raises AssertionError."""
    disk = LoggedDisk(guest, name)
    before = folder / "before.img"
    await disk.make(before)
    try:
        around = board_table(guest, name, broker=broker, speed=SPEED, options=SMALL)
        async with played_table(Path(), stop_after=10_000, around=around) as table:
            await disk.mark(BEGUN)
            await table.world.controller.start()
            async with _marking(table, disk):
                await table.rounds(rounds, within_s=PLAYS_S)
            assert await table.world.controller.stop() == 0, table.world.controller.words()
            recorded = table.recorded()
            assert [bytes(received.data) for received in table.subscriber.facts] == recorded
    finally:
        await disk.remove()
    return await asyncio.to_thread(_replayed, disk, before, recorded, every)


@asynccontextmanager
async def _marking(table: PlayedTable, disk: LoggedDisk) -> AsyncIterator[None]:
    """Write into the log, again and again, how many facts the subscriber has heard."""

    async def mark() -> None:
        marked = 0
        while True:
            await asyncio.sleep(MARKS_EVERY_S)
            if (heard := len(table.subscriber.facts)) > marked:
                marked = heard
                await disk.mark(str(heard))

    marking = asyncio.create_task(mark())
    try:
        yield
    finally:
        marking.cancel()
        with suppress(asyncio.CancelledError):
            await marking


def _replayed(disk: LoggedDisk, image: Path, recorded: list[bytes], every: int) -> Replayed:
    replayed = Replayed()
    for number, mark in disk.states(image):
        replayed.flushes = number
        if not mark or number % every:
            continue
        facts = _facts_at(image)
        assert facts == recorded[: len(facts)], f"at flush {number} the record is not a beginning of the whole one"
        assert len(facts) >= int(mark), f"at flush {number} {len(facts)} facts are left of {mark} that were published"
        replayed.looked_at += 1
        replayed.marked = max(replayed.marked, int(mark))
        replayed.facts.add(len(facts))
    return replayed


def _facts_at(image: Path) -> list[bytes]:
    """Return the facts of the record on a copy of this image, after a check by `journal verify`."""
    place = image.with_name("cut")
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    copy = place / "disk.img"
    subprocess.run(("cp", "--sparse=always", image, copy), check=True)
    files = place / "files"
    files.mkdir()
    files_of(copy, files)
    examined = verified(files, fold=fold_digest())
    assert not examined.findings, examined.findings
    with closing(Reader(files)) as reader:
        return [link.data for link in reader.links()]
