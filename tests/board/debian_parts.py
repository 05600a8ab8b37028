"""What happens to an installed board that systemd runs: a hang, clock jumps, cables, restarts, another package."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Key
from firmware_host.table.facts.system import ClockJumped
from hil.board.debian_controller import RECORD, UnitController
from hil.board.debian_machine import DebianGuest
from hil.subscriber import Subscriber
from tests.board.technician import HOUSE, TABLE, Technician
from tests.worlds.played_table import PlayedTable

ROUND_S: Final = 400.0

HUNG_S: Final = 240.0

HOURS: Final = (5, -8)

AWAY_S: Final = 20.0


@dataclass(kw_only=True)
class Installed:
    """A table that was installed and commissioned, with its dealer at work."""

    table: PlayedTable
    guest: DebianGuest
    technician: Technician
    package: Path
    newer: Path

    @property
    def unit(self) -> UnitController:
        controller = self.table.world.controller
        assert isinstance(controller, UnitController)
        return controller

    async def deals_on(self, rounds: int = 1) -> None:
        await self.table.rounds(self.table.completed + rounds, within_s=ROUND_S)

    def says(self, what: str, since_s: float) -> None:
        print(f"  {time.monotonic() - since_s:6.1f} s  {what}", flush=True)

    async def ends_well(self) -> None:
        """End after this round; everything that was ever published is the record, to the byte."""
        table = self.table
        table.dealer.stop_after = table.completed + 1
        await table.rounds(table.completed + 1, within_s=ROUND_S)
        assert await self.unit.stop() == 0, self.unit.words()
        assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
        assert table.subscriber.out_of_order == []
        assert table.complaints() == []
        assert table.dealer.refused == []
        assert set(table.world.simulated.model.motor_starts.values()) <= {1}, "an order was carried out twice"


async def hangs(there: Installed) -> None:
    """Stop the controller by SIGSTOP: systemd's watchdog ends and restarts it, and nothing is told meanwhile."""
    unit, table = there.unit, there.table
    began_s = time.monotonic()
    before, pid = await unit.shown("MainPID", "NRestarts"), table.kinds.count("host-started")
    await unit.works("kill", "-STOP", before["MainPID"])
    await asyncio.sleep(1)
    frozen = len(table.subscriber.facts)
    await table.subscriber.until(lambda: len(table.subscriber.facts) > frozen, within_s=HUNG_S)
    assert table.kinds[frozen] == "host-started", "a hung controller has told something"
    assert table.kinds.count("host-started") == pid + 1
    there.says("hung, ended by the watchdog and started again", began_s)
    after = await unit.shown("MainPID", "NRestarts", "Result")
    assert int(after["NRestarts"]) == int(before["NRestarts"]) + 1
    assert "watchdog" in (await unit.journal()).lower()
    await there.deals_on()


async def clock_jumps(there: Installed) -> None:
    """Set the wall clock hours ahead and back while a round is dealt."""
    for hours in HOURS:
        began_s = time.monotonic()
        heard = there.table.kinds.count("clock-jumped")
        await there.unit.works("date", "--set", f"{hours:+d} hours")
        await there.table.told("clock-jumped", heard + 1)
        jumped = [fact.body for fact in there.table.facts() if isinstance(fact.body, ClockJumped)][-1]
        assert abs(jumped.by_ms - hours * 3_600_000) < 60_000, jumped
        alerts = sorted(alert.kind for alert in there.table.subscriber.alerts.values())
        await there.deals_on()
        there.says(
            f"clock set by {hours:+d} h: {jumped.sentence()} Alerts: {', '.join(alerts)}; a round later", began_s
        )
    assert "deck-clock-ran-out" not in there.table.kinds


@asynccontextmanager
async def consumer(there: Installed) -> AsyncIterator[Subscriber]:
    """Have a consumer that reaches the broker by the table's network, and keeps its session."""
    url = f"mqtts://localhost:{there.guest.debian.table_port}"
    sign = Subscriber(
        url=url, topics=Topics(house=HOUSE, table=TABLE), name="sign", keeps_session=True, tls=there.table.world.tls
    )
    listening = asyncio.create_task(sign.run())
    try:
        async with asyncio.timeout(ROUND_S):
            await sign.subscribed.wait()
        yield sign
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def no_network(there: Installed) -> None:
    """Pull the cable of the table's network: rounds go on, and the consumer gets every fact once it is back."""
    async with consumer(there) as sign:
        first = len(sign.facts)
        await sign.until(lambda: len(sign.facts) > first, within_s=ROUND_S)
        there.guest.debian.network(plugged=False)
        await asyncio.sleep(1)
        behind, began_s = len(sign.facts), time.monotonic()
        await there.deals_on()
        assert len(sign.facts) == behind, "the cable was not out"
        there.guest.debian.network(plugged=True)
        missed, plugged_s = len(there.table.subscriber.facts) - behind, time.monotonic()
        last = there.table.subscriber.facts[-1].sequence
        await sign.until(lambda: bool(sign.facts) and int(sign.facts[-1].sequence) >= int(last), within_s=ROUND_S)
        there.says(f"without network, and {missed} facts later", began_s)
        there.says("until the consumer had them all", plugged_s)
        assert sign.out_of_order == []


async def no_broker(there: Installed) -> None:
    """Stop the broker, and press keys: facts wait in the journal. The controller starts without a broker, too."""
    unit, table = there.unit, there.table
    table.dealer.stop_after = table.completed
    await unit.works("systemctl", "stop", "mosquitto")
    heard = len(table.subscriber.facts)
    for _ in range(3):
        await table.world.keys.press(Key.CALL_FLOOR)
        await asyncio.sleep(AWAY_S / 4)
    began_s = time.monotonic()
    await unit.works("systemctl", "restart", "firmware-host")
    there.says("start without a broker", began_s)
    assert (await unit.shown("ActiveState"))["ActiveState"] == "active"
    assert len(table.subscriber.facts) == heard
    began_s = time.monotonic()
    await unit.works("systemctl", "start", "mosquitto")
    starts = table.kinds.count("host-started")
    await table.subscriber.until(lambda: table.kinds.count("host-started") > starts, within_s=HUNG_S)
    there.says(f"broker back: {len(table.subscriber.facts) - heard} facts had waited", began_s)
    table.dealer.stop_after = 10_000
    table.look()
    await there.deals_on()


async def reboots(there: Installed) -> None:
    """Reboot: broker and controller come back by themselves, and the round goes on."""
    table, machine = there.table, there.guest.debian
    starts = table.kinds.count("host-started")
    began_s = time.monotonic()
    with suppress(EOFError, OSError):
        await there.guest.runs("systemctl", "reboot", "--no-block")
    await machine.switched_off(within_s=ROUND_S)
    there.says("shut down", began_s)
    began_s = time.monotonic()
    machine.start()
    await table.subscriber.until(lambda: table.kinds.count("host-started") > starts, within_s=ROUND_S)
    there.says("boot to a table that is ready", began_s)
    await there.guest.booted()
    for words in (("systemd-analyze",), ("systemd-analyze", "blame", "--no-pager")):
        print("\n".join((await there.unit.works(*words)).splitlines()[:12]), flush=True)
    pid = (await there.unit.shown("MainPID"))["MainPID"]
    print(await there.unit.works("grep", "-E", "^(VmHWM|VmRSS)", f"/proc/{pid}/status"), flush=True)
    security = await there.unit.works("systemd-analyze", "security", "--no-pager", "firmware-host")
    print(security.strip().splitlines()[-1], flush=True)
    await there.deals_on()


async def another_package(there: Installed) -> None:
    """Upgrade in the middle of a round; refuse a downgrade; remove and purge, which keep the record; install again."""
    unit, table, technician = there.unit, there.table, there.technician
    older, newer = await technician.brings(there.package), await technician.brings(there.newer)
    key = await unit.works("firmware-host", "journal", "key", RECORD)
    starts = table.kinds.count("host-started")
    await technician.types("dpkg", "-i", newer, stage="upgrade")
    await table.subscriber.until(lambda: table.kinds.count("host-started") > starts, within_s=HUNG_S)
    await there.deals_on()
    refused = await there.guest.runs("dpkg", "-i", older, within_s=ROUND_S)
    assert refused.code != 0
    assert "is older and may not read its record" in refused.out, refused.out
    assert (await unit.shown("ActiveState"))["ActiveState"] == "active"
    await technician.types("apt-get", "remove", "--yes", "firmware-host", stage="remove")
    assert (await unit.shown("ActiveState"))["ActiveState"] == "inactive"
    said = await technician.types("apt-get", "purge", "--yes", "firmware-host", stage="purge")
    assert "/var/lib/firmware-host is kept, with its record or its keys" in said
    await technician.types("dpkg", "-i", newer, stage="install again")
    assert await unit.works("firmware-host", "journal", "key", RECORD) == key
    await unit.works("systemctl", "enable", "--now", "firmware-host")
    await there.deals_on()


Part = Callable[[Installed], Awaitable[None]]

PARTS: Final[tuple[Part, ...]] = (hangs, clock_jumps, no_network, no_broker, reboots, another_package)
