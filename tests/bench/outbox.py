"""Draining a backlog to a broker: from the record with a durable cursor, compared with plain aiomqtt."""

import asyncio
import statistics
import tempfile
import time
from collections import deque
from contextlib import closing
from pathlib import Path

import aiomqtt

from firmware_host.journal.store import Journal
from firmware_host.mqtt.connection import NODELAY, WINDOW
from firmware_host.mqtt.messages import fact_event
from firmware_host.mqtt.mqtt_config import MqttConfig
from tests.support.brokers import any_broker
from tests.support.publishing import TOPICS, eventually, publisher_of, publishing
from tests.support.record_files import some_facts

WORDS = "x" * 300
"""A fact about as long as a typical one of a round, with its envelope."""


def main(*, full: bool) -> None:
    """Print both rates of each turn, and their ratio."""
    asyncio.run(_turns(10_000 if full else 2_000, 5 if full else 3))


async def _turns(count: int, turns: int) -> None:
    shares = []
    with tempfile.TemporaryDirectory() as name:
        async with any_broker(Path(name)) as url:
            for turn in range(turns):
                with closing(Journal.open(Path(name) / f"data-{turn}")) as journal:
                    while journal.last < count:
                        await journal.append(some_facts(journal, min(500, count - journal.last), words=WORDS))
                    payloads = [fact_event(TOPICS, link) for link in journal.after(0, limit=count)]
                    plain = count / await _plain(url, payloads)
                    del payloads
                    ours = count / await _ours(url, journal)
                shares.append(ours / plain)
                print(f"turn {turn + 1}: plain {plain:7,.0f}/s   ours {ours:7,.0f}/s   {ours / plain:4.0%}")
    print(f"{count:,} facts, window {WINDOW}, QoS 1; ours is {statistics.median(shares):.0%} of plain (aim 60%)")


async def _plain(url: str, payloads: list[bytes]) -> float:
    """Publish with plain aiomqtt: a window of tasks, awaiting the oldest."""
    host, port = MqttConfig(url=url).address()
    async with aiomqtt.Client(
        host, port, max_inflight_messages=WINDOW, socket_options=[NODELAY], identifier="plain"
    ) as client:
        client.pending_calls_threshold = 2 * WINDOW
        begin = time.perf_counter()
        under_way = deque[asyncio.Task[None]]()
        for payload in payloads:
            if len(under_way) >= WINDOW:
                await under_way.popleft()
            under_way.append(asyncio.create_task(client.publish(f"{TOPICS.base}/plain", payload, qos=1)))
        await asyncio.gather(*under_way)
        return time.perf_counter() - begin


async def _ours(url: str, journal: Journal) -> float:
    """Return the time from the start of the publisher, with its connect, to the last PUBACK."""
    publisher = publisher_of(journal, url)
    begin = time.perf_counter()
    async with publishing(publisher):
        await eventually(lambda: publisher.counted.acknowledged > 0 and publisher.counted.waiting == 0, within_s=120)
        return time.perf_counter() - begin
