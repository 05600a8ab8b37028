"""Shakes on pins reach an open page one by one, while the go is still under way, and leave no fact."""

import asyncio
from pathlib import Path

import pytest

from drivers.dice_shaker.driver import GpioDiceShaker
from drivers.dice_shaker.sensors import Sensor
from drivers.dice_shaker.shakes import ShakeTerms
from firmware_host.devices.health import DeviceHealth
from firmware_host.devices.shaker import NAME, LiveCount
from firmware_host.host.intents import Asker
from hil.contract.wiring import Contacts, wired
from tests.worlds.panel_table import OpenPage, panel_table

PINS = {Sensor.COVER: 5, Sensor.SHAKE: 6, Sensor.DOCK: 12}

LONG_GO = ShakeTerms(go_rest_ms=600_000)
"""Only the dock ends the go, however slow the machine is."""

PULSE_S = 0.015


async def shake(contacts: Contacts[Sensor]) -> None:
    for _ in range(3):
        contacts.close(Sensor.SHAKE)
        await asyncio.sleep(PULSE_S)
        contacts.open(Sensor.SHAKE)
        await asyncio.sleep(PULSE_S)


async def shown(page: OpenPage) -> tuple[int | None, int | None]:
    """Return `done` and `of` of the shaker in the next view."""
    devices = (await page.gets("view"))["view"]["devices"]
    return next(((device["done"], device["of"]) for device in devices if device["device"] == NAME), (None, None))


async def until(page: OpenPage, count: tuple[int | None, int | None]) -> None:
    async with asyncio.timeout(20):
        while await shown(page) != count:
            pass


async def test_a_page_shows_each_shake_as_it_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        panel_table(tmp_path) as table,
        wired(None, tmp_path, monkeypatch, closed=(PINS[Sensor.COVER], PINS[Sensor.DOCK])) as wiring,
        table.page(await table.at_the_screen()) as page,
    ):
        host, clock = table.table.host, table.table.clock
        health = DeviceHealth(device=NAME, asker=Asker(table=host, clock=clock, actor=NAME), report=table.panel.report)
        live, contacts = LiveCount(), wiring.contacts(PINS)
        device = await GpioDiceShaker.create(wiring.board, PINS, terms=LONG_GO, live=live)
        live.report_to(health, lambda: host.state)
        await health.begin()
        facts = host.state.last
        contacts.open(Sensor.DOCK)
        await asyncio.sleep(0.2)
        for count in (1, 2, 3):
            await shake(contacts)
            await until(page, (count, 3))
        contacts.close(Sensor.DOCK)
        await until(page, (None, None))
        assert host.state.last == facts
        await device.close()
