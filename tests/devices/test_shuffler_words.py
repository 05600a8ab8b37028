"""The link between a shuffler and the table: what the device says is told in order, with its STATUS, and once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from drivers.shuffler import port
from firmware_host.devices import shuffler_orders
from firmware_host.devices.flap_damping import HELD_ENDS, Quarantine
from firmware_host.devices.shuffler_link import ShufflerLink
from firmware_host.devices.shuffler_orders import Outstanding
from firmware_host.host.intents import Asker
from firmware_host.table.acts.decks import ReportShuffle, SenseFeed
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.acts.shuffler import (
    ReportActFailure,
    ReportDelivery,
    ReportForeign,
    ReportStanding,
    ReportTampering,
    ReportUnreadable,
    SenseBoot,
    SenseLid,
)
from firmware_host.table.device_orders import DeliverCommand, DeviceCommand, ReconcileCommand, ShuffleCommand
from firmware_host.table.terms import Back, Rest
from hil.clock import VirtualClock
from tests.devices.scripted_shuffler import ScriptedShuffler

JOURNAL = bytes(16)
COMMAND = port.CommandId(journal=JOURNAL, number=7)
OUT = Rest(output=Back.BLUE, output_cards=52)


class Machine(ScriptedShuffler):
    """Stands as a test says; notes when it is asked for its STATUS, and what it was told to do."""

    def __init__(self) -> None:
        super().__init__()
        self.stands: list[port.Status] = []
        self.asked_became = 0
        self.busy = False
        self.ours = True
        self.moved = asyncio.Event()

    async def status(self) -> port.Status:
        now = self.stands.pop(0) if len(self.stands) > 1 else self.stands[0] if self.stands else None
        return now or await super().status()

    async def status_of(self, command: port.CommandId) -> port.CommandStatus:
        self.asked_became += 1
        return await super().status_of(command)

    async def has_been_given(self, orders: int) -> None:
        async with asyncio.timeout(5):
            while len(self.given) < orders:
                self.moved.clear()
                await self.moved.wait()

    async def shuffle(self, command: port.CommandId, back: port.Back) -> None:
        await super().shuffle(command, back)
        self.moved.set()

    async def deliver(self, command: port.CommandId) -> None:
        await super().deliver(command)
        self.moved.set()

    async def reconcile(self, command: port.CommandId) -> None:
        await super().reconcile(command)
        self.moved.set()
        if self.busy:
            raise port.ShufflerBusy

    def is_ours(self, finished: port.ShuffleFinished) -> bool:
        return self.ours and super().is_ours(finished)


class Record:
    """Takes all that it is asked."""

    def __init__(self) -> None:
        self.intents: list[Intent] = []
        self.new = asyncio.Event()

    async def submit(self, intent: Intent) -> Answer:
        self.intents.append(intent)
        self.new.set()
        return Accepted(id=intent.id)

    def acts(self, *kinds: type[Act]) -> list[Act]:
        return [intent.act for intent in self.intents if isinstance(intent.act, kinds)]

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not there():
                self.new.clear()
                await self.new.wait()


@asynccontextmanager
async def linked(
    machine: Machine, outstanding: Outstanding = tuple, watched: Callable[[], int | None] = lambda: None
) -> AsyncIterator[tuple[Record, asyncio.Event]]:
    record, changed = Record(), asyncio.Event()
    link = ShufflerLink(
        driver=machine,
        asker=Asker(table=record, clock=VirtualClock(), actor="shuffler"),
        outstanding=outstanding,
        report=lambda _report: None,
        watched=watched,
    )
    running = asyncio.create_task(link.run(changed))
    try:
        yield record, changed
    finally:
        running.cancel()
        await asyncio.wait([running])


def status(**fields: object) -> port.Status:
    empty = port.Status(
        activity=port.Activity.IDLE,
        mode=port.Mode.SHUFFLE,
        lid_open=False,
        jam=None,
        feed=None,
        shelf=None,
        shelf_cards=0,
        output=None,
        output_cards=0,
        astray=0,
    )
    return replace(empty, **fields)  # type: ignore[arg-type]  # each test names fields of STATUS


def delivered(event: port.EventId) -> port.Delivered:
    return port.Delivered(event=event, command=COMMAND, back=port.Back.BLUE, counted=52)


def finished(event: port.EventId, nonce: bytes = b"n" * 16) -> port.ShuffleFinished:
    return port.ShuffleFinished(
        event=event,
        command=COMMAND,
        mode=port.Mode.SHUFFLE,
        counted=52,
        back=port.Back.BLUE,
        duration_ms=45_000,
        nonce=nonce,
    )


async def test_d2_a_delivery_goes_to_the_table_with_the_status_that_follows_it() -> None:
    machine = Machine()
    machine.stands = [status(output=port.Back.BLUE, output_cards=51, astray=1)]
    async with linked(machine) as (record, _):
        machine.comes()
        machine.tells(delivered(machine.next_event()))
        await record.until(lambda: bool(record.acts(ReportDelivery)))
        (told,) = record.acts(ReportDelivery)
        assert isinstance(told, ReportDelivery)
        assert told.rest == Rest(output=Back.BLUE, output_cards=51, astray=1)


async def test_d2_status_is_asked_for_until_the_motor_rests() -> None:
    machine = Machine()
    async with linked(machine) as (record, _):
        machine.comes()
        await record.until(lambda: bool(record.acts(ReportStanding)))
        machine.stands = [status(activity=port.Activity.DELIVERING)] * 2 + [status(output=port.Back.RED)]
        machine.tells(delivered(machine.next_event()))
        await record.until(lambda: bool(record.acts(ReportDelivery)))
        (told,) = record.acts(ReportDelivery)
        assert isinstance(told, ReportDelivery)
        assert told.rest is not None
        assert (told.rest.moving, told.rest.output) == (False, Back.RED)


@pytest.mark.parametrize("ours", [True, False])
async def test_d4_whether_the_nonce_is_that_of_the_order_is_told(*, ours: bool) -> None:
    machine = Machine()
    machine.ours = ours
    async with linked(machine) as (record, _):
        machine.comes()
        machine.tells(finished(machine.next_event()))
        await record.until(lambda: bool(record.acts(ReportShuffle)))
        (told,) = record.acts(ReportShuffle)
        assert isinstance(told, ReportShuffle)
        assert told.nonce_fits is ours


async def test_s10_the_host_takes_the_time_itself_from_the_order_to_its_end() -> None:
    machine = Machine()
    shuffle = ShuffleCommand(journal=JOURNAL.hex(), number=7, back=Back.BLUE)
    async with linked(machine, lambda: (shuffle,)) as (record, _):
        machine.comes()
        await machine.has_been_given(1)
        machine.tells(finished(machine.next_event()))
        await record.until(lambda: bool(record.acts(ReportShuffle)))
        (told,) = record.acts(ReportShuffle)
        assert isinstance(told, ReportShuffle)
        assert told.took_ms is not None
        assert told.took_ms < 1000


async def test_d3_an_event_under_the_number_of_another_one_is_not_believed() -> None:
    """PROTOCOL.md, rule 16: a contradiction; what it says of the machine comes by STATUS."""
    machine = Machine()
    number = machine.next_event()
    async with linked(machine) as (record, _):
        machine.comes()
        machine.tells(port.LidOpened(event=number))
        machine.tells(port.LidClosed(event=number))
        machine.tells(port.LidOpened(event=number))
        await record.until(lambda: len(record.acts(SenseLid)) == 2 and bool(record.acts(ReportUnreadable)))
        first, again = (intent.id for intent in record.intents if isinstance(intent.act, SenseLid))
        assert first == again, "what is told again is asked about by the same name"
        (told,) = record.acts(ReportUnreadable)
        assert isinstance(told, ReportUnreadable)
        assert told.what == "LID_CLOSED"


async def test_d8_what_is_not_the_paired_device_is_told_with_its_cause() -> None:
    machine = Machine()
    async with linked(machine) as (record, _):
        machine.comes()
        machine.goes("end of stream")
        machine.goes_for(port.DownReason.NOT_PROVED, "what answers is not the shuffler that was paired")
        await record.until(lambda: bool(record.acts(ReportForeign)))
        assert record.acts(ReportForeign) == [ReportForeign(reason="what answers is not the shuffler that was paired")]


async def test_d8_a_host_that_was_never_paired_meets_no_stranger() -> None:
    machine = Machine()
    async with linked(machine) as (record, _):
        machine.says(port.LinkDown(why=port.DownReason.NOT_PAIRED, say="never paired", never_paired=True))
        machine.comes()
        await record.until(lambda: bool(record.acts(ReportStanding)))
        assert not record.acts(ReportForeign)


async def test_d10_a_deck_that_status_sees_in_the_feed_is_told_when_the_table_waits_for_one() -> None:
    machine = Machine()
    machine.stands = [status(feed=port.Back.BLUE)]
    turn = 1
    async with linked(machine, watched=lambda: turn) as (record, _):
        machine.comes()
        await record.until(lambda: bool(record.acts(SenseFeed)))
        seen = len(record.acts(SenseFeed))
        turn = 2
        await record.until(lambda: len(record.acts(SenseFeed)) > seen)
        assert len(record.acts(SenseFeed)) == seen + 1, "not again before the table has gone on"


async def test_d12_an_event_that_cannot_be_read_is_told_and_acknowledged() -> None:
    machine = Machine()
    event = machine.next_event()
    bad = port.UnreadableEvent(event=event, what="SHUFFLE_FINISHED", length=56, digest="4f" * 8, command=COMMAND)
    async with linked(machine) as (record, _):
        machine.comes()
        machine.says(bad)
        await record.until(lambda: bool(record.acts(ReportUnreadable)))
        (told,) = record.acts(ReportUnreadable)
        assert told == ReportUnreadable(
            what="SHUFFLE_FINISHED", length=56, digest="4f" * 8, journal=JOURNAL.hex(), order=7
        )
        await asyncio.sleep(0)
        assert event in machine.acknowledged


async def test_d12_the_boot_count_of_an_event_that_cannot_be_read_is_not_believed() -> None:
    machine = Machine()
    bad = port.UnreadableEvent(event=port.EventId(boot=1 << 30, number=1), what="JAMMED", length=151, digest="4f" * 8)
    async with linked(machine) as (record, _):
        machine.comes()
        machine.says(bad)
        machine.tells(port.LidOpened(event=machine.next_event()))
        await record.until(lambda: bool(record.acts(SenseLid)))
        assert record.acts(SenseBoot) == [SenseBoot(boot=1)]


async def test_d13_frames_that_noise_cannot_make_are_told() -> None:
    machine = Machine()
    async with linked(machine) as (record, _):
        machine.comes()
        machine.says(port.Tampered(forged=1, replayed=2))
        await record.until(lambda: bool(record.acts(ReportTampering)))
        assert record.acts(ReportTampering) == [ReportTampering(forged=1, replayed=2)]


async def test_d13_the_boot_count_of_each_session_is_told_before_its_first_event() -> None:
    machine = Machine()
    async with linked(machine) as (record, _):
        machine.comes()
        machine.tells(port.LidOpened(event=machine.next_event()))
        machine.tells(port.LidClosed(event=machine.next_event()))
        await record.until(lambda: len(record.acts(SenseLid)) == 2)
        boot, *_ = record.acts(SenseBoot, SenseLid)
        assert boot == SenseBoot(boot=1)
        assert len(record.acts(SenseBoot)) == 1


async def test_d13_one_order_at_a_time_and_the_next_after_its_end() -> None:
    machine = Machine()
    compare = ReconcileCommand(journal=JOURNAL.hex(), number=7)
    deliver = DeliverCommand(journal=JOURNAL.hex(), number=9)
    wanted: list[DeviceCommand] = [compare, deliver]
    async with linked(machine, lambda: tuple(wanted)) as (record, changed):
        machine.comes()
        await record.until(lambda: bool(record.acts(ReportStanding)))
        for _ in range(20):
            changed.set()
            await asyncio.sleep(0)
        assert machine.given == ["reconcile 7"]
        wanted.pop(0)
        machine.tells(
            port.Reconciled(event=machine.next_event(), command=COMMAND, went_in=0, came_out=0, lying=0, astray=0)
        )
        await machine.has_been_given(2)
        assert machine.given == ["reconcile 7", "deliver 9"]


async def test_d13_a_busy_machine_is_given_the_order_again_after_its_next_event_only() -> None:
    machine = Machine()
    machine.busy = True
    compare = ReconcileCommand(journal=JOURNAL.hex(), number=7)
    async with linked(machine, lambda: (compare,)) as (record, changed):
        machine.comes()
        await record.until(lambda: bool(record.acts(ReportStanding)))
        for _ in range(20):
            changed.set()
            await asyncio.sleep(0)
        assert machine.given == ["reconcile 7"]
        machine.busy = False
        machine.tells(port.LidClosed(event=machine.next_event()))
        await machine.has_been_given(2)


async def test_nothing_is_ordered_before_all_that_the_machine_kept_was_heard() -> None:
    machine = Machine()
    compare = ReconcileCommand(journal=JOURNAL.hex(), number=7)
    machine.kept = [port.Restarted(event=machine.next_event()), port.LidClosed(event=machine.next_event())]
    async with linked(machine, lambda: (compare,)) as (record, _):
        machine.comes()
        await machine.has_been_given(1)
        assert not machine.kept, "each was told and acknowledged first"
        assert record.acts(SenseLid)


async def test_an_order_that_never_ends_is_told_as_failed_and_not_as_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffler_orders, "ORDER_LIMIT_S", 0.0)
    machine = Machine()
    compare = ReconcileCommand(journal=JOURNAL.hex(), number=7)
    async with linked(machine, lambda: (compare,)) as (record, changed):
        machine.comes()
        while not record.acts(ReportActFailure):
            changed.set()
            await asyncio.sleep(0)
        (told, *_) = record.acts(ReportActFailure)
        assert isinstance(told, ReportActFailure)
        assert (told.order, told.ended) == (7, False)


def test_s12_an_end_that_an_unsteady_machine_repeats_is_held_once() -> None:
    held = Quarantine()
    for _ in range(10_000):
        held.end(delivered(port.EventId(boot=1, number=1)))
    assert held.taken() == (delivered(port.EventId(boot=1, number=1)),)
    for number in range(10_000):
        held.end(delivered(port.EventId(boot=1, number=number)))
    assert len(held.taken()) == HELD_ENDS
