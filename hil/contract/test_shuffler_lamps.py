"""The contract of a shuffler read by its lamps: a plausible cycle, or the reason against, and the fault lamp."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from drivers.pins.input import InputHealth
from drivers.shuffler.lamp_cycle import FAULT, READY, CycleSeen, CycleSpoiled, FaultShown, LampEvent, WentDark
from hil.contract.conftest import CYCLE, LampRead
from hil.contract.test_contacts import following

LIT_S = 0.15
"""Longer than the settling time of a lamp."""


async def read(machine: LampRead) -> AsyncIterator[LampEvent | InputHealth]:
    """Return the events, after the first one: fault lamp dark."""
    events = machine.device.events()
    assert await following(events) == FaultShown(lit=False)
    return events


async def works(machine: LampRead, for_s: float) -> None:
    machine.contacts.open(READY)
    await asyncio.sleep(for_s)
    machine.contacts.close(READY)


async def test_a_cycle_is_told_when_the_ready_lamp_is_lit_again(lamp_read: LampRead) -> None:
    events = await read(lamp_read)
    for_ms = (CYCLE.least_ms + CYCLE.most_ms) // 2
    await works(lamp_read, for_ms / 1000)
    dark, told = await following(events), await following(events)
    assert isinstance(told, CycleSeen)
    assert dark == WentDark(at_ms=told.began_ms)
    assert CYCLE.least_ms <= told.duration_ms <= CYCLE.most_ms


async def test_a_time_that_no_shuffle_takes_is_told_as_none_and_the_next_cycle_counts(lamp_read: LampRead) -> None:
    events = await read(lamp_read)
    await works(lamp_read, LIT_S)
    assert isinstance(await following(events), WentDark)
    short = await following(events)
    assert isinstance(short, CycleSpoiled)
    assert "dark for" in short.why
    await works(lamp_read, CYCLE.least_ms / 1000 + LIT_S)
    assert isinstance(await following(events), WentDark)
    assert isinstance(await following(events), CycleSeen)


async def test_a_moment_of_the_fault_lamp_is_told_and_spoils_the_cycle(lamp_read: LampRead) -> None:
    events = await read(lamp_read)
    lamp_read.contacts.open(READY)
    lamp_read.contacts.close(FAULT)
    # Both inputs settle at once, in either order.
    told = [await following(events), await following(events)]
    assert FaultShown(lit=True) in told
    assert any(isinstance(event, WentDark) for event in told)
    lamp_read.contacts.open(FAULT)
    assert await following(events) == FaultShown(lit=False)
    lamp_read.contacts.close(READY)
    assert await following(events) == CycleSpoiled(why="the fault lamp was lit during the cycle")
