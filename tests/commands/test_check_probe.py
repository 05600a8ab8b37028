"""`check --probe` at a paired shuffler: the list of firmware is read as the table reads it."""

import asyncio
import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from drivers.shuffler.pairing import pair
from firmware_host.commands import probe
from firmware_host.commands.probe import Probed
from firmware_host.commands.probe import probed as probed_at
from firmware_host.config.load import read
from firmware_host.devices import firmware_list
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.errors import UserError
from hil.house_key import sign_list
from hil.shuffler.device import SimulatedShuffler
from hil.world import table_toml

PAGE = Path(__file__).parents[2] / "drivers" / "shuffler" / "PROTOCOL.md"


async def probed(folder: Path, image: bytes | None, *, spoil: bool = False) -> Probed:
    """What is said of the shuffler; the listed image is its own where none is given."""
    async with SimulatedShuffler() as device:
        listed = sign_list(folder / "house", model="Simulated", version="1", image=image or device.image)
        if spoil:
            listed[0].write_text(listed[0].read_text() + "\n")
        keys = PairingKeyFile(folder / "data")
        secret = device.press_pairing_key()
        keys.holds(await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered))
        file = folder / "table.toml"
        file.write_text(table_toml(broker="mqtt://127.0.0.1:1", port=device.port, firmware=listed))
        tried = await asyncio.to_thread(probed_at, read(file), folder / "data")
    return next(each for each in tried if each.what == "shuffler")


@pytest.fixture(autouse=True)
def _mock_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (None, "its shuffles will count as attested"),
        (b"another", "its shuffles will count as reported: the firmware of the shuffler is not"),
    ],
)
async def test_it_says_what_its_shuffles_will_be_worth(tmp_path: Path, image: bytes | None, said: str) -> None:
    told = await probed(tmp_path, image)
    assert told.ok
    assert said in told.say


async def test_a_list_that_the_house_has_not_signed_is_found_before_the_first_start(tmp_path: Path) -> None:
    told = await probed(tmp_path, None, spoil=True)
    assert not told.ok
    assert "is not signed with the house's key" in told.say


def test_the_list_on_the_page_is_one(tmp_path: Path) -> None:
    typed = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (text,) = (each for each in typed if "[[firmware]]" in each)
    (entry,) = tomllib.loads(text)["firmware"]
    assert entry["sha256"] == "9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a"
    path, house_key = sign_list(tmp_path, model=entry["model"], version=entry["version"], image=bytes([1, 2, 3, 4]))
    assert path.with_name(entry["image"]).read_bytes() == bytes([1, 2, 3, 4])
    assert [it.model for it in firmware_list.read(path, house_key).images] == [entry["model"]]
    named = set(msgspec.toml.decode(path.read_bytes())["firmware"][0])
    assert named == set(entry)
    with pytest.raises(UserError, match="is not signed"):
        firmware_list.read(path, "00" * 32)


async def test_systemd_makes_the_packages_folder_below_run_when_the_table_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package's folder in /run exists only while the table runs."""
    monkeypatch.setattr(probe, "RUNTIME", tmp_path / "run")
    monkeypatch.setattr(probe, "UNIT", tmp_path / "unit")
    file = tmp_path / "table.toml"
    file.write_text(table_toml(broker="mqtt://127.0.0.1:1", port="/dev/none", door=str(tmp_path / "run" / "socket")))

    async def door() -> Probed:
        tried = await asyncio.to_thread(probed_at, read(file), tmp_path / "data")
        return next(each for each in tried if each.what == "door")

    assert not (await door()).ok
    (tmp_path / "unit").touch()
    assert (await door()).ok
