"""What a press would lead to is gone through while its key settles, and nothing of that ever was."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from drivers.dealer_keys import KeyPressed, KeyRises
from drivers.dealer_keys.port import Key as Button
from drivers.pins.health import InputHealth
from firmware_host.clock import Clock
from firmware_host.devices import keys
from firmware_host.devices.asker import Asker
from firmware_host.devices.health import DeviceHealth
from firmware_host.journal import writer
from firmware_host.journal.store import Journal
from firmware_host.journal.writer import JournalFailed
from firmware_host.mqtt.events import fact_event
from firmware_host.mqtt.outbox import BATCH, Outbox
from firmware_host.mqtt.tally import Tally
from firmware_host.rules.answers import Key
from firmware_host.table.acts import Act
from firmware_host.table.contract import Accepted, Answer, Intent, Refused
from firmware_host.table.play.acts import Deal, PressKey
from firmware_host.table.steps import next_steps
from hil.clock import VirtualClock
from tests.integration.journals import some_facts
from tests.integration.published import TOPICS
from tests.integration.test_host import Table, table_on


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with table_on(tmp_path, VirtualClock()) as table:
        yield table


async def test_it_leaves_nothing_behind_and_the_same_id_acts_afterwards(table: Table) -> None:
    await table.opened()
    for act in [step.act for step in next_steps(table.host.state)]:
        state, last, refusals = table.host.state, table.journal.last, table.host.refusals.copy()
        intent = table.intent(act)
        table.host.rehearse(intent)
        assert table.host.state is state
        assert (table.journal.last, table.host.refusals) == (last, refusals)
        assert table.journal.answer_to(intent.id) is None
        answer = await table.host.submit(intent)
        assert isinstance(answer, Refused) or answer.numbers == tuple(range(last + 1, table.journal.last + 1))


async def test_what_is_refused_in_it_is_not_counted_and_not_remembered(table: Table) -> None:
    refused = table.intent(Deal())
    table.host.rehearse(refused)
    assert not table.host.refusals
    assert table.journal.answer_to(refused.id) is None
    assert isinstance(await table.host.submit(refused), Refused)
    assert table.host.refusals.total() == 1


async def test_it_is_in_nobodys_way_while_a_commit_is_under_way(table: Table) -> None:
    await table.opened()
    pressed = asyncio.create_task(table.ask(PressKey(key=Key.CALL_FLOOR)))
    while not pressed.done():
        table.host.rehearse(table.intent(PressKey(key=Key.CALL_FLOOR)))
        await asyncio.sleep(0)
    answer = pressed.result()
    assert isinstance(answer, Accepted)
    assert answer.numbers == (table.journal.last,)


async def test_a_host_that_has_stopped_rehearses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.opened()
    monkeypatch.setattr(writer, "_commit", lambda *_: JournalFailed("the disk is gone"))
    await table.ask(PressKey(key=Key.CALL_FLOOR))
    assert table.host.stopped
    monkeypatch.setattr(Journal, "rehearse", None)
    table.host.rehearse(table.intent(PressKey(key=Key.CALL_FLOOR)))


@pytest.mark.parametrize("place", ["firmware_host.turn.decide", "firmware_host.journal.works.facts"])
async def test_what_goes_wrong_in_it_is_heard_when_it_is_asked_and_not_before(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    await table.opened()

    def fails(*_: object) -> None:
        raise OSError(5, "anything")

    caplog.clear()
    with monkeypatch.context() as broken:
        broken.setattr(place, fails)
        table.host.rehearse(table.intent(PressKey(key=Key.CALL_FLOOR)))
    assert caplog.messages == []
    assert isinstance(await table.ask(PressKey(key=Key.CALL_FLOOR)), Accepted)


async def test_it_looks_neither_at_the_disk_nor_at_the_clock(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.opened()
    monkeypatch.setattr(Journal, "free_mib", None)
    table.host.rehearse(table.intent(PressKey(key=Key.CALL_FLOOR)))


async def test_an_event_made_in_it_is_never_told(journal: Journal) -> None:
    box = Outbox(journal=journal, topics=TOPICS, tally=Tally())
    for count in range(1, 2 * BATCH):
        # Of the same number, and another fact.
        journal.rehearse(some_facts(journal, 2)[:1])
        assert list(box.items()) == []
        journal.rehearse(some_facts(journal, 1))
        await journal.append(some_facts(journal, 1))
        (link,) = journal.after(count - 1, limit=2)
        assert [item.payload for item in box.items()] == [fact_event(TOPICS, link)]


class Fingers:
    """Presses one key after the other; a hint comes before each."""

    def __init__(self, *events: KeyPressed | KeyRises) -> None:
        self._events = events

    async def events(self) -> AsyncIterator[KeyPressed | KeyRises | InputHealth]:
        for event in self._events:
            yield event

    async def close(self) -> None:
        raise NotImplementedError


class AtTable:
    """Writes down what is asked of the host."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Act]] = []

    async def submit(self, intent: Intent, **_: bool) -> Answer:
        self.asked.append(("submit", intent.act))
        return Accepted(id=intent.id)

    def rehearse(self, intent: Intent) -> None:
        self.asked.append(("rehearse", intent.act))


async def test_a_key_that_comes_up_has_its_short_press_rehearsed() -> None:
    table, clock = AtTable(), VirtualClock()
    soon_ms = clock.stamp().mono_ms + 2
    hint = KeyRises(key=Button.NEXT, at_ms=soon_ms - 2, settled_ms=soon_ms)
    fingers = Fingers(hint, KeyPressed(key=Button.NEXT, held=False, at_ms=soon_ms - 20))
    await keys.pump(fingers, _asker(table, clock), _health(table, clock), rehearse=table.rehearse)
    next_ = PressKey(key=Key.NEXT)
    assert table.asked[-2:] == [("rehearse", next_), ("submit", next_)]


async def test_a_hint_that_is_heard_too_late_is_left_alone() -> None:
    table, clock = AtTable(), VirtualClock()
    now_ms = clock.stamp().mono_ms
    fingers = Fingers(KeyRises(key=Button.NEXT, at_ms=now_ms - 2, settled_ms=now_ms))
    await keys.pump(fingers, _asker(table, clock), _health(table, clock), rehearse=table.rehearse)
    assert ("rehearse", PressKey(key=Key.NEXT)) not in table.asked


def _asker(table: AtTable, clock: Clock) -> Asker:
    return Asker(table=table, clock=clock, actor=keys.NAME)


def _health(table: AtTable, clock: Clock) -> DeviceHealth:
    return DeviceHealth(device=keys.NAME, asker=_asker(table, clock), report=lambda _: None)
