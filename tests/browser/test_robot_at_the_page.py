"""A seeded robot deals every game through the page's document alone; its facts are those of the robot at the socket."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.panel import screen_socket
from firmware_host.panel.panel_config import SOCKET
from firmware_host.rules.game import GameName
from firmware_host.rules.round_facts import RoundBody
from firmware_host.table.facts.dice import DiceFact, DiceShaken
from firmware_host.table.facts.fact import Fact
from tests.browser.chromium import chromium, needs_chromium, touch_screen
from tests.browser.page_hands import AGAIN, PageHands
from tests.worlds.played_table import ShakenTable, played_table, shaken_table

pytestmark = needs_chromium

POKER = tuple(game.value for game in GameName if game.value != "mini-dice")


async def address(data: Path) -> str:
    """Return the address with a one-time code once the controller serves pages."""
    while True:
        try:
            return (await asyncio.to_thread(screen_socket.ask, data / SOCKET, for_s=60)).url
        except (UserError, OSError):
            await asyncio.sleep(0.1)  # the controller is starting


def of_rounds(facts: list[Fact]) -> list[RoundBody]:
    return [fact.body for fact in facts if isinstance(fact.body, RoundBody)]


@pytest.mark.parametrize("tracking", ["procedure", "full"])
@pytest.mark.parametrize("game", POKER)
async def test_a_round_of_each_game_is_dealt_by_touch(game: str, tracking: str, tmp_path: Path) -> None:
    hands, by_page, by_socket = PageHands(), tmp_path / "page", tmp_path / "socket"
    by_page.mkdir()
    by_socket.mkdir()
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium())
        table = await stack.enter_async_context(played_table(by_page, game=game, tracking=tracking, hands=hands))
        await table.world.controller.start()
        await hands.open(await touch_screen(browser), await address(table.world.data))
        await table.told("round-completed")
        by_touch = of_rounds(table.facts())
        assert not table.complaints()
    async with played_table(by_socket, game=game, tracking=tracking) as table:
        await table.world.controller.start()
        await table.told("round-completed")
        assert of_rounds(table.facts()) == by_touch
    refused = [note for note in hands.notes if not any(words in note for words in AGAIN)]
    assert not refused


SHAKES = 2


def of_shakes(facts: list[Fact]) -> list[DiceFact]:
    """Return the facts at dice; a simulated contact that rattles late on a busy machine counts one shake too many."""
    bodies = (fact.body for fact in facts if isinstance(fact.body, DiceFact))
    return [replace(body, times=None) if isinstance(body, DiceShaken) else body for body in bodies]


async def shaken(table: ShakenTable) -> list[DiceFact]:
    """Wait for the last shake and return the facts."""
    await table.subscriber.until(lambda: table.kinds.count("shake-settled") >= SHAKES, within_s=120)
    assert not table.complaints()
    return of_shakes(table.facts())


@pytest.mark.parametrize("tracking", ["procedure", "full"])
async def test_mini_dice_is_dealt_by_touch(tracking: str, tmp_path: Path) -> None:
    hands, by_page, by_socket = PageHands(), tmp_path / "page", tmp_path / "socket"
    by_page.mkdir()
    by_socket.mkdir()
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(chromium())
        table = await stack.enter_async_context(
            shaken_table(by_page, stop_after=SHAKES, tracking=tracking, seed=4, hands=hands)
        )
        await table.world.controller.start()
        await hands.open(await touch_screen(browser), await address(table.world.data))
        by_touch = await shaken(table)
    async with shaken_table(by_socket, stop_after=SHAKES, tracking=tracking, seed=4) as table:
        await table.world.controller.start()
        assert await shaken(table) == by_touch
    refused = [note for note in hands.notes if not any(words in note for words in AGAIN)]
    assert not refused
