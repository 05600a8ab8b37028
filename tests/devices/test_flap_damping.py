"""A machine that comes and goes, or whose switch never rests, becomes a fault and not a storm."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from drivers.shuffler import port
from firmware_host.devices.flap_damping import BURST, EACH_S, REST_LONGEST_S, REST_S, FlapDamping, Unrest
from firmware_host.devices.shuffler_link import ShufflerLink
from firmware_host.devices.shuffler_orders import Outstanding
from firmware_host.host.intents import Asker
from firmware_host.table.acts.decks import ReportShuffle
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.acts.shuffler import ReportDelivery, ReportReconciliation, SenseLid, SenseSwitch
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.device_orders import DeliverCommand, ShuffleCommand
from firmware_host.table.terms import Back
from firmware_host.table.view import DeviceReport
from hil.clock import VirtualClock
from tests.devices.scripted_shuffler import ScriptedShuffler

QUICK_REST_S = 0.05


class Record:
    """Takes all that it is asked; every act that is news would be a fact."""

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.reports: list[DeviceReport] = []
        self.new = asyncio.Event()

    async def submit(self, intent: Intent) -> Answer:
        self.acts.append(intent.act)
        self.new.set()
        return Accepted(id=intent.id)

    @property
    def links(self) -> list[SenseDevice]:
        return [act for act in self.acts if isinstance(act, SenseDevice)]

    async def until(self, there: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not there():
                self.new.clear()
                await self.new.wait()


@asynccontextmanager
async def linked(machine: ScriptedShuffler, outstanding: Outstanding = tuple) -> AsyncIterator[Record]:
    record = Record()
    link = ShufflerLink(
        driver=machine,
        asker=Asker(table=record, clock=VirtualClock(), actor="shuffler"),
        outstanding=outstanding,
        report=record.reports.append,
        steadiness=FlapDamping(rest_s=QUICK_REST_S),
    )
    running = asyncio.create_task(link.run(asyncio.Event()))
    try:
        yield record
    finally:
        running.cancel()
        await asyncio.wait([running])


async def test_a_machine_that_opens_and_ends_sessions_for_ever_is_one_fault_until_it_stays() -> None:
    machine = ScriptedShuffler()
    async with linked(machine) as record:
        for _ in range(500):
            machine.comes()
            machine.goes("it is stopping")
        machine.comes()
        await record.until(lambda: len(record.links) == 2 * (BURST + 1) + 1)
        *_, told, back = record.links
        assert told.detail == f"{Unrest.LINK} (it is stopping): the shuffler is not used until the connection is stable"
        assert (told.up, back.up) == (False, True)
        assert len(record.reports) < 4 * BURST, "nothing is published of it either"


@pytest.mark.parametrize("toggled", [200, 201])
async def test_a_switch_that_bounces_behind_the_wire_is_one_fault_and_ends_as_it_stands(toggled: int) -> None:
    machine = ScriptedShuffler()
    async with linked(machine) as record:
        machine.comes()
        for number in range(toggled):
            machine.mode = (port.Mode.SHUFFLE, port.Mode.SORT)[number % 2]
            machine.tells(port.ModeSwitched(event=machine.next_event(), mode=machine.mode))
        await record.until(lambda: len(record.links) == 3)
        await record.until(lambda: not machine.kept)
        assert [link.up for link in record.links] == [True, False, True]
        assert record.links[1].detail == f"{Unrest.SWITCH}: the shuffler is not used until this stops"
        told = [act for act in record.acts if isinstance(act, SenseSwitch)]
        assert len(told) <= BURST + 4
        assert told[-1].mode.value == machine.mode.value


async def test_results_are_heard_once_it_rests_and_nothing_is_acknowledged_that_is_on_no_record() -> None:
    machine = ScriptedShuffler()
    command = port.CommandId(journal=bytes(16), number=7)
    async with linked(machine) as record:
        machine.comes()
        for _ in range(BURST):
            machine.tells(port.LidOpened(event=machine.next_event()))
            machine.tells(port.LidClosed(event=machine.next_event()))
        finished = port.ShuffleFinished(
            event=machine.next_event(),
            command=command,
            mode=port.Mode.SHUFFLE,
            counted=52,
            back=port.Back.BLUE,
            duration_ms=1,
            nonce=b"n" * 16,
        )
        machine.tells(finished)
        await record.until(lambda: len(record.links) == 2)
        assert finished in machine.kept
        await record.until(lambda: any(isinstance(act, ReportShuffle) for act in record.acts))
        *_, lid, result = (act for act in record.acts if isinstance(act, SenseLid | ReportShuffle))
        assert lid == SenseLid(open=False)
        assert isinstance(result, ReportShuffle)


ORDER = port.CommandId(journal=bytes(16), number=7)

ORDERED = DeliverCommand(journal=bytes(16).hex(), number=7)

GOOD = port.Verdict.GOOD

NOBODYS: dict[str, Callable[[port.EventId, port.CommandId, int], port.KeptEvent]] = {
    "jam": lambda event, _, number: port.Jammed(event=event, place=tuple(port.Place)[number % 4]),
    "deck": lambda event, _, number: port.DeckLoaded(event=event, back=tuple(port.Back)[number % 2]),
    "finished": lambda event, command, _: finished(event, command),
    "failed": lambda event, command, _: port.ShuffleFailed(event=event, command=command, reason=port.FailReason.EMPTY),
    "cleared": lambda event, command, number: port.Cleared(event=event, command=command, found=number % 52),
    "delivered": lambda event, command, number: port.Delivered(
        event=event, command=command, back=port.Back.BLUE, counted=number % 53
    ),
    "reconciled": lambda event, command, number: reconciled(event, command, astray=number % 2),
    "tested": lambda event, command, _: port.SelfTested(
        event=event, command=command, feed=GOOD, camera=GOOD, shelves=GOOD, output=GOOD, lid=GOOD, memory=GOOD
    ),
    "act failed": lambda event, command, _: port.ActFailed(event=event, command=command, reason=port.FailReason.BROKEN),
}


def finished(event: port.EventId, command: port.CommandId) -> port.ShuffleFinished:
    return port.ShuffleFinished(
        event=event,
        command=command,
        mode=port.Mode.SHUFFLE,
        counted=52,
        back=port.Back.BLUE,
        duration_ms=1,
        nonce=b"n" * 16,
    )


def reconciled(event: port.EventId, command: port.CommandId, *, astray: int) -> port.Reconciled:
    return port.Reconciled(event=event, command=command, went_in=52, came_out=52, lying=0, astray=astray)


@pytest.mark.parametrize("kind", NOBODYS)
async def test_whatever_nobody_asked_it_for_is_heard_a_few_times_and_then_is_one_fault(kind: str) -> None:
    machine = ScriptedShuffler()
    async with linked(machine) as record:
        machine.comes()
        for number in range(500):
            command = port.CommandId(journal=bytes(16), number=number)
            machine.tells(NOBODYS[kind](machine.next_event(), command, number))
        await record.until(lambda: len(record.links) == 3)
        await record.until(lambda: not machine.kept)
        assert [link.up for link in record.links] == [True, False, True]
        assert len(record.acts) < 6 * BURST, "with the looks that some of them call for"


@pytest.mark.parametrize("kind", [kind for kind in NOBODYS if kind not in ("jam", "deck")])
async def test_an_order_ends_once_and_its_second_end_is_nobodys(kind: str) -> None:
    machine = ScriptedShuffler()
    async with linked(machine, lambda: (ORDERED,)) as record:
        machine.comes()
        for number in range(500):
            machine.tells(NOBODYS[kind](machine.next_event(), ORDER, number))
        await record.until(lambda: len(record.links) == 3)
        assert len(record.acts) < 6 * BURST, "with the looks that some of them call for"


async def test_cards_found_inside_are_heard_of_whatever_is_told_after_them() -> None:
    machine = ScriptedShuffler()
    async with linked(machine) as record:
        machine.comes()
        for number in range(100):
            machine.tells(reconciled(machine.next_event(), ORDER, astray=16 if number == 2 * BURST else 0))
        await record.until(lambda: not machine.kept)
        told = [act.astray for act in record.acts if isinstance(act, ReportReconciliation)]
        assert told[-1] == 16


async def test_a_table_that_shuffles_deck_after_deck_is_as_steady_as_can_be() -> None:
    machine, orders = ScriptedShuffler(), list[ShuffleCommand]()
    async with linked(machine, lambda: tuple(orders[-1:])) as record:
        machine.comes()
        for number in range(5 * BURST):
            machine.tells(port.DeckLoaded(event=machine.next_event(), back=port.Back.BLUE))
            await record.until(lambda: not machine.kept)
            orders.append(ShuffleCommand(journal=bytes(16).hex(), number=number, back=Back.BLUE))
            command = port.CommandId(journal=bytes(16), number=number)
            machine.tells(finished(machine.next_event(), command))
            await record.until(lambda: not machine.kept)
        assert [link.up for link in record.links] == [True]


async def test_how_the_tables_own_orders_ended_is_held_back_whole() -> None:
    machine = ScriptedShuffler()
    orders = tuple(DeliverCommand(journal=bytes(16).hex(), number=number) for number in range(3))
    async with linked(machine, lambda: orders) as record:
        machine.comes()
        for _ in range(BURST):
            machine.tells(port.LidOpened(event=machine.next_event()))
            machine.tells(port.LidClosed(event=machine.next_event()))
        for order in orders:
            command = port.CommandId(journal=bytes(16), number=order.number)
            counted = 52 - order.number
            event = machine.next_event()
            machine.tells(port.Delivered(event=event, command=command, back=port.Back.BLUE, counted=counted))
        await record.until(lambda: not machine.kept)
        assert [act.counted for act in record.acts if isinstance(act, ReportDelivery)] == [52, 51, 50]


def test_hands_may_do_it_a_few_times_and_seldom_for_ever() -> None:
    steadiness = FlapDamping()
    assert not any(steadiness.disturbed(Unrest.LID, at_s) for at_s in range(BURST))
    now_s = 1000.0
    for _ in range(1000):
        now_s += EACH_S
        assert not steadiness.disturbed(Unrest.LID, now_s)


def test_each_new_unrest_takes_a_longer_rest_until_it_was_quiet_for_long() -> None:
    steadiness, now_s, rests = FlapDamping(), 0.0, []
    for _ in range(6):
        while not steadiness.disturbed(Unrest.LINK, now_s):
            now_s += 0.1
        rests.append(steadiness.rests_at_s - now_s)
        now_s = steadiness.rests_at_s
        steadiness.believe()
    assert rests == pytest.approx([REST_S, 20, 40, 80, REST_LONGEST_S, REST_LONGEST_S])
    now_s += 2 * BURST * EACH_S
    assert not steadiness.disturbed(Unrest.LINK, now_s)
    while not steadiness.disturbed(Unrest.LINK, now_s):
        now_s += 0.1
    assert steadiness.rests_at_s - now_s == pytest.approx(REST_S)
