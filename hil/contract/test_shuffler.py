"""The contract of a shuffler."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

import pytest

from drivers.shuffler.port import (
    JOURNAL_BYTES,
    ActFailed,
    Back,
    Cleared,
    CommandId,
    CommandRefused,
    CommandStatus,
    Delivered,
    DownReason,
    LidOpened,
    LinkDown,
    LinkUp,
    Progress,
    Reconciled,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    ShufflerBusy,
    ShufflerEvent,
    ShufflerMute,
)
from firmware_host.devices.shuffler_events import in_the_way
from hil.contract.conftest import Machine

UP_WITHIN_S = 10

HOPELESS = (DownReason.NOT_PAIRED, DownReason.PORT_MISSING, DownReason.PORT_FORBIDDEN, DownReason.PORT_BUSY)
"""Reasons for which waiting does not help."""

SHUFFLED_WITHIN_S = 180

Ended: TypeAlias = ShuffleFinished | ShuffleFailed | SelfTested | Cleared | Reconciled | Delivered | ActFailed


async def up(machine: Machine) -> LinkUp:
    """Wait for the session; skip the test, with the driver's reason, if a rig's shuffler gives none."""
    why = "no event came"
    with suppress(TimeoutError):
        async with asyncio.timeout(UP_WITHIN_S):
            async for event in machine.driver.events():
                match event:
                    case LinkUp():
                        return event
                    case LinkDown(why=reason, say=why) if machine.simulated is None and reason in HOPELESS:
                        break
                    case LinkDown(say=why):
                        pass
                    case _:
                        pass
    if machine.simulated is None:
        pytest.skip(f"no session with the shuffler: {why}")
    raise AssertionError(why)


class Following:
    """Reads all events of a shuffler and picks those of one order."""

    def __init__(self, machine: Machine) -> None:
        self._driver = machine.driver
        self._events = machine.driver.events()
        self.progress: list[Progress] = []

    async def end_of(self, command: CommandId) -> Ended:
        """Return the end of this order, after acknowledging it."""
        async with asyncio.timeout(SHUFFLED_WITHIN_S):
            async for event in self._events:
                if isinstance(event, Progress):
                    self.progress.append(event)
                elif isinstance(event, Ended) and event.command == command:
                    await self._driver.acknowledge(event.event)
                    return event
        raise AssertionError("the events ended")


async def taken(machine: Machine, order: Callable[[CommandId], Awaitable[None]]) -> CommandId:
    """Give a new order; skip the test if the machine does not know it, or if a rig's machine refuses it."""
    command = new_command()
    try:
        await order(command)
    except ShufflerMute as mute:
        pytest.skip(str(mute))
    except CommandRefused:
        if machine.simulated is not None:
            raise
        pytest.skip(f"the shuffler refused: {in_the_way(await machine.driver.status())}")
    return command


async def can_shuffle(machine: Machine) -> Back:
    """Return the deck to shuffle; skip the test if a rig's machine is not ready for it."""
    back, status = deck_of(machine), await machine.driver.status()
    free = not (status.lid_open or status.jam or status.shelf or status.astray) and status.feed is back
    if not free and machine.simulated is None:
        pytest.skip(f"cannot shuffle: {in_the_way(status)}; put the {back} deck into the feed")
    return back


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


async def test_a_self_test_ends_with_what_it_found_and_is_done_once(machine: Machine) -> None:
    following = Following(machine)
    await up(machine)
    command = await taken(machine, machine.driver.self_test)
    await machine.driver.self_test(command)
    assert isinstance(await following.end_of(command), SelfTested)
    await machine.driver.self_test(command)
    assert await machine.driver.status_of(command) is CommandStatus.DONE


async def test_its_path_is_run_empty(machine: Machine) -> None:
    following = Following(machine)
    await up(machine)
    command = await taken(machine, machine.driver.clear)
    assert isinstance(await following.end_of(command), Cleared)
    status = await machine.driver.status()
    assert (status.jam, status.astray) == (None, 0)


async def test_each_comparison_counts_from_the_one_before(machine: Machine) -> None:
    following = Following(machine)
    await up(machine)
    first = await following.end_of(await taken(machine, machine.driver.reconcile))
    second = await following.end_of(await taken(machine, machine.driver.reconcile))
    assert isinstance(first, Reconciled)
    assert isinstance(second, Reconciled)
    assert (second.went_in, second.came_out) == (first.lying, 0)
    assert second.lying == (await machine.driver.status()).shelf_cards


async def test_what_is_ordered_while_something_moves_is_busy_and_may_be_given_again(machine: Machine) -> None:
    following, command = Following(machine), new_command()
    await up(machine)
    moving = await taken(machine, machine.driver.reconcile)
    try:
        await machine.driver.reconcile(command)
    except ShufflerBusy:
        await following.end_of(moving)
        await machine.driver.reconcile(command)
    else:
        await following.end_of(moving)
    assert isinstance(await following.end_of(command), Reconciled)


async def test_a_shuffle_is_done_once_however_often_it_is_given_and_tells_its_own_progress(machine: Machine) -> None:
    following, command = Following(machine), new_command()
    await up(machine)
    back, cycles = await can_shuffle(machine), await _cycles(machine)
    await machine.driver.shuffle(command, back)
    await machine.driver.shuffle(command, back)
    finished = await following.end_of(command)
    await machine.driver.shuffle(command, back)
    assert isinstance(finished, ShuffleFinished)
    assert machine.driver.is_ours(finished)
    assert await machine.driver.status_of(command) is CommandStatus.DONE
    assert cycles is None or await _cycles(machine) == cycles + 1
    assert {told.command for told in following.progress} <= {command}, "it may leave it out, and tells no other's"
    assert following.progress or machine.simulated is None
    done = [told.done for told in following.progress]
    assert done == sorted(done)
    assert (await machine.driver.status()).shelf is back


async def test_a_deck_on_its_shelf_is_given_out_and_counted(machine: Machine) -> None:
    following = Following(machine)
    await up(machine)
    if (await machine.driver.status()).shelf is None:
        back, command = await can_shuffle(machine), new_command()
        await machine.driver.shuffle(command, back)
        assert isinstance(await following.end_of(command), ShuffleFinished)
    lay = await machine.driver.status()
    delivered = await following.end_of(await taken(machine, machine.driver.deliver))
    assert isinstance(delivered, Delivered)
    assert (delivered.back, delivered.counted) == (lay.shelf, lay.shelf_cards)
    assert (await machine.driver.status()).shelf is None


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
    raise AssertionError("the events ended")


async def _cycles(machine: Machine) -> int | None:
    """Return the counts, None for a machine that does not report them."""
    try:
        return (await machine.driver.wear()).cycles
    except ShufflerMute:
        return None
