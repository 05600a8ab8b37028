"""Whole tables on the virtual board: a kernel's pins and USB serial port, the world outside, by both pin factories."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware_host.table.facts.dice import DiceShaken
from firmware_host.table.facts.system import HostStarted
from firmware_host.table.terms import Pins
from hil.board.board_controller import factory
from hil.board.board_world import board_dice, board_table
from hil.board.guest import Guest
from tests.board.endings import stops_well
from tests.worlds.played_table import PlayedTable, ShakenTable, played_table, shaken_table

BOTH = [
    None,
    pytest.param(
        "lgpio",
        marks=pytest.mark.skipif(sys.version_info >= (3, 13), reason="lgpio has no wheel for this Python"),
    ),
]

ROUNDS_S = 180.0


def started(table: PlayedTable | ShakenTable) -> HostStarted:
    return next(fact.body for fact in table.facts() if isinstance(fact.body, HostStarted) and fact.body.chip)


@pytest.mark.parametrize("name", BOTH, ids=["gpiod", "lgpio"])
async def test_two_attested_rounds_of_holdem(guest: Guest, broker: str, name: str | None) -> None:
    """The first one pairs over the board's own USB port, by the command that a technician types."""
    around = board_table(
        guest,
        f"holdem-{name or 'gpiod'}",
        broker=broker,
        speed=300,
        environment=factory(name),
        pairs_inside=name is None,
    )
    async with played_table(Path(), stop_after=2, around=around) as table:
        await table.world.controller.start()
        await table.rounds(2, within_s=ROUNDS_S)
        await stops_well(table)
        assert table.dealer.refused == []
        begun = started(table)
    assert (begun.pins, begun.factory, begun.chip) == (Pins.REAL, name or "firmware-host", "pinctrl-bcm2711")
    assert "VIRTUAL-0001" in begun.port


@pytest.mark.parametrize("name", BOTH, ids=["gpiod", "lgpio"])
async def test_a_round_of_mini_dice_with_every_sensor(guest: Guest, broker: str, name: str | None) -> None:
    around = board_dice(guest, f"dice-{name or 'gpiod'}", broker=broker, environment=factory(name))
    async with shaken_table(Path(), stop_after=1, around=around) as table:
        await table.world.controller.start()
        await table.subscriber.until(lambda: "shake-settled" in table.kinds, within_s=ROUNDS_S)
        assert await table.world.controller.stop() == 0, table.world.controller.words()
        shaken = [fact.body for fact in table.facts() if isinstance(fact.body, DiceShaken)]
        assert min(body.times or 0 for body in shaken) >= 3
        assert table.complaints() == []
        assert table.dealer.refused == []
        assert not any(kind == "device-went-down" for kind in table.kinds)
