"""Three hours without a broker: the backlog waits on the disk, memory does not grow with it, and all of it arrives."""

from contextlib import closing
from pathlib import Path

import msgspec

from firmware_host.journal.journal_config import JournalConfig
from firmware_host.journal.store import Journal
from firmware_host.mqtt.messages import FactEvent
from hil.broker import LOOPBACK, free_port
from tests.mqtt.long_session import HOURS, USUAL_PACE, play_on
from tests.support.brokers import running_mosquitto
from tests.support.healing_consumer import on_record
from tests.support.listener import listening
from tests.support.publishing import AGAIN_SOON, TOPICS, each_once, eventually, publisher_of, publishing
from tests.support.record_files import some_facts
from tests.support.relay import Relay
from tests.support.resident_memory import resident_mb
from tests.worlds.busy_table import busy_table

BACKLOG_MB, MAY_GROW_MB = 40, 20

OF_EACH = 20_000


async def test_three_hours_of_hands_wait_and_arrive_in_order(place: Path) -> None:
    port = free_port()
    relay = Relay(port)
    async with (
        running_mosquitto(place, port=port) as broker,
        listening(broker.url, TOPICS.fact) as listener,
        busy_table(place / "data", config=JournalConfig(reserve_mib=0)) as table,
    ):
        publisher = publisher_of(table.journal, relay.url, patience=AGAIN_SOON)
        async with publishing(publisher):
            await play_on(table, rounds=HOURS * USUAL_PACE)
            assert publisher.counted.waiting == table.journal.last > 2_500
            async with relay:
                await eventually(lambda: publisher.counted.waiting == 0, shown=lambda: publisher.counted)
                await listener.until(lambda: len(listener.heard) >= table.journal.last)
    recorded = on_record(place / "data")[: len(listener.heard)]
    assert [bytes(msgspec.json.decode(payload, type=FactEvent).data) for payload in each_once(listener)] == recorded
    assert len(listener.heard) == len(recorded), "nothing came twice: nothing was under way as the broker went"


async def test_a_backlog_takes_no_memory_while_it_waits_nor_while_it_is_sent(place: Path) -> None:
    port = free_port()
    with closing(Journal.open(place / "data")) as journal:
        publisher = publisher_of(journal, f"mqtt://{LOOPBACK}:{port}", patience=AGAIN_SOON)
        async with publishing(publisher):
            before = most = resident_mb()
            while journal.last * OF_EACH < BACKLOG_MB * 1_000_000:
                await journal.append(some_facts(journal, 100, words="x" * OF_EACH))
                publisher.news.set()
            waited = resident_mb()
            async with running_mosquitto(place, port=port):

                def is_drained() -> bool:
                    nonlocal most
                    most = max(most, resident_mb())
                    return publisher.counted.waiting == 0

                await eventually(is_drained, shown=lambda: publisher.counted)
    assert max(waited, most) - before < MAY_GROW_MB
