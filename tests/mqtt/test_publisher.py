"""Journal to broker, against the brokers themselves: what a consumer may rely on."""

import asyncio
import hashlib
from pathlib import Path

import aiomqtt
import msgspec
import pytest

from firmware_host.errors import UserError
from firmware_host.journal.store import Journal
from firmware_host.mqtt.broker_health import BrokerHealth
from firmware_host.mqtt.connection import WINDOW, Timeouts
from firmware_host.mqtt.messages import Status
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.outbox import Outbox
from firmware_host.mqtt.publisher import Publisher
from firmware_host.table.view import DeviceReport, public_view
from hil.broker import LOOPBACK, free_port
from tests.support.brokers import BOTH, Broker, running_mosquitto
from tests.support.listener import Listener, listening
from tests.support.publishing import (
    SOFTWARE,
    TOPICS,
    each_once,
    eventually,
    heard_by,
    numbers,
    publisher_of,
    publishing,
    said,
)
from tests.support.record_files import some_facts
from tests.support.relay import Relay
from tests.worlds.pure_table import PureTable

pytestmark = pytest.mark.slow


FACTS = 1000


@pytest.fixture(params=list(BOTH))
def broker(request: pytest.FixtureRequest) -> Broker:
    return BOTH[str(request.param)]


def check_as_a_consumer_would(journal_id: str, payloads: list[bytes]) -> None:
    """With the envelope's own words and a hash function, nothing else."""
    digest = hashlib.sha256(bytes.fromhex(journal_id)).digest()
    for number, payload in enumerate(payloads, 1):
        event = msgspec.json.decode(payload, type=dict[str, msgspec.Raw])
        words = {name: msgspec.json.decode(raw) for name, raw in event.items() if name != "data"}
        digest = hashlib.sha256(digest + bytes(event["data"])).digest()
        assert words["factdigest"] == digest.hex()
        assert words["specversion"] == "1.0"
        assert words["id"] == f"{journal_id}:{number}"
        assert words["source"] == "/fh1/demo/poker-1"
        assert words["type"] == "fh1.fact.host-started"
        assert words["datacontenttype"] == "application/json"
        assert words["time"].endswith("Z")
        assert words["sequence"] == str(number)


async def test_status_state_and_devices_are_retained_for_whoever_comes_later(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    view = public_view(PureTable().opened().state)
    async with broker(tmp_path) as url, listening(url, TOPICS.base) as present:
        publisher = publisher_of(journal, url)
        publisher.show(view)
        publisher.report(DeviceReport(device="shuffler", up=True, detail="here", done=26, of=52))
        async with publishing(publisher):
            await present.until(lambda: len({heard.topic for heard in present.heard}) == 3)
            async with listening(url, TOPICS.base) as later:
                await later.until(lambda: len(later.heard) == 3)
        assert {heard.topic for heard in later.heard if heard.retained} == {
            "fh1/demo/poker-1/status",
            "fh1/demo/poker-1/state",
            "fh1/demo/poker-1/device/shuffler",
        }
        assert later.on(TOPICS.state) == [msgspec.json.encode(view)]
        (device,) = said(later, TOPICS.device("shuffler"))
        assert device == {
            "device": "shuffler",
            "up": True,
            "detail": "here",
            "done": 26,
            "of": 52,
            "out_of_service": None,
        }
        assert said(later, TOPICS.status)[0] == {
            "online": True,
            "journal": journal.id,
            "software": SOFTWARE,
            "configuration": "in-force",
        }


async def test_the_retained_state_is_the_newest(tmp_path: Path, journal: Journal, broker: Broker) -> None:
    table = PureTable().opened()
    async with broker(tmp_path) as url, listening(url, TOPICS.base) as present:
        publisher = publisher_of(journal, url)
        async with publishing(publisher):
            publisher.show(public_view(table.state))
            await present.until(lambda: len(present.on(TOPICS.state)) == 1)
            table.dealt()
            publisher.show(public_view(table.state))
            publisher.show(public_view(table.state))
            await present.until(lambda: len(present.on(TOPICS.state)) == 2)
            async with listening(url, TOPICS.base) as later:
                await later.until(lambda: bool(later.on(TOPICS.state)))
        (state,) = said(later, TOPICS.state)
        assert state["seen"] == table.state.last
        assert len(present.on(TOPICS.state)) == 2, "what has not changed is not said again"


async def test_when_two_people_put_table_toml_in_force_the_status_says_so(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    async with broker(tmp_path) as url, listening(url, TOPICS.status) as listener:
        publisher = publisher_of(journal, url)
        publisher.configured("differs")
        async with publishing(publisher):
            await listener.until(lambda: bool(listener.heard))
            publisher.configured("differs")
            publisher.configured("in-force")
            await listener.until(lambda: said(listener, TOPICS.status)[-1]["configuration"] == "in-force")
        await listener.until(lambda: not said(listener, TOPICS.status)[-1]["online"])
        told = [(status["online"], status["configuration"]) for status in said(listener, TOPICS.status)]
        assert (told[0], told[-2], told[-1]) == ((True, "differs"), (True, "in-force"), (False, "in-force"))


async def test_facts_arrive_in_order_in_an_envelope_a_consumer_can_check(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    await journal.append(some_facts(journal, 30))
    async with broker(tmp_path) as url, listening(url, TOPICS.base) as listener:
        publisher = publisher_of(journal, url)
        async with publishing(publisher):
            await listener.until(lambda: len(numbers(listener)) == 30)
            await journal.append(some_facts(journal, 5))
            publisher.news.set()
            await listener.until(lambda: len(numbers(listener)) == 35)
    assert not any(heard.retained for heard in listener.heard if heard.topic == TOPICS.fact)
    check_as_a_consumer_would(journal.id, listener.on(TOPICS.fact))


async def test_what_one_run_has_sent_the_next_does_not_send_again(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    await journal.append(some_facts(journal, 10))
    async with broker(tmp_path) as url, listening(url, TOPICS.base) as listener:
        publisher = publisher_of(journal, url)
        publisher.report(DeviceReport(device="last", up=True, detail="said after the facts"))
        async with publishing(publisher):
            await listener.until(lambda: bool(listener.on(TOPICS.device("last"))))
        await journal.append(some_facts(journal, 2))
        async with publishing(publisher_of(journal, url)):
            await listener.until(lambda: len(numbers(listener)) >= 12)
    assert numbers(listener) == list(range(1, 13))


async def test_an_orderly_stop_says_offline(tmp_path: Path, journal: Journal, broker: Broker) -> None:
    async with broker(tmp_path) as url, listening(url, TOPICS.base) as listener:
        async with publishing(publisher_of(journal, url)):
            await listener.until(lambda: len(said(listener, TOPICS.status)) == 1)
        await listener.until(lambda: len(said(listener, TOPICS.status)) == 2)
        async with listening(url, TOPICS.base) as later:
            await later.until(lambda: bool(later.on(TOPICS.status)))
    assert [status["online"] for status in said(listener, TOPICS.status)] == [True, False]
    assert said(later, TOPICS.status)[0]["online"] is False
    assert later.heard[0].retained


async def test_a_controller_that_vanishes_without_a_word_is_reported_by_its_will(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    port = free_port()
    async with broker(tmp_path, port=port) as url, listening(url, TOPICS.base) as listener, Relay(port) as relay:
        async with publishing(publisher_of(journal, relay.url)):
            await listener.until(lambda: len(said(listener, TOPICS.status)) == 1)
            await relay.refuse()
            relay.cut()
            await listener.until(lambda: len(said(listener, TOPICS.status)) == 2)
        async with listening(url, TOPICS.base) as later:
            await later.until(lambda: bool(later.on(TOPICS.status)))
    assert [status["online"] for status in said(listener, TOPICS.status)] == [True, False]
    assert said(later, TOPICS.status)[0] == {
        "online": False,
        "journal": journal.id,
        "software": SOFTWARE,
        "configuration": "in-force",
    }


async def test_a_broker_killed_in_mid_stream_has_every_fact_in_order_after_its_restart(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    port = free_port()
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    listener = Listener(url=f"mqtt://{LOOPBACK}:{port}", base=TOPICS.base)
    async with Relay(port) as relay, heard_by(listener):
        await relay.refuse()
        publisher = publisher_of(journal, relay.url)
        publisher.report(DeviceReport(device="shuffler", up=True, detail="here"))

        def sent() -> int:
            return relay.sent.count(b'"specversion"')

        def taken() -> int:
            return FACTS - publisher.counted.waiting

        async with publishing(publisher):
            async with broker(first, port=port):
                await listener.subscribed.wait()
                await relay.admit()
                await listener.until(lambda: bool(listener.on(TOPICS.device("shuffler"))))
                await journal.append(some_facts(journal, FACTS))
                publisher.news.set()
                await listener.until(lambda: len(numbers(listener)) >= 40)
                relay.swallows_answers = True
                await listener.until(lambda: len(numbers(listener)) == sent() == taken() + WINDOW)
                await relay.refuse()
            before = len(numbers(listener))
            assert 40 <= before < FACTS, "it was killed in mid-stream"
            relay.cut()
            relay.swallows_answers = False

            async with broker(second, port=port) as url:
                await listener.subscribed.wait()
                await relay.admit()
                await listener.until(lambda: FACTS in numbers(listener))
                await listener.until(lambda: len(listener.on(TOPICS.device("shuffler"))) == 2)
                async with listening(url, TOPICS.base) as later:
                    await later.until(lambda: len(later.heard) >= 2)
    assert len(numbers(listener)) == FACTS + WINDOW, "those whose PUBACKs were lost come twice"
    assert numbers(listener)[before:] == sorted(numbers(listener)[before:])
    check_as_a_consumer_would(journal.id, each_once(listener))
    assert {heard.topic for heard in later.heard} == {TOPICS.status, TOPICS.device("shuffler")}, "retained anew"


async def test_while_the_broker_is_away_facts_wait_in_the_journal(
    tmp_path: Path, journal: Journal, broker: Broker
) -> None:
    port = free_port()
    listener = Listener(url=f"mqtt://{LOOPBACK}:{port}", base=TOPICS.base)
    async with Relay(port) as relay, heard_by(listener):
        await relay.refuse()
        publisher = publisher_of(journal, relay.url)
        async with publishing(publisher) as running:
            await journal.append(some_facts(journal, 3))
            publisher.news.set()
            async with broker(tmp_path, port=port):
                await listener.subscribed.wait()
                assert not running.done()
                assert journal.sent("mqtt") == 0
                assert not publisher.all_acknowledged.is_set()
                await relay.admit()
                await listener.until(lambda: len(numbers(listener)) == 3)
                async with asyncio.timeout(20):
                    await publisher.all_acknowledged.wait()
                assert publisher.counted.waiting == 0
    check_as_a_consumer_would(journal.id, listener.on(TOPICS.fact))


async def test_a_broker_that_is_not_there_is_one_clear_line(journal: Journal) -> None:
    url = f"mqtt://{LOOPBACK}:{free_port()}"
    with pytest.raises(UserError, match=rf"no broker answers at {url} \(.*\); start the broker, or fix `url`"):
        await publisher_of(journal, url).probe()


async def test_a_broker_that_is_there_is_found_by_the_probe(tmp_path: Path, journal: Journal, broker: Broker) -> None:
    async with broker(tmp_path) as url:
        await publisher_of(journal, url).probe()


async def test_a_stop_that_the_client_has_swallowed_is_said_again(tmp_path: Path, journal: Journal) -> None:
    """Before Python 3.12 a cancellation that comes together with an answer of the broker is lost in the client."""
    swallowed = asyncio.Event()

    async def hear(client: aiomqtt.Client) -> None:
        del client
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            swallowed.set()
        await asyncio.Event().wait()

    async with running_mosquitto(tmp_path) as broker:
        status = Status(online=True, journal=journal.id, software=SOFTWARE, configuration="in-force")
        publisher = Publisher(
            config=MqttConfig(url=broker.url), topics=TOPICS, journal=journal, status=status, hear=hear
        )
        async with publishing(publisher):
            await eventually(lambda: publisher.counted.sessions == 1)
        assert swallowed.is_set()


async def test_what_runs_beside_the_sessions_and_fails_ends_the_whole_part(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever keeps the part going begins it again; else nobody would notice that the cursor moves no more."""

    async def fails(_: Outbox) -> None:
        raise RuntimeError("the cursor")

    monkeypatch.setattr(Outbox, "keep_cursor", fails)
    publisher = publisher_of(journal, f"mqtt://{LOOPBACK}:{free_port()}")
    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="the cursor"):
            await publisher.run()


async def test_a_table_that_cannot_be_told_of_its_broker_ends_the_whole_part(journal: Journal) -> None:
    async def fails(up: bool, detail: str) -> None:  # noqa: FBT001 - as `Tell` is called
        raise RuntimeError(f"{up}: {detail}")

    soon = Timeouts(retry_first_s=0.05, away_s=0.05)
    publisher = Publisher(
        config=MqttConfig(url=f"mqtt://{LOOPBACK}:{free_port()}"),
        topics=TOPICS,
        journal=journal,
        status=Status(online=True, journal=journal.id, software=SOFTWARE, configuration="in-force"),
        patience=soon,
        presence=BrokerHealth(own=frozenset(), patience=soon, tell=fails),
    )
    async with asyncio.timeout(5):
        with pytest.raises(RuntimeError, match="False: "):
            await publisher.run()
