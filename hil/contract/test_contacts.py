"""The contract of keys, puck, shaker, tamper contact and lamps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

import pytest

from drivers.button_puck.port import PuckSeen, PuckWhy
from drivers.dealer_keys.port import Key, KeyPressed
from drivers.dice_shaker.port import CoverChanged, DockChanged, ShakenInOneGo
from drivers.dice_shaker.sensors import Sensor
from drivers.lamps.patterns import Pattern, Signal
from drivers.tamper.port import TamperChanged
from hil.contract.conftest import LAMP, Keys, Lit, Puck, Shaker, Tamper

WITHIN_S = 10

PRESS_S, HOLD_S = 0.1, 0.95

PULSE_S, REST_S = 0.015, 0.15

Event = TypeVar("Event")


async def following(events: AsyncIterator[Event]) -> Event:
    async with asyncio.timeout(WITHIN_S):
        return await anext(events)


async def pressed(keys: Keys, key: Key, for_s: float) -> None:
    keys.contacts.close(key)
    await asyncio.sleep(for_s)
    keys.contacts.open(key)


@pytest.mark.parametrize("key", [Key.NEXT, Key.NO_ROLL, Key.CALL_FLOOR])
async def test_a_key_tells_a_short_press_once(keys: Keys, key: Key) -> None:
    events = keys.device.events()
    await pressed(keys, key, PRESS_S)
    event = await following(events)
    assert isinstance(event, KeyPressed)
    assert (event.key, event.held) == (key, False)


async def test_a_key_that_is_held_is_told_before_it_comes_up_and_not_again(keys: Keys) -> None:
    events = keys.device.events()
    keys.contacts.close(Key.NEXT)
    held = await following(events)
    keys.contacts.open(Key.NEXT)
    await asyncio.sleep(PRESS_S)
    await pressed(keys, Key.NEXT, PRESS_S)
    then = await following(events)
    assert isinstance(held, KeyPressed)
    assert isinstance(then, KeyPressed)
    assert (held.held, then.held) == (True, False)
    assert held.at_ms < then.at_ms


async def test_a_reader_is_told_when_the_keys_are_closed(keys: Keys) -> None:
    events = keys.device.events()
    await keys.device.close()
    with pytest.raises(StopAsyncIteration):
        await following(events)


async def test_the_puck_begins_with_where_it_is_and_tells_each_change(puck: Puck) -> None:
    events = puck.device.events()
    seen = [await following(events)]
    puck.contacts.close(1)
    seen.append(await following(events))
    puck.contacts.close(2)
    seen.append(await following(events))
    puck.contacts.open(1)
    seen.append(await following(events))
    told = [(event.why, event.seat) for event in seen if isinstance(event, PuckSeen)]
    assert told == [
        (PuckWhy.ABSENT, None),
        (PuckWhy.AT_SEAT, 1),
        (PuckWhy.BETWEEN, None),
        (PuckWhy.AT_SEAT, 2),
    ]


async def test_the_shaker_begins_with_dock_and_cover_and_counts_the_shakes_of_a_go(shaker: Shaker) -> None:
    events = shaker.device.events()
    begins = [await following(events), await following(events)]
    assert [type(event).__name__ for event in begins] == [DockChanged.__name__, CoverChanged.__name__]
    shaker.contacts.open(Sensor.DOCK)
    taken = await following(events)
    assert isinstance(taken, DockChanged)
    assert not taken.docked
    for _ in range(3):
        await shaken(shaker)
    gone = await following(events)
    assert isinstance(gone, ShakenInOneGo)
    assert gone.count == 3
    assert shaker.live == [1, 2, 3, 0]
    shaker.contacts.close(Sensor.DOCK)
    back = await following(events)
    shaker.contacts.open(Sensor.COVER)
    off = await following(events)
    assert isinstance(back, DockChanged)
    assert back.docked
    assert isinstance(off, CoverChanged)
    assert not off.on


async def shaken(shaker: Shaker) -> None:
    await shaker.contacts.pulses(Sensor.SHAKE, 3, each_s=PULSE_S)
    await asyncio.sleep(REST_S)


async def test_the_tamper_contact_begins_with_how_it_is_and_tells_when_it_opens_and_shuts(tamper: Tamper) -> None:
    events = tamper.device.events()
    told = [await following(events)]
    tamper.contacts.open("pin")
    told.append(await following(events))
    tamper.contacts.close("pin")
    told.append(await following(events))
    assert [event.open for event in told if isinstance(event, TamperChanged)] == [False, True, False]


async def test_a_lamp_answers_a_press_by_pulses_and_is_lit_afterwards(lamps: Lit) -> None:
    async with asyncio.timeout(WITHIN_S):
        lamps.device.show({LAMP: Pattern.LIT})
        await lamps.eye.sees(lit=True)
        for signal in Signal:
            lamps.device.answer(signal)
            await lamps.eye.sees(lit=False)
            await lamps.eye.sees(lit=True)


async def test_a_lamp_is_lit_when_it_is_shown_and_dark_when_it_is_not_named_or_closed(lamps: Lit) -> None:
    async with asyncio.timeout(WITHIN_S):
        lamps.device.show({LAMP: Pattern.LIT})
        await lamps.eye.sees(lit=True)
        lamps.device.show({})
        await lamps.eye.sees(lit=False)
        lamps.device.show({LAMP: Pattern.LIT})
        await lamps.eye.sees(lit=True)
        await lamps.device.close()
        await lamps.eye.sees(lit=False)
