"""Kill -9 in every state of a publish: none is missing, in order, twice only by the same id and byte for byte."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import IO

import msgspec
import pytest

from firmware_host.journal.store import Journal
from firmware_host.mqtt.messages import fact_event
from tests.support.brokers import running_mosquitto
from tests.support.killing.publishing import BATCHES, FACTS, Request
from tests.support.listener import listening
from tests.support.publishing import TOPICS, each_once, eventually, numbers, publisher_of, publishing, said
from tests.support.record_files import some_facts

CLIENT = "aiomqtt.client:Client"

PAHO = "paho.mqtt.client:Client"

OUTBOX = "firmware_host.mqtt.outbox:Outbox"

RETAINED = "firmware_host.mqtt.outbox:Retained"

WINDOW = "firmware_host.mqtt.outbox:Window"


JOURNAL = "firmware_host.journal.store:Journal"

TRANSACTION = "firmware_host.journal.writer:Writer.write"

SEVENTH = '"sequence":"7"'


POINTS = {
    "before it connects": f"{CLIENT}.__aenter__ before #1",
    "asked to be let in, no answer yet": f"{PAHO}._send_connect after #1",
    "the broker's answer here, not looked at": f"{PAHO}._handle_connack before #1",
    "let in, nothing said": f"{CLIENT}.__aenter__ after #1",
    "the status said, the outbox not begun": f"{OUTBOX}.new_connection before #1",
    "read from the record, not sent": f"{WINDOW}.start before number=7",
    "made into a PUBLISH, which waits for the socket": f"{PAHO}._send_publish after {SEVENTH}",
    "the PUBLISH has not left": f"{PAHO}._sock_send before {SEVENTH}",
    "the PUBLISH has left, no PUBACK yet": f"{PAHO}._sock_send after {SEVENTH}",
    "its PUBACK is here, not looked at": f"{PAHO}._handle_pubackcomp before #8",
    "its PUBACK is known to the client alone": f"{PAHO}._handle_pubackcomp after #8",
    "the publish is done, the outbox not told": f"{CLIENT}.publish after #8",
    "before the cursor moves": f"{OUTBOX}.acknowledged before number=7",
    "the cursor has moved, in memory": f"{OUTBOX}.acknowledged after number=7",
    "before the next facts": f"{JOURNAL}.append before #2",
    "the next facts written, not durable": f"{TRANSACTION} inside number=20",
    "after the next facts": f"{JOURNAL}.append after #2",
    "before the cursor is written": f"{JOURNAL}.mark_sent before #1",
    "the cursor written, not durable": f"{TRANSACTION} inside {{'mqtt': ",
    "after the cursor was written": f"{JOURNAL}.mark_sent after #1",
    "before the retained state has left": f"{CLIENT}.publish before {TOPICS.state}",
    "before it is noted that the retained state was acknowledged": f"{RETAINED}.acknowledged before {TOPICS.state}",
}


NOT_LEFT = {POINTS[name] for name in ("read from the record, not sent", "the PUBLISH has not left")}

HAS_LEFT = {POINTS[name] for name in ("the PUBLISH has left, no PUBACK yet", "its PUBACK is here, not looked at")}


class KillingGround:
    """The process that is forked."""

    def __init__(self, requests: IO[bytes], replies: IO[bytes]) -> None:
        self._requests = requests
        self._replies = replies

    def dies(self, request: Request) -> bool:
        self._requests.write(msgspec.json.encode(request) + b"\n")
        self._requests.flush()
        return int(self._replies.readline()) == signal.SIGKILL


@pytest.fixture(scope="module")
def ground() -> Iterator[KillingGround]:
    command = [sys.executable, "-m", "tests.support.killing.publishing"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        yield KillingGround(process.stdin, process.stdout)
        process.stdin.close()
        process.wait()


@pytest.mark.parametrize("point", [pytest.param(point, id=name) for name, point in POINTS.items()])
async def test_killed_there_every_fact_arrives_in_order_and_twice_only_byte_for_byte(
    tmp_path: Path, ground: KillingGround, point: str
) -> None:
    async with running_mosquitto(tmp_path) as broker, listening(broker.url, TOPICS.base) as listener:
        assert ground.dies(Request(folder=str(tmp_path / "data"), url=broker.url, kill_at=point))
        if point in HAS_LEFT:
            # Not always: the socket of the dead, closed on words it has not read, takes back what is on its way.
            with suppress(TimeoutError):
                await listener.until(lambda: 7 in numbers(listener), within_s=1.0)
        if point in NOT_LEFT:
            assert 7 not in numbers(listener)
        with closing(Journal.open(tmp_path / "data")) as journal:
            # What the dead one has sent may still be on its way.
            await eventually(lambda: journal.sent("mqtt") <= max(numbers(listener), default=0))
            assert journal.last <= BATCHES * FACTS
            publisher = publisher_of(journal, broker.url)
            async with publishing(publisher):
                await journal.append(some_facts(journal, FACTS))
                publisher.news.set()
                await listener.until(lambda: journal.last in numbers(listener))
                await eventually(lambda: publisher.counted.waiting == 0)
                assert said(listener, TOPICS.status)[-1]["online"]
            got = numbers(listener)
            again = [(before, number) for before, number in pairwise(got) if number != before + 1]
            assert len(again) <= 1, "it goes back once, to where the acknowledgements ended"
            assert all(number <= before for before, number in again)
            assert each_once(listener) == [fact_event(TOPICS, link) for link in journal.after(0, limit=journal.last)]
