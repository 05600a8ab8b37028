"""The disk under the record fails while a table is played: nearly full, with I/O errors, read-only."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from firmware_host.rules.decision import Code
from hil.board.bad_disk import BadDisk
from hil.board.board_controller import BoardController
from hil.board.board_world import board_table
from hil.board.guest import Guest
from tests.board.endings import stops_well
from tests.worlds.played_table import PlayedTable, played_table

SPEED = 300.0

PLAYS_S = 180.0

NAME = "disk"

LEFT_MIB = 20
"""Less than the 64 MiB that have to be free for a new round, more than the round under way writes."""


@asynccontextmanager
async def table_on(disk: BadDisk, guest: Guest, broker: str, name: str) -> AsyncIterator[PlayedTable]:
    """Have a table of hold 'em whose record is on this disk."""
    await disk.make()
    try:
        around = board_table(guest, name, broker=broker, speed=SPEED)
        async with played_table(Path(), stop_after=10_000, around=around) as table:
            yield table
    finally:
        await disk.remove()


async def round_ends(table: PlayedTable) -> None:
    """Let the table play to the end of a round."""
    await table.rounds(table.completed + 1, within_s=PLAYS_S)


async def gate_closes_and_opens(table: PlayedTable, disk: BadDisk) -> None:
    """Take nearly all the room: the round under way ends, no other begins, an alert says why; then give it back."""
    await disk.fill(but_mib=LEFT_MIB)
    await table.subscriber.until(lambda: waits_for(table) is Code.DISK_FULL, within_s=PLAYS_S)
    said = [alert.say for alert in table.subscriber.alerts.values() if alert.about == "disk"]
    assert said
    assert "no new round until 64 MiB are free" in said[0]
    await disk.free()
    await table.subscriber.until(lambda: "disk-recovered" in table.kinds, within_s=PLAYS_S)
    await round_ends(table)
    assert all(alert.over for alert in table.subscriber.alerts.values() if alert.about == "disk")


def waits_for(table: PlayedTable) -> Code | None:
    """Return why no round begins."""
    view = table.subscriber.view
    if view is None or view.round is not None or view.waiting_for is None:
        return None
    return view.waiting_for.code


async def stops_and_loses_nothing(
    table: PlayedTable, disk: BadDisk, fault: Callable[[], Awaitable[None]], *, says: str
) -> None:
    """Let the disk fail: the controller ends with words for a technician; after the repair every fact is there."""
    controller = table.world.controller
    assert isinstance(controller, BoardController)
    await fault()
    assert await controller.ended() == 2
    last = controller.words().splitlines()[-1]
    print(last)
    assert "so the table has stopped; nothing that was confirmed is lost" in last
    assert says in last
    acknowledged = [bytes(received.data) for received in table.subscriber.facts]
    await disk.repair()
    await controller.fetch_record()
    assert table.recorded()[: len(acknowledged)] == acknowledged
    assert not verified(table.world.data, fold=fold_digest()).findings


async def disk_fails(guest: Guest, broker: str, *, name: str = NAME, also_read_only: bool) -> None:
    """Let the disk be nearly full, answer with I/O errors, and perhaps turn read-only; each time the table goes on."""
    disk = BadDisk(guest, name)
    async with table_on(disk, guest, broker, name) as table:
        controller = table.world.controller
        await controller.start()
        await round_ends(table)
        await gate_closes_and_opens(table, disk)
        await stops_and_loses_nothing(table, disk, disk.refuse_writes, says="copy the data folder to another disk")
        await controller.start()
        await round_ends(table)
        if also_read_only:
            await stops_and_loses_nothing(
                table, disk, disk.become_read_only, says="look in the system log why the disk is read-only"
            )
            await controller.start()
            await round_ends(table)
        await stops_well(table)
