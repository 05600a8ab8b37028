"""What a shuffler promises at its port."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from drivers.shuffler.port import (
    JOURNAL_BYTES,
    Back,
    CommandId,
    CommandRefused,
    CommandStatus,
    DownReason,
    LidOpened,
    LinkDown,
    LinkUp,
    ShuffleFailed,
    ShuffleFinished,
    ShufflerEvent,
    ShufflerMute,
)
from hil.contract.conftest import Machine

UP_WITHIN_S = 10
NOBODY_COMES = (DownReason.NOT_PAIRED, DownReason.PORT_MISSING, DownReason.PORT_FORBIDDEN, DownReason.PORT_BUSY)
"""Waiting does not help."""
SHUFFLED_WITHIN_S = 180


async def up(machine: Machine) -> LinkUp:
    """Skips a rig's shuffler that cannot be loaded, with the driver's reason: nothing can be said about it."""
    why = "it told nothing"
    with suppress(TimeoutError):
        async with asyncio.timeout(UP_WITHIN_S):
            async for event in machine.driver.events():
                match event:
                    case LinkUp():
                        return event
                    case LinkDown(why=reason, say=why) if machine.simulated is None and reason in NOBODY_COMES:
                        break
                    case LinkDown(say=why):
                        pass
                    case _:
                        pass
    if machine.simulated is None:
        pytest.skip(f"the shuffler cannot be loaded: {why}")
    raise AssertionError(why)


async def ended(events: AsyncIterator[ShufflerEvent], command: CommandId) -> ShuffleFinished | ShuffleFailed:
    async with asyncio.timeout(SHUFFLED_WITHIN_S):
        async for event in events:
            if isinstance(event, ShuffleFinished | ShuffleFailed) and event.command == command:
                return event
    raise AssertionError("it told nothing any more")


def new_command() -> CommandId:
    return CommandId(journal=secrets.token_bytes(JOURNAL_BYTES), number=1)


def deck_of(machine: Machine) -> Back:
    if machine.deck is None:
        pytest.skip("the rig names no deck in the feed")
    return machine.deck


async def test_it_says_who_it_is(machine: Machine) -> None:
    identity = (await up(machine)).identity
    assert identity.model
    assert identity.serial


async def test_what_it_is_asked_agrees_with_itself(machine: Machine) -> None:
    await up(machine)
    status = await machine.driver.status()
    assert (status.shelf is None) == (status.shelf_cards == 0)
    try:
        load, wear = await machine.driver.load(), await machine.driver.wear()
    except ShufflerMute as mute:
        pytest.skip(str(mute))
    assert load.back == status.feed
    assert wear.since_service <= wear.cycles


async def test_a_command_that_was_never_given_is_unknown(machine: Machine) -> None:
    await up(machine)
    assert await machine.driver.status_of(new_command()) is CommandStatus.UNKNOWN


async def test_a_shuffle_is_done_once_however_often_it_is_given(machine: Machine) -> None:
    back, events, command = deck_of(machine), machine.driver.events(), new_command()
    await up(machine)
    cycles = await _cycles(machine)
    await machine.driver.shuffle(command, back)
    await machine.driver.shuffle(command, back)
    finished = await ended(events, command)
    await machine.driver.shuffle(command, back)
    assert isinstance(finished, ShuffleFinished)
    assert machine.driver.is_ours(finished)
    assert await machine.driver.status_of(command) is CommandStatus.DONE
    assert cycles is None or await _cycles(machine) == cycles + 1
    await machine.driver.acknowledge(finished.event)
    await machine.driver.status()


async def test_with_its_lid_open_it_refuses_and_the_command_stays_refused(machine: Machine) -> None:
    person, command = machine.by_hand(), new_command()
    await up(machine)
    person.open_lid()
    with pytest.raises(CommandRefused):
        await machine.driver.shuffle(command, Back.BLUE)
    person.close_lid()
    with pytest.raises(CommandRefused):
        await machine.driver.shuffle(command, Back.BLUE)


async def test_what_was_not_acknowledged_is_told_again_after_the_link_was_lost(machine: Machine) -> None:
    person, events = machine.by_hand(), machine.driver.events()
    await up(machine)
    person.open_lid()
    first = await _lid(events)
    person.unplug()
    person.plug_in()
    assert await _lid(events) == first
    await machine.driver.acknowledge(first.event)


async def _lid(events: AsyncIterator[ShufflerEvent]) -> LidOpened:
    async with asyncio.timeout(UP_WITHIN_S):
        async for event in events:
            if isinstance(event, LidOpened):
                return event
    raise AssertionError("it told nothing any more")


async def _cycles(machine: Machine) -> int | None:
    """None of a machine that does not count them for others."""
    try:
        return (await machine.driver.wear()).cycles
    except ShufflerMute:
        return None
