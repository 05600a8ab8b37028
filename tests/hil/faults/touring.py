"""Faults at tables that run as a house runs them: the real controller in a process of its own, heard by its broker."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path

from msgspec.structs import replace

from firmware_host.table.terms import AlertKind
from hil.faults.matrix import Outcome
from hil.faults.tour import Stop, Tour
from hil.robots.floor_supervisor import RobotFloor
from tests.worlds.played_table import PlayedTable, ShakenTable, played_table, shaken_table

SPEED = 100.0
"""A deck is shuffled in half a second."""

Visit = Callable[[Path, Iterable[Stop]], Coroutine[None, None, list[Outcome]]]

ROUNDS = 10_000
"""More than any tour plays."""


class _People:
    """The robot dealer and the robot floor of one table."""

    def __init__(self, table: PlayedTable | ShakenTable, floor: RobotFloor) -> None:
        """All of them see what the table's subscriber sees."""
        self._table = table
        self._floor = floor

    def idle_table(self) -> None:
        self._table.dealer.idle_table()

    def fault_begins(self) -> None:
        self._floor.pause()

    def look(self) -> None:
        self._table.look()

    def fault_ends(self) -> None:
        self._table.dealer.retry()
        self._floor.resume()
        self._table.look()


async def at_poker(folder: Path, stops: Iterable[Stop]) -> list[Outcome]:
    """Return how these went, one after the other at one table; an auditor's complaints count for the last."""
    async with played_table(folder, speed=SPEED, stop_after=ROUNDS, tamper=True) as table:
        return await _toured(table, stops)


async def at_dice(folder: Path, stops: Iterable[Stop]) -> list[Outcome]:
    """Return how these went, one after the other at one table; an auditor's complaints count for the last."""
    async with shaken_table(folder, stop_after=ROUNDS, seed=3) as table:
        return await _toured(table, stops)


async def _toured(table: PlayedTable | ShakenTable, stops: Iterable[Stop]) -> list[Outcome]:
    floor = RobotFloor(table.world.door, table.world.shuffler if isinstance(table, PlayedTable) else None)
    tour = Tour(stops, things=table.world.things, people=_People(table, floor))
    table.watched_by(tour, floor)
    task = asyncio.create_task(floor.run())
    try:
        await table.world.controller.start()
        await tour.run()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    said = [each for each in table.complaints() if not any(known in each for known in tour.complaints_to_be_expected)]
    refused = [refusal.reason for refusal in (*table.dealer.refused, *floor.refused)]
    last = tour.outcomes.pop()
    return [*tour.outcomes, replace(last, wrong=(*last.wrong, *said, *refused))]


def shared_out(stops: Iterable[Stop], *, tables: int) -> list[list[Stop]]:
    """Deal them out over so many tables; what takes a device away for a while comes last."""
    dealt = sorted(stops, key=lambda stop: AlertKind.DEVICE_DOWN in stop[0].reach.alerts)
    return [dealt[first::tables] for first in range(tables)]


async def side_by_side(folder: Path, shares: list[list[Stop]], visit: Visit) -> list[Outcome]:
    """Return how all went; each table has a folder of its own, and mostly waits."""
    folders = [folder / str(number) for number, _ in enumerate(shares)]
    for each in folders:
        each.mkdir()
    toured = await asyncio.gather(*map(visit, folders, shares))
    return [outcome for outcomes in toured for outcome in outcomes]
