"""What the outbox promises when brokers are lost, frozen or picky: every fact, in order, duplicates by the same id."""

from pathlib import Path

import msgspec

from firmware_host.journal.signing import Signed, is_signed
from firmware_host.journal.store import Journal, Statement
from firmware_host.mqtt.connection import WINDOW
from firmware_host.mqtt.messages import AlertMessage
from firmware_host.mqtt.outbox import Item
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import AlertKind, Severity
from hil.broker import free_port
from tests.support.brokers import running_mosquitto
from tests.support.listener import listening
from tests.support.publishing import (
    IMPATIENT,
    TOPICS,
    each_once,
    eventually,
    numbers,
    publisher_of,
    publishing,
    said,
)
from tests.support.record_files import some_facts
from tests.support.relay import Relay

AT = Stamp(wall_ms=1_767_225_600_000, mono_ms=0, boot="b", synced=True)

SMALL = "allow_anonymous true\nmax_packet_size 4000\n"


def alert(number: int) -> AlertMessage:
    return AlertMessage(
        number=number,
        kind=AlertKind.DEVICE_DOWN,
        about="shuffler",
        severity=Severity.FAULT,
        say="The shuffler does not answer.",
        paragraphs=(),
        at=AT,
        over=False,
    )


async def test_an_alert_stands_under_its_number_until_it_is_cleared(tmp_path: Path, journal: Journal) -> None:
    async with running_mosquitto(tmp_path) as broker, listening(broker.url, TOPICS.base) as listener:
        publisher = publisher_of(journal, broker.url)
        publisher.alert((alert(5), alert(9)))
        async with publishing(publisher):
            await listener.until(lambda: len(listener.on(TOPICS.alert(9))) == 1)
            publisher.alert((alert(9),))
            await listener.until(lambda: listener.on(TOPICS.alert(5))[-1] == b"")
            async with listening(broker.url, TOPICS.alerts.rstrip("/")) as later:
                await later.until(lambda: bool(later.heard))
    assert [heard.topic for heard in later.heard] == [TOPICS.alert(9)]
    assert said(later, TOPICS.alert(9))[0]["kind"] == "device-down"


async def test_the_newest_checkpoint_is_retained_and_can_be_checked(tmp_path: Path, journal: Journal) -> None:
    await journal.append(some_facts(journal, 3), sign=Statement(at=AT, rules="0" * 64, software="0"))
    async with running_mosquitto(tmp_path) as broker, listening(broker.url, TOPICS.base) as listener:
        publisher = publisher_of(journal, broker.url)
        publisher.signed(journal.checkpoint)
        async with publishing(publisher):
            await listener.until(lambda: bool(listener.on(TOPICS.checkpoint)))
    (document,) = listener.on(TOPICS.checkpoint)
    told = msgspec.json.decode(document, type=dict[str, msgspec.Raw])
    words = {name: msgspec.json.decode(told[name]) for name in ("journal", "number", "hash", "key")}
    signed = Signed(
        data=msgspec.json.decode(told["data"], type=bytes), signature=msgspec.json.decode(told["signature"], type=bytes)
    )
    assert (words["journal"], words["number"]) == (journal.id, 3)
    assert is_signed(signed, key=words["key"])
    inside = msgspec.json.decode(signed.data)
    assert {name: inside[name] for name in words} == words


async def test_with_the_broker_half_open_no_more_is_sent_than_the_window(tmp_path: Path, journal: Journal) -> None:
    """The line takes everything and nothing comes back: what is in memory is a window, however long the backlog."""
    port = free_port()
    async with running_mosquitto(tmp_path, port=port), Relay(port) as relay:
        publisher = publisher_of(journal, relay.url)
        async with publishing(publisher):
            await eventually(lambda: publisher.counted.sessions == 1)
            relay.swallows_answers = True
            await journal.append(some_facts(journal, 5000))
            publisher.news.set()
            await relay.until(lambda: relay.sent.count(b'"specversion"') == WINDOW)
            publisher.news.set()
            await eventually(lambda: publisher.counted.waiting == 5000)
            assert relay.sent.count(b'"specversion"') == WINDOW
    assert journal.sent("mqtt") == 0


async def test_what_the_broker_breaks_off_over_is_set_aside_and_the_rest_goes_on(
    tmp_path: Path, journal: Journal
) -> None:
    await journal.append((*some_facts(journal, 3),))
    await journal.append(some_facts(journal, 1, words="x" * 5000))
    await journal.append(some_facts(journal, 3))
    aside: list[tuple[int, str]] = []

    async def note(item: Item, why: str) -> None:
        aside.append((item.number, why))

    async with (
        running_mosquitto(tmp_path, settings=SMALL) as broker,
        listening(broker.url, TOPICS.base) as listener,
    ):
        publisher = publisher_of(journal, broker.url, set_aside=note, patience=IMPATIENT)
        async with publishing(publisher):
            await listener.until(lambda: 7 in numbers(listener))
            await eventually(lambda: publisher.counted.waiting == 0)
    assert [msgspec.json.decode(payload)["sequence"] for payload in each_once(listener)] == list("123567")
    assert [number for number, _ in aside] == [4]
    assert journal.sent("mqtt") == 7


async def test_a_document_that_is_too_large_holds_no_fact_up(tmp_path: Path, journal: Journal) -> None:
    await journal.append(some_facts(journal, 3))
    async with (
        running_mosquitto(tmp_path, settings=SMALL) as broker,
        listening(broker.url, TOPICS.base) as listener,
    ):
        publisher = publisher_of(journal, broker.url, patience=IMPATIENT)
        publisher.alert((msgspec.structs.replace(alert(1), say="x" * 5000), alert(2)))
        async with publishing(publisher):
            await listener.until(lambda: bool(listener.on(TOPICS.alert(2))))
            await journal.append(some_facts(journal, 1))
            publisher.news.set()
            await listener.until(lambda: 4 in numbers(listener))
            assert publisher.counted.set_aside == 1
            publisher.alert((alert(1), alert(2)))
            await listener.until(lambda: bool(listener.on(TOPICS.alert(1))))
