"""A table whose tamper contact was open when it was taken out of table.toml: nothing would ever say it is shut."""

from pathlib import Path

import pytest

from firmware_host.app.gpio import Wired, board
from firmware_host.config.load import Config, read
from firmware_host.table.acts.intent import Accepted, Answer, Intent
from firmware_host.table.acts.shuffler import SenseHousing
from firmware_host.table.device_orders import ReconcileCommand, outstanding
from firmware_host.table.facts.shuffler import HousingClosed
from hil.clock import VirtualClock
from hil.world import table_toml
from tests.worlds.pure_table import PureTable


class AtTable:
    """The host's side of an asker, on a pure table."""

    def __init__(self, table: PureTable) -> None:
        self._table = table

    async def submit(self, intent: Intent) -> Answer:
        self._table.put(intent)
        return Accepted(id=intent.id)


def configured(folder: Path, more: str) -> Config:
    file = folder / "table.toml"
    file.write_text(table_toml(broker="mqtt://127.0.0.1:1", port="/dev/null") + more)
    return read(file)


@pytest.mark.parametrize(("more", "closed"), [("", True), ("[devices.tamper]\npin = 13\n", False)])
async def test_a_start_without_a_contact_closes_the_housing_as_a_fact(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: str,
    closed: bool,  # noqa: FBT001 - a case
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    table = PureTable().opened()
    table.does(SenseHousing(open=True))
    with board() as opened:
        wired = await Wired.open(opened, configured(tmp_path, more))
        await wired.begin(AtTable(table), VirtualClock())
    told = [body for body in table.bodies() if isinstance(body, HousingClosed)]
    assert told == ([HousingClosed(why="table.toml names no tamper contact")] if closed else [])
    assert any(isinstance(command, ReconcileCommand) for command in outstanding(table.state)) is closed
