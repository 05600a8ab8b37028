"""Faults of a board that systemd runs: the controller hangs, the clock jumps, the network or the broker is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Key
from firmware_host.table.facts.system import ClockJumped
from hil.subscriber import Subscriber
from tests.board.installed import ROUND_S, Installed
from tests.board.technician import DATA, HOUSE, TABLE

HUNG_S: Final = 240.0

LEAST_HUNG_MS: Final = 20_000
"""systemd waits 30 s since the watchdog was fed last, which was up to 10 s before."""

HOURS: Final = (5, -8)

HOUR_MS, LITTLE_MS = 3_600_000, 60_000

RAN_OUT: Final = "deck-clock-ran-out"

LEAST_MISSED: Final = 20
"""A round has about 35 facts."""

CALLED: Final = ("floor-called", "floor-call-ended")


async def hangs(there: Installed) -> None:
    """Stop the controller by SIGSTOP in a round: systemd's watchdog ends and restarts it, and the round goes on."""
    unit, table = there.unit, there.table
    began_s = time.monotonic()
    before, starts = await unit.shown("MainPID", "NRestarts"), there.starts
    await unit.works("kill", "-STOP", before["MainPID"])
    await there.starts_again(starts, within_s=HUNG_S)
    there.says("hung, ended by the watchdog and started again", began_s)
    again = [number for number, kind in enumerate(table.kinds) if kind == "host-started"][starts]
    last, first = (table.facts()[number].at.mono_ms for number in (again - 1, again))
    assert first - last > LEAST_HUNG_MS, "something was recorded while the controller hung"
    assert int((await unit.shown("NRestarts"))["NRestarts"]) > int(before["NRestarts"])
    assert "Failed with result 'watchdog'" in await unit.journal()
    await there.deals_on()


async def clock_jumps(there: Installed) -> None:
    """Set the wall clock hours ahead and back while rounds are dealt; then chrony sets it right again."""
    unit, table = there.unit, there.table
    ran_out = table.kinds.count(RAN_OUT)
    await unit.works("systemctl", "stop", "chrony")
    for hours in HOURS:
        await _jumped(there, hours, "date", "--set", f"{hours:+d} hours")
        await table.told("clock-unsynchronised")
        await there.deals_on()
    synchronised = table.kinds.count("clock-synchronised")
    await _jumped(there, -sum(HOURS), "systemctl", "start", "chrony")
    await table.told("clock-synchronised", synchronised + 1)
    await there.deals_on()
    assert table.kinds.count(RAN_OUT) == ran_out, "a clock of the regulation followed the wall clock"


async def _jumped(there: Installed, hours: int, *words: str) -> None:
    """Run this, and wait until the record says by how much the clock was set."""
    began_s, heard = time.monotonic(), there.table.kinds.count("clock-jumped")
    await there.unit.works(*words)
    await there.table.told("clock-jumped", heard + 1)
    jumped = [fact.body for fact in there.table.facts() if isinstance(fact.body, ClockJumped)][-1]
    assert abs(jumped.by_ms - hours * HOUR_MS) < LITTLE_MS, jumped
    there.says(f"until the record said: {jumped.sentence()}", began_s)


async def no_network(there: Installed) -> None:
    """Pull the cable of the table's network: rounds go on, and the consumer gets every fact once it is back."""
    async with _consumer(there) as sign:
        first = len(sign.facts)
        await sign.until(lambda: len(sign.facts) > first, within_s=ROUND_S)
        there.guest.debian.network(plugged=False)
        began_s = time.monotonic()
        await there.deals_on()
        await there.deals_on()
        last = there.table.subscriber.facts[-1].sequence
        missed = int(last) - int(sign.facts[-1].sequence)
        assert missed > LEAST_MISSED, "the cable was not out"
        there.says(f"without network, {missed} facts", began_s)
        there.guest.debian.network(plugged=True)
        began_s = time.monotonic()
        await sign.until(lambda: int(sign.facts[-1].sequence) >= int(last), within_s=ROUND_S)
        there.says("until the consumer had them all", began_s)
        assert sign.out_of_order == []


@asynccontextmanager
async def _consumer(there: Installed) -> AsyncIterator[Subscriber]:
    """Have a consumer that reaches the broker by the table's network, and keeps its session."""
    url = f"mqtts://localhost:{there.guest.debian.table_port}"
    topics, tls = Topics(house=HOUSE, table=TABLE), there.table.world.tls
    sign = Subscriber(url=url, topics=topics, name="sign", keeps_session=True, tls=tls)
    listening = asyncio.create_task(sign.run())
    try:
        async with asyncio.timeout(ROUND_S):
            await sign.subscribed.wait()
        yield sign
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


async def no_broker(there: Installed) -> None:
    """Stop the broker and press a key: facts wait in the journal, also over a start; then the consumers get them."""
    unit, table = there.unit, there.table
    await unit.works("systemctl", "stop", "mosquitto")
    called = _calls(there)
    for _ in CALLED:
        await table.world.keys.press(Key.CALL_FLOOR)
    show = ("firmware-host", "journal", "show", "--json", "--data", DATA, "--kind", *CALLED)
    async with asyncio.timeout(HUNG_S):
        while len((await unit.works(*show)).splitlines()) < called + len(CALLED):
            """Each look takes seconds on the board."""
    heard, starts, began_s = len(table.subscriber.facts), there.starts, time.monotonic()
    await unit.works("systemctl", "restart", "firmware-host")
    there.says("start without a broker", began_s)
    assert (await unit.shown("ActiveState"))["ActiveState"] == "active"
    assert (_calls(there), len(table.subscriber.facts)) == (called, heard), "the broker was not stopped"
    began_s = time.monotonic()
    await unit.works("systemctl", "start", "mosquitto")
    await there.starts_again(starts, within_s=HUNG_S)
    there.says(f"broker back, {len(table.subscriber.facts) - heard} facts had waited", began_s)
    assert _calls(there) == called + len(CALLED)
    await there.deals_on()


def _calls(there: Installed) -> int:
    return sum(kind in CALLED for kind in there.table.kinds)
