"""Every fault of a shuffler, its line and its lies at a table whose shuffler is the MicroPython device; conformance."""

import asyncio
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.link.link_events_and_timing import LINK_TIMING
from drivers.serial.port_opening import open_stream, parse_address
from drivers.shuffler.host_messages import Deliver, Identify, Reconcile, WhatBecame
from drivers.shuffler.port import Back
from hil.conformance.bench import Bench
from hil.conformance.clause import Verdict
from hil.conformance.raw_line import Line
from hil.conformance.suite import findings
from hil.faults.fault import Fault
from hil.faults.fault_actions import faults
from hil.faults.matrix import Outcome
from hil.faults.rig import PATIENT
from hil.faults.running import DEVICES, run
from hil.micropython.bench_device import MicroPythonShuffler
from hil.micropython.interpreter import NoInterpreterError, command
from tests.hil.micropython.side_by_side import DEBOUNCE_MS, Driven
from tests.hil.micropython.steps import command as command_of
from tests.hil.micropython.steps import shuffle
from tests.long.second_device import second

FAULTS = [fault for fault in faults().values() if fault.device in DEVICES]

AT_ONCE = 4

SHARED = [FAULTS[first : first + AT_ONCE] for first in range(0, len(FAULTS), AT_ONCE)]
"""Tables that run side by side: nearly all that they do is wait."""

CANNOT_BE_ASKED = {"busy-first", "off-the-shelf"}
"""It answers ATTEST at once, and gives decks out."""


@pytest.fixture(autouse=True)
def _interpreter() -> None:
    try:
        command()
    except NoInterpreterError as why:
        pytest.skip(str(why))


@pytest.mark.slow
@pytest.mark.parametrize("shared", SHARED, ids=lambda shared: f"{shared[0].name} and {len(shared) - 1} more")
async def test_the_table_reaches_what_each_fault_says_and_plays_on(shared: Sequence[Fault], tmp_path: Path) -> None:
    """At one point of the game each; `python3 -m tests --long second-device` takes them all."""

    async def tried(fault: Fault) -> Outcome:
        folder = tmp_path / fault.name
        folder.mkdir(mode=0o700)
        return await run(fault, fault.procedures[0], folder, bench=second, timing=PATIENT)

    outcomes = await asyncio.gather(*map(tried, shared))
    assert {each.fault: each.wrong for each in outcomes if each.wrong} == {}


@pytest.mark.slow
async def test_it_meets_every_clause_of_the_conformance_kit() -> None:
    async with MicroPythonShuffler(speed=40) as device:
        await device.load_deck(Back.BLUE)
        pairing = device.pairing
        assert pairing is not None
        stream = await open_stream(parse_address(device.port))
        try:
            bench = Bench(line=Line(stream), pairing=pairing, timing=LINK_TIMING, moves=True)
            found = [finding async for finding in findings(bench)]
        finally:
            stream.close()
    assert {each.clause.name: each.why for each in found if each.verdict is Verdict.NOT_MET} == {}
    assert {each.clause.name for each in found if each.verdict is Verdict.NOT_ASKED} == CANNOT_BE_ASKED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_a_kill_at_any_moment_loses_no_card_and_ends_the_order_once(seed: int) -> None:
    """The process is killed in the middle of a shuffle, or as the deck is given out."""
    chance = random.Random(seed)
    async with MicroPythonShuffler(speed=20, debounce_ms=DEBOUNCE_MS) as device:
        driven = Driven(device)
        await driven.begin()
        await driven.open(1)
        await driven.say(Identify())
        await device.load_deck(Back.BLUE)
        await driven.heard()
        await driven.say(shuffle(1))
        if seed % 2:
            device.change_speed(400)
            await driven.rests()
            device.change_speed(20)
            await driven.say(Deliver(command=command_of(2)))
        await driven.wait(chance.uniform(0.05, 1.5))
        device.power_cycle()
        before = len(driven.words)
        await driven.open(2)
        await driven.say(WhatBecame(command=command_of(1 + seed % 2)))
        await driven.say(Identify())
        device.change_speed(400)
        await driven.say(Reconcile(command=command_of(3)))
        await driven.rests()
        driven.end()
    said = "\n".join(driven.words[before:])
    assert said.count("status=done") == 1, said
    assert re.search(r"RESTARTED event=\d+\nDATA (SHUFFLE|ACT)_FAILED \S+ command=\S+ reason=power", said), said
    counted = re.search(r"went_in=(\d+) came_out=(\d+) lying=(\d+) astray=(\d+)", said)
    assert counted is not None, said
    went_in, *accounted_for = map(int, counted.groups())
    assert went_in == sum(accounted_for), said
