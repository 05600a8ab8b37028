"""
Three hours without a broker, on a simulated clock: the backlog, its memory, and the time to drain it.

In the end a consumer that was offline as long has every fact, compared with the record byte for byte.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from firmware_host.journal.journal_config import JournalConfig
from firmware_host.mqtt import publisher as mqtt_publisher
from firmware_host.mqtt.messages import Status
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.publisher import Publisher
from hil.broker import LOOPBACK, free_port
from tests.mqtt.long_session import HOURS, USUAL_PACE, play_on
from tests.support.brokers import any_broker
from tests.support.healing_consumer import consuming, on_record
from tests.support.publishing import IMPATIENT, SOFTWARE, TOPICS, publishing
from tests.support.resident_memory import resident_mb
from tests.worlds.busy_table import BusyTable, busy_table

HURRIED_PACE = 230
"""More hands per hour than any dealer deals."""

HEALED_S = 120


def main(*, full: bool) -> None:
    """Print the figures at the usual pace; with `full` also at a pace that no table reaches."""
    for pace in (USUAL_PACE, HURRIED_PACE) if full else (USUAL_PACE,):
        with tempfile.TemporaryDirectory() as name:
            asyncio.run(_lost(Path(name), pace))


async def _lost(folder: Path, pace: int) -> None:
    port = free_port()
    url = f"mqtt://{LOOPBACK}:{port}"
    async with busy_table(folder / "data", config=JournalConfig()) as table:
        publisher = _publisher(table, url)
        async with publishing(publisher):
            before = resident_mb()
            await play_on(table, rounds=HOURS * pace)
            waiting = resident_mb()
            facts, rounds = table.journal.last, table.host.state.rounds
            print(
                f"{HOURS} hours at {pace} hands per hour: {rounds} rounds, {publisher.counted.waiting:,} facts waiting"
            )
            print(f"resident memory: {before:.1f} MB before, {waiting:.1f} MB with the backlog", end="")
            async with any_broker(folder, port=port):
                await _drained(publisher, facts)
                async with consuming(url) as consumer:
                    begin = time.perf_counter()
                    await consumer.has(facts, within_s=HEALED_S)
                    took = time.perf_counter() - begin
                    same = consumer.facts == on_record(folder / "data")[:facts]
                    verdict = "byte for byte as recorded" if same else "NOT AS RECORDED"
                    print(f"an empty consumer catches up by replay in {took:.1f} s: {verdict}")


async def _drained(publisher: Publisher, facts: int) -> None:
    most, begin = resident_mb(), 0.0
    while publisher.counted.waiting:
        if not begin and publisher.counted.acknowledged:
            begin = time.perf_counter()
        await asyncio.sleep(0.05)
        most = max(most, resident_mb())
    took = time.perf_counter() - begin
    print(f", at most {most:.1f} MB as it goes\ndrained in {took:.2f} s, {facts / took:,.0f} facts/s")


def _publisher(table: BusyTable, url: str) -> Publisher:
    status = Status(online=True, journal=table.journal.id, software=SOFTWARE, configuration="in-force")
    return mqtt_publisher.publisher(
        config=MqttConfig(url=url),
        topics=TOPICS,
        journal=table.journal,
        status=status,
        table=table.host,
        clock=table.clock,
        patience=IMPATIENT,
    )
