"""What people do to a board that systemd runs: they put another package on it, and reboot it."""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_host.table.facts.system import HostStarted
from hil.board.guest import BoardTrouble
from tests.bench.footprint import resident_in, resident_mb
from tests.board.installed import ROUND_S, Installed
from tests.board.technician import DATA
from tests.worlds.played_table import played_table

BLAMED: Final = 12
"""How many of the slowest units of a boot are printed."""


async def another_package(there: Installed) -> None:
    """Upgrade in a round; refuse a downgrade; remove and purge, which keep the record; install again and deal."""
    unit, technician = there.unit, there.technician
    async with there.pause():
        older, newer = [await technician.brings(each) for each in (technician.packages.now, technician.packages.newer)]
        key = await unit.works("firmware-host", "journal", "key", DATA)
    starts = there.starts
    await technician.apt_installs(newer, stage="upgrade")
    await there.starts_again(starts, within_s=ROUND_S)
    await there.deals_on()
    await _refused(there, older)
    await technician.types("sudo", "apt", "remove", "--yes", "firmware-host", stage="remove")
    assert await _state(there) == "inactive"
    said = await technician.types("sudo", "apt", "purge", "--yes", "firmware-host", stage="purge")
    assert f"{DATA} is kept, with its record or its keys" in said, said
    await technician.apt_installs(newer, stage="install again")
    assert await unit.works("firmware-host", "journal", "key", DATA) == key, "this is another record"
    await technician.types("sudo", "systemctl", "enable", "--now", "firmware-host")
    await there.deals_on()


async def _refused(there: Installed, older: str) -> None:
    """Try a downgrade: it is refused, and the table plays on without a restart."""
    starts = there.starts
    with there.technician.watch.stage("downgrade, refused"):
        ran = await there.guest.runs("sudo", "dpkg", "-i", older, within_s=ROUND_S)
    assert ran.code != 0, ran.out
    assert "is older than the installed version" in ran.out, ran.out
    assert await _state(there) == "active"
    await there.deals_on()
    assert there.starts == starts, "the table was restarted"


async def reboots(there: Installed) -> None:
    """Reboot in a round: broker and controller come back by themselves, and the round goes on."""
    machine, starts, began_s = there.guest.debian, there.starts, time.monotonic()
    with suppress(OSError, EOFError, BoardTrouble):  # the connection may end before the answer
        await there.guest.runs("systemctl", "reboot", "--no-block")
    await machine.switched_off(within_s=ROUND_S)
    there.says("until it was shut down", began_s)
    began_s = time.monotonic()
    machine.start()
    await there.starts_again(starts, within_s=ROUND_S)
    there.says(f"from power on to a table that is published, the clock {_clock_at_start(there)}", began_s)
    await there.guest.booted()
    await there.deals_on()
    for words in (("systemd-analyze",), ("systemd-analyze", "blame", "--no-pager")):
        print("\n".join((await there.unit.works(*words)).splitlines()[:BLAMED]), flush=True)
    print((await there.unit.works("systemd-analyze", "security", "--no-pager", "firmware-host")).splitlines()[-1])
    await _memory(there)


def _clock_at_start(there: Installed) -> str:
    started = [fact for fact in there.table.facts() if isinstance(fact.body, HostStarted)][-1]
    return "synchronised" if started.at.synced else "not yet synchronised"


async def _memory(there: Installed) -> None:
    """Print the controller's resident memory, and that of one on simulated pins outside, each after a round."""
    pid = (await there.unit.shown("MainPID"))["MainPID"]
    on_board = resident_in(await there.unit.works("cat", f"/proc/{pid}/status"))
    with tempfile.TemporaryDirectory(dir=there.guest.machine.folder) as folder:
        async with played_table(Path(folder), stop_after=1) as table:
            await table.world.controller.start()
            await table.rounds(1)
            outside = resident_mb(table.world.controller.pid)
    print(f"  {on_board:.1f} MB resident on the board, {outside:.1f} MB on simulated pins outside", flush=True)


async def _state(there: Installed) -> str:
    return (await there.unit.shown("ActiveState"))["ActiveState"]
