"""What people and other programs do to the board's lines: a key hangs, another program has the shuffler's port."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from firmware_host.rules.decision import Key
from hil.board.board_controller import INSIDE, PORT
from hil.board.board_world import board_table
from hil.board.guest import Guest, Program
from tests.board.endings import stops_well
from tests.worlds.played_table import PlayedTable, played_table

NAME = "lines"

SPEED = 300.0

WITHIN_S = 180.0

STUCK_SOON = """
[devices.keys]
stuck_s = 3
"""


@asynccontextmanager
async def running(guest: Guest, name: str, *argv: str) -> AsyncIterator[None]:
    """Have another program run on the board."""
    program = Program(guest, argv=argv, log=f"{INSIDE}/{name}/other.log", environment={})
    await program.start()
    try:
        yield
    finally:
        await program.end()


async def works(table: PlayedTable, device: str, *, up: bool) -> None:
    """Wait until the table has been told that this device works, or does not any more."""

    def told() -> bool:
        view = table.subscriber.view
        return view is not None and view.devices.get(device) is up

    await table.subscriber.until(told, within_s=WITHIN_S)


def alerts_about(table: PlayedTable, device: str) -> list[str]:
    return [alert.say for alert in table.subscriber.alerts.values() if alert.about == device and not alert.over]


async def round_ends(table: PlayedTable) -> None:
    await table.rounds(table.completed + 1, within_s=WITHIN_S)


async def the_port_is_busy(guest: Guest, table: PlayedTable, name: str) -> None:
    """Start the controller while another program has locked the port: it ends, and names the way to that program."""
    controller = table.world.controller
    async with running(guest, name, "flock", "--no-fork", PORT, "sleep", "1000"):
        await controller.start()
        assert await controller.ended() == 2
        assert f"another process has {PORT} open; stop that process (`fuser {PORT}` names it)" in controller.words()


async def a_program_that_asks_nobody_steals_bytes(guest: Guest, table: PlayedTable, name: str) -> None:
    """Let a program read the port beside the controller: the link ends, is said to be down, and comes back."""
    async with running(guest, name, "cat", PORT):
        await works(table, "shuffler", up=False)
        await table.subscriber.until(lambda: bool(alerts_about(table, "shuffler")), within_s=WITHIN_S)
        print(alerts_about(table, "shuffler"))
    await works(table, "shuffler", up=True)
    await round_ends(table)
    assert not alerts_about(table, "shuffler")


async def a_key_hangs(table: PlayedTable) -> None:
    """Let something lie on a key: it is said to be stuck, and works again once it is taken away."""
    key = table.world.keys.contacts[Key.CALL_FLOOR]
    key.hang(closed=True)
    await works(table, "keys", up=False)
    await table.subscriber.until(lambda: bool(alerts_about(table, "keys")), within_s=WITHIN_S)
    print(alerts_about(table, "keys"))
    key.free()
    await works(table, "keys", up=True)
    await round_ends(table)
    assert not alerts_about(table, "keys")


async def lines_fail(guest: Guest, broker: str, *, name: str = NAME, also_busy: bool) -> None:
    """Let a second program read the shuffler's port and a key hang; perhaps find the port locked at the start."""
    around = board_table(guest, name, broker=broker, speed=SPEED, options=STUCK_SOON)
    async with played_table(Path(), stop_after=10_000, around=around) as table:
        if also_busy:
            await the_port_is_busy(guest, table, name)
        await table.world.controller.start()
        await works(table, "shuffler", up=True)
        await a_program_that_asks_nobody_steals_bytes(guest, table, name)
        await a_key_hangs(table)
        await stops_well(table)
