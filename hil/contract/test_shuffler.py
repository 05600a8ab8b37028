"""What a shuffler promises at its port."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator

import pytest

from drivers.shuffler.port import (
    JOURNAL_BYTES,
    Back,
    CommandId,
    CommandRefused,
    CommandStatus,
    LidOpened,
    LinkUp,
    ShuffleFailed,
    ShuffleFinished,
    ShufflerEvent,
)
from hil.contract.conftest import Machine

UP_WITHIN_S = 10
SHUFFLED_WITHIN_S = 180


async def up(events: AsyncIterator[ShufflerEvent]) -> LinkUp:
    async with asyncio.timeout(UP_WITHIN_S):
        async for event in events:
            if isinstance(event, LinkUp):
                return event
    raise AssertionError("it told nothing any more")


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
    identity = (await up(machine.driver.events())).identity
    assert identity.model
    assert identity.serial


async def test_what_it_is_asked_agrees_with_itself(machine: Machine) -> None:
    await up(machine.driver.events())
    status, load, wear = await machine.driver.status(), await machine.driver.load(), await machine.driver.wear()
    assert load.back == status.feed
    assert wear.since_service <= wear.cycles
    assert (status.shelf is None) == (status.shelf_cards == 0)


async def test_a_command_that_was_never_given_is_unknown(machine: Machine) -> None:
    await up(machine.driver.events())
    assert await machine.driver.status_of(new_command()) is CommandStatus.UNKNOWN


async def test_a_shuffle_is_done_once_however_often_it_is_given(machine: Machine) -> None:
    back, events, command = deck_of(machine), machine.driver.events(), new_command()
    await up(events)
    cycles = (await machine.driver.wear()).cycles
    await machine.driver.shuffle(command, back)
    await machine.driver.shuffle(command, back)
    finished = await ended(events, command)
    await machine.driver.shuffle(command, back)
    assert isinstance(finished, ShuffleFinished)
    assert machine.driver.is_ours(finished)
    assert await machine.driver.status_of(command) is CommandStatus.DONE
    assert (await machine.driver.wear()).cycles == cycles + 1
    await machine.driver.acknowledge(finished.event)
    await machine.driver.status()


async def test_with_its_lid_open_it_refuses_and_the_command_stays_refused(machine: Machine) -> None:
    person, events, command = machine.by_hand(), machine.driver.events(), new_command()
    await up(events)
    person.open_lid()
    with pytest.raises(CommandRefused):
        await machine.driver.shuffle(command, Back.BLUE)
    person.close_lid()
    with pytest.raises(CommandRefused):
        await machine.driver.shuffle(command, Back.BLUE)


async def test_what_was_not_acknowledged_is_told_again_after_the_link_was_lost(machine: Machine) -> None:
    person, events = machine.by_hand(), machine.driver.events()
    await up(events)
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
