"""
Real brokers frozen, half cut off, full, emptied: a consumer that asks for what it misses has the whole record.

What is promised: every fact reaches the broker's acknowledgement, in order, a duplicate only with the same id. What
the broker then does with it is its own; the consumer heals itself.
"""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from firmware_host.mqtt.connection import WINDOW
from hil.broker import free_port
from tests.mqtt.broken_broker import scene, stands_at
from tests.mqtt.commanded_table import asking
from tests.support.brokers import EVERY, RunningBroker, running_mosquitto
from tests.support.listener import Listener, listening
from tests.support.publishing import TOPICS, each_once, eventually, numbers

KEPT = "allow_anonymous true\npersistence true\nautosave_on_changes true\nautosave_interval 1\nlog_type error\n"
"""With a file to keep what it has; `persistence_location` is each test's own."""

ROOM = 4096
"""Enough for a broker's log, and not for what it has to keep."""


@pytest.fixture(params=list(EVERY))
def broker(request: pytest.FixtureRequest) -> RunningBroker:
    return EVERY[str(request.param)]


def check_order(listener: Listener, journal: str) -> None:
    """In order but for what is sent again from where the acknowledgements ended."""
    got = numbers(listener)
    for before, number in pairwise(got):
        assert number == before + 1 or before - WINDOW < number <= before
    ids = [msgspec.json.decode(payload)["id"] for payload in each_once(listener)]
    assert ids == [f"{journal}:{number}" for number in range(1, len(ids) + 1)]


async def test_a_broker_frozen_in_mid_stream_is_noticed_and_has_every_fact_in_order_once_it_thaws(
    tmp_path: Path, broker: RunningBroker
) -> None:
    port = free_port()
    async with broker(tmp_path, port=port) as running, listening(running.url, TOPICS.base) as listener:
        async with scene(tmp_path, port) as at:
            await at.settles()
            running.freeze()
            await at.does(100)
            await eventually(lambda: at.table.publisher.counted.lost_sessions >= 1)
            assert at.waiting == 100
            running.thaw()
            await at.settles()
            await listener.until(lambda: at.table.state.last in numbers(listener))
            assert (await stands_at(running.url))[TOPICS.status]["online"]
        check_order(listener, at.table.journal.id)


async def test_keep_alive_notices_a_frozen_broker_while_nothing_is_under_way(tmp_path: Path) -> None:
    port = free_port()
    async with running_mosquitto(tmp_path, port=port) as running, scene(tmp_path, port, keepalive_s=1) as at:
        await at.settles()
        running.freeze()
        await eventually(lambda: at.table.publisher.counted.lost_sessions == 1)
        running.thaw()
        await at.does(1)
        await at.settles()


async def test_a_half_open_connection_is_given_up_and_nothing_is_lost(tmp_path: Path, broker: RunningBroker) -> None:
    port = free_port()
    async with broker(tmp_path, port=port) as running, listening(running.url, TOPICS.base) as listener:
        async with scene(tmp_path, port) as at:
            await at.settles()
            at.relay.half_open()
            await at.does(100)
            await at.settles()
            await listener.until(lambda: at.table.state.last in numbers(listener))
            assert at.table.publisher.counted.sessions == 2
            assert (await stands_at(running.url))[TOPICS.status]["online"], "not what the old connection's will says"
        check_order(listener, at.table.journal.id)


async def test_an_empty_broker_in_the_place_of_another_gets_the_retained_set_and_consumers_heal(
    tmp_path: Path, broker: RunningBroker
) -> None:
    port = free_port()
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    async with scene(tmp_path, port) as at:
        async with broker(first, port=port) as running:
            await at.consumer.subscribed.wait()
            await at.settles()
            stood = await stands_at(running.url)
        await at.does(20)
        async with broker(second, port=port) as running:
            await at.settles()
            stands = await stands_at(running.url)
            assert stands.keys() == stood.keys()
            assert stands[TOPICS.state]["seen"] == at.table.state.last


async def test_what_a_broker_with_a_full_disk_acknowledged_and_lost_is_asked_for(tmp_path: Path) -> None:
    """
    It goes on in memory and tells its log alone.

    Its file is cut short by then: mosquitto 2.0.11 does not start from it, so whoever mends it has to take it away.
    """
    port = free_port()
    (tmp_path / "kept").mkdir()
    settings = f"{KEPT}persistence_location {tmp_path}/kept/\n"
    async with scene(tmp_path, port) as at:
        async with running_mosquitto(tmp_path, port=port, settings=settings) as running:
            await at.consumer.subscribed.wait()
            await at.settles()
            await at.consumer.leaves()
            had = len(at.consumer.facts)
            kept = tmp_path / "kept" / "mosquitto.db"
            await eventually(kept.exists)
            running.disk_takes(ROOM)
            await at.does(30)
            await eventually(lambda: at.waiting == 0)
            await eventually(lambda: "Error" in running.log.read_text())
        kept.unlink()
        published = at.consumer.published
        async with running_mosquitto(tmp_path, port=port, settings=settings):
            at.consumer.comes()
            await at.settles()
        assert at.consumer.published == published, "of what was acknowledged the broker has nothing any more"
        assert at.consumer.replayed >= at.table.state.last - had


async def test_a_broker_frozen_in_the_middle_of_a_replay_is_a_session_lost_and_in_the_next_one_replays_are_told(
    tmp_path: Path,
) -> None:
    """The line survives it, and no fact is under way whose acknowledgement could be missed: only the replay notices."""
    port = free_port()
    async with (
        running_mosquitto(tmp_path, port=port) as running,
        listening(running.url, TOPICS.base) as listener,
        scene(tmp_path, port) as at,
        asking(running.url, listener) as asker,
    ):
        await at.settles()
        request = msgspec.json.encode({"journal": at.table.journal.id, "from": 1, "to": 5})
        many = [f"auditor-{number}" for number in range(8)]
        for name in many:
            await asker.sends(TOPICS.replay(name), request)
        await listener.until(lambda: bool(listener.on(TOPICS.reply(many[0]))))
        running.freeze()
        await eventually(lambda: at.table.publisher.counted.lost_sessions == 1, within_s=10)
        running.thaw()
        await eventually(lambda: at.table.publisher.counted.sessions == 2)
        await asker.sends(TOPICS.replay("late"), request)
        await listener.until(lambda: len(listener.on(TOPICS.reply("late"))) == 6)
