"""An event is made while the disk is at work, told when the fact is durable, and the same byte for byte either way."""

import asyncio

import pytest

from firmware_host.journal import writer
from firmware_host.journal.chain import Link
from firmware_host.journal.store import Journal
from firmware_host.journal.writer import JournalFailed
from firmware_host.mqtt import outbox
from firmware_host.mqtt.events import fact_event
from firmware_host.mqtt.outbox import Outbox
from firmware_host.mqtt.tally import Tally
from firmware_host.mqtt.topics import Topics
from tests.integration.journals import some_facts
from tests.integration.published import TOPICS


@pytest.fixture
def box(journal: Journal) -> Outbox:
    return Outbox(journal=journal, topics=TOPICS, tally=Tally())


def payloads(box: Outbox) -> list[bytes]:
    return [item.payload for item in box.items()]


async def test_it_is_what_is_made_of_the_stored_fact(journal: Journal, box: Outbox) -> None:
    for _ in range(3):
        await journal.append(some_facts(journal, 2))
        links = journal.after(journal.last - 2, limit=2)
        assert payloads(box) == [fact_event(TOPICS, link) for link in links]


async def test_it_is_made_before_the_fact_is_durable_and_told_no_earlier(
    journal: Journal, box: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def make(_: Topics, link: Link) -> bytes:
        made.append(link.number)
        return b"made"

    monkeypatch.setattr(outbox, "fact_event", make)
    appended = asyncio.create_task(journal.append(some_facts(journal, 1)))
    await asyncio.sleep(0)
    assert (made, payloads(box)) == ([1], [])
    await appended
    assert (made, payloads(box)) == ([1], [b"made"])


async def test_with_a_backlog_nothing_is_kept_for_later(journal: Journal, box: Outbox) -> None:
    for _ in range(3):
        await journal.append(some_facts(journal, outbox.BATCH))
    assert [item.number for item in box.items()] == list(range(1, 3 * outbox.BATCH + 1))
    assert payloads(box) == []


async def test_what_cannot_be_made_ready_is_told_all_the_same(journal: Journal, box: Outbox) -> None:
    def fails(_: object) -> None:
        raise ValueError

    journal.foretell = fails
    await journal.append(some_facts(journal, 1))
    assert len(payloads(box)) == 1


async def test_of_what_never_became_durable_nothing_is_told(
    journal: Journal, box: Outbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_commit", lambda *_: JournalFailed("the disk is gone"))
    with pytest.raises(JournalFailed):
        await journal.append(some_facts(journal, 1))
    assert payloads(box) == []
