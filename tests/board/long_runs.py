"""The long runs on the virtual board: `python3 -m tests --long board-power-cuts` and its like."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Final

from hil.board.board_world import board_table
from hil.board.guest import Guest
from hil.board.machine import Machine
from tests.board.disk_faults import disk_fails
from tests.board.endings import ends_well
from tests.board.flushes import played_and_replayed
from tests.board.line_faults import lines_fail
from tests.board.power_cuts import cut_often
from tests.board.usb_pulls import LINK_BACK_S, STATES, in_state, pulled, so_far
from tests.long.search import Search
from tests.support.brokers import any_broker
from tests.worlds.played_table import played_table

PER_TABLE: Final = 10
"""Cuts of one table before the next one, whose record is new."""

UNSYNCHRONISED: Final = 4
"""Each fourth table reaches no time server: after a cut its decks are too old, and it is opened anew."""

ROUNDS_LOGGED: Final = 3

SPEED: Final = 60.0

LONGEST_OUT_S: Final = 1.5

LATER_S: Final = 0.3

ROUND_S: Final = 180.0


@asynccontextmanager
async def booted(search: Search) -> AsyncIterator[tuple[Guest, str]]:
    """Have a board that has booted, and the address of a broker outside it."""
    machine = Machine(search.place / "machine")
    machine.start()
    try:
        guest = Guest(machine)
        await guest.ready()
        async with any_broker(machine.folder) as url:
            yield guest, url
    finally:
        machine.off()


def power_cuts(search: Search) -> None:
    """Cut the power of table after table; raise AssertionError for a fact that was lost, or done twice."""
    tables, boots, starts = 0, list[float](), list[float]()
    while search.left:
        folder = search.place / f"cuts-{tables}"
        folder.mkdir()
        machine = Machine(folder / "machine")

        def cut() -> bool:
            search.did()
            return search.left > 0

        try:
            table = asyncio.run(
                cut_often(
                    machine,
                    folder,
                    search.chance(tables),
                    cuts=min(PER_TABLE, search.left),
                    synchronised=tables % UNSYNCHRONISED != UNSYNCHRONISED - 1,
                    goes_on=cut,
                )
            )
        finally:
            machine.off()
        search.noted(in_a_round=table.in_rounds, rounds=table.table.completed)
        boots += table.uptimes
        starts += table.ready
        shutil.rmtree(folder)
        tables += 1
    search.noted(ms_to_boot=_median_ms(boots), ms_from_start_to_all_devices=_median_ms(starts))


def flushes(search: Search) -> None:
    """Play table after table on a disk whose writes are logged; look at the record at every flush."""
    asyncio.run(_flushes(search))


async def _flushes(search: Search) -> None:
    async with booted(search) as (guest, url):
        while search.left:
            name = f"flushes-{search.done}"
            replayed = await played_and_replayed(
                guest, url, guest.machine.folder, rounds=ROUNDS_LOGGED, every=1, name=name
            )
            search.did(replayed.looked_at)
            search.noted(tables=1)


def faults(search: Search) -> None:
    """Let disk, port and key of table after table fail in every way."""
    asyncio.run(_faults(search))


async def _faults(search: Search) -> None:
    async with booted(search) as (guest, url):
        while search.left:
            await disk_fails(guest, url, name=f"disk-{search.done}", also_read_only=True)
            search.did()
            await lines_fail(guest, url, name=f"lines-{search.done}", also_busy=True)
            search.did()


def _median_ms(seconds: list[float]) -> int:
    return round(median(seconds) * 1000) if seconds else 0


def usb_pulls(search: Search) -> None:
    """Pull the cable at the states of the protocol in turn, a moment later, and put it back after another."""
    asyncio.run(_usb_pulls(search, search.chance("usb")))


async def _usb_pulls(search: Search, chance: random.Random) -> None:
    longest_s = 0.0
    async with (
        booted(search) as (guest, url),
        played_table(
            guest.machine.folder, stop_after=10_000, around=board_table(guest, "usb", broker=url, speed=SPEED)
        ) as table,
    ):
        shuffler = table.world.simulated
        since = so_far(shuffler)
        await table.world.controller.start()
        while search.left:
            name = tuple(STATES)[search.done % len(STATES)]
            await in_state(shuffler, name, since)
            await asyncio.sleep(chance.uniform(0, LATER_S))
            since = so_far(shuffler)
            took_s = await pulled(shuffler, for_s=chance.uniform(0, LONGEST_OUT_S))
            assert took_s < LINK_BACK_S, f"the link was back after {took_s:.2f} s, pulled when {name}"
            longest_s = max(longest_s, took_s)
            search.did()
        await ends_well(table, within_s=ROUND_S)
    search.noted(rounds=table.completed, ms_until_the_longest_link=round(longest_s * 1000))
