"""`pytest hil --rig FILE`: the contract suite on what a file describes, and what it says of the rest."""

import asyncio
import fcntl
import os
import sys
from pathlib import Path

import pytest

from drivers.shuffler.messages import MANDATORY_VOCABULARY
from drivers.shuffler.pairing import pair
from drivers.shuffler.port import Back
from firmware_host.devices.pairing_key_file import PairingKeyFile
from hil.environment import CLONE
from hil.shuffler.device import SimulatedShuffler

LOCK = "firmware-host-rig.lock"


async def run(folder: Path, toml: str, *words: str) -> tuple[int | None, str]:
    """With a lock of its own, so that these tests do not wait for one another, nor for a rig on this machine."""
    file = folder / "rig.toml"
    file.write_text(toml)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "pytest", "hil", "-q", "-p", "no:cacheprovider", "--rig", str(file), *words),
        cwd=CLONE,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    return process.returncode, out.decode()


async def test_the_shuffler_of_a_rig_keeps_the_contract_and_what_needs_hands_is_skipped_aloud(tmp_path: Path) -> None:
    async with SimulatedShuffler(speed=200) as device:
        await device.load_deck(Back.RED)
        keys = PairingKeyFile(tmp_path)
        secret = device.press_pairing_key()
        keys.holds(await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered))
        rig = f'[shuffler]\nport = "{device.port}"\ndata = "{tmp_path}"\ndeck = "red"\n'
        code, out = await run(tmp_path, rig)
        assert set(device.model.motor_starts.values()) == {1}
        again, said = await run(tmp_path, rig)
        assert device.model.cycles == 1, "the deck lies in its output: there is nothing to shuffle"
    assert (code, again) == (0, 0), out + said
    assert "9 passed, 15 skipped" in out
    assert "needs a person at a real machine" in out
    assert "the rig has no section [pins]" in out
    assert "7 passed, 17 skipped" in said
    assert "cannot shuffle: its feed is empty; put the red deck into the feed" in " ".join(said.split())


async def test_a_rigs_shuffler_of_the_fourteen_messages_is_skipped_where_it_does_not_know_and_where_its_deck_lies(
    tmp_path: Path,
) -> None:
    """Without DELIVER the deck is on its shelf after the first run."""
    async with SimulatedShuffler(speed=200) as device:
        device.knows(MANDATORY_VOCABULARY)
        await device.load_deck(Back.RED)
        keys = PairingKeyFile(tmp_path)
        secret = device.press_pairing_key()
        keys.holds(await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered))
        rig = f'[shuffler]\nport = "{device.port}"\ndata = "{tmp_path}"\ndeck = "red"\n'
        (code, out), (again, said) = await run(tmp_path, rig), await run(tmp_path, rig)
    assert (code, again) == (0, 0), out + said
    assert "this shuffler does not know the message DELIVER" in " ".join(out.split())
    assert "cannot shuffle: the red deck lies on its shelf; put" in " ".join(said.split())


async def test_a_shuffler_that_cannot_be_loaded_is_skipped_with_the_reason(tmp_path: Path) -> None:
    """Its keys are looked for beside the rig's file, wherever the suite was started."""
    async with SimulatedShuffler() as device:
        code, out = await run(tmp_path, f'[shuffler]\nport = "{device.port}"\ndata = "keys"\n', "-k", "who_it_is")
    assert code == 0, out
    assert "no session with the shuffler: this table is not paired with the shuffler" in " ".join(out.split())


@pytest.mark.parametrize(
    ("toml", "said"),
    [("[shuffler]\nprot = 3\n", "rig.toml: Object"), ("[[", "rig.toml: "), ("[oven]\n", "unknown field `oven`")],
)
async def test_a_file_that_is_no_rig_is_refused_in_a_line(tmp_path: Path, toml: str, said: str) -> None:
    code, out = await run(tmp_path, toml, "--collect-only")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert said in out
    assert "Traceback" not in out


async def test_one_rig_runs_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        code, out = await run(tmp_path, "", "--collect-only")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "another run is using the rig" in out
