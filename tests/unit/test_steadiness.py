"""A machine that comes and goes, or whose switch never rests, becomes a fault and not a storm."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from drivers.shuffler import port
from firmware_host.devices.asker import Asker
from firmware_host.devices.shuffler import ShufflerLink
from firmware_host.devices.steadiness import BURST, EACH_S, REST_LONGEST_S, REST_S, Steadiness, Unrest
from firmware_host.table.acts import Act
from firmware_host.table.contract import Accepted, Answer, DeviceReport, Intent
from firmware_host.table.controller.acts import SenseDevice
from firmware_host.table.decks.acts import ReportShuffle
from firmware_host.table.shuffler.acts import SenseLid, SenseSwitch
from hil.clock import VirtualClock
from tests.scripted_shuffler import ScriptedShuffler

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
async def linked(machine: ScriptedShuffler) -> AsyncIterator[Record]:
    record = Record()
    link = ShufflerLink(
        driver=machine,
        asker=Asker(table=record, clock=VirtualClock(), actor="shuffler"),
        outstanding=tuple,
        report=record.reports.append,
        steadiness=Steadiness(rest_s=QUICK_REST_S),
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
            machine.goes("it stops")
        machine.comes()
        await record.until(lambda: len(record.links) == 2 * (BURST + 1) + 1)
        *_, told, back = record.links
        assert told.detail == f"{Unrest.LINK} (it stops): it is not used until it has stayed"
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
        assert record.links[1].detail == f"{Unrest.SWITCH}: it is not used until that rests"
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


def test_hands_may_do_it_a_few_times_and_seldom_for_ever() -> None:
    steadiness = Steadiness()
    assert not any(steadiness.disturbed(Unrest.LID, at_s) for at_s in range(BURST))
    now_s = 1000.0
    for _ in range(1000):
        now_s += EACH_S
        assert not steadiness.disturbed(Unrest.LID, now_s)


def test_each_new_unrest_takes_a_longer_rest_until_it_was_quiet_for_long() -> None:
    steadiness, now_s, rests = Steadiness(), 0.0, []
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
