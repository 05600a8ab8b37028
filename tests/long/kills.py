"""`firmware-host run` killed with SIGKILL at any moment of its rounds, a robot dealer and a broker around it."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

from firmware_host.rules.game import GameName
from tests.long.search import Search
from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table

PER_TABLE = 8
"""Kills of one table before the next is set up: another game, another level of tracking."""

LONGEST_RUN_S = 2.5

WITHIN_S = 60.0

GAMES = (
    (GameName.HOLDEM, "procedure"),
    (GameName.STUD, "full"),
    (GameName.DRAW, "procedure"),
    (GameName.OMAHA_HILO_8, "full"),
)


def kills(search: Search) -> None:
    """Run table after table; nothing recorded may be lost, and nothing may be done twice."""
    tables = 0
    while search.left:
        game, tracking = GAMES[tables % len(GAMES)]
        folder = search.place / str(tables)
        folder.mkdir()
        asyncio.run(_table(search, folder, game, tracking, search.chance(tables)))
        tables += 1


async def _table(search: Search, folder: Path, game: str, tracking: str, chance: random.Random) -> None:
    async with (
        any_broker(folder) as url,
        played_table(folder, broker=url, game=game, tracking=tracking, stop_after=10_000) as table,
    ):
        controller = table.world.controller
        at_death: list[bytes] = []
        for _ in range(min(PER_TABLE, search.left)):
            await controller.start()
            facts = len(at_death)
            async with asyncio.timeout(WITHIN_S):
                await table.subscriber.until(lambda facts=facts: len(table.subscriber.facts) > facts, within_s=WITHIN_S)  # type: ignore[misc]
            await asyncio.sleep(chance.uniform(0, LONGEST_RUN_S))
            _same_beginning(table, at_death)
            controller.kill()
            assert await controller.ended() == -signal.SIGKILL, f"ended otherwise: {controller.words()}"
            at_death = table.recorded()
            search.did()
            search.noted(**{"killed_in_a_round" if _in_a_round(table) else "killed_between_rounds": 1})
        table.dealer.stop_after = table.completed + 1
        await controller.start()
        await table.subscriber.until(lambda: len(table.subscriber.facts) > len(at_death), within_s=WITHIN_S)
        await table.at_rest()
        assert await controller.stop() == 0, controller.words()
        _same_beginning(table, at_death)
        _told_once(table)
        search.noted(rounds=table.completed)


def _in_a_round(table: PlayedTable) -> bool:
    return table.subscriber.view is not None and table.subscriber.view.round is not None


def _same_beginning(table: PlayedTable, at_death: list[bytes]) -> None:
    assert table.recorded()[: len(at_death)] == at_death, "something that was recorded at death is gone"


def _told_once(table: PlayedTable) -> None:
    assert [bytes(received.data) for received in table.subscriber.facts] == table.recorded()
    assert table.subscriber.out_of_order == []
    assert table.complaints() == []
    assert set(table.world.simulated.model.motor_starts.values()) <= {1}, "an order was carried out twice"
    assert table.dealer.refused == []
