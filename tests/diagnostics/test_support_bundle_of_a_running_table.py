"""What a bundle has of a controller that runs, and the bundle that one leaves behind on a disk that is really full."""

import asyncio
import json
import subprocess
from pathlib import Path

from hil.dice.world import DiceWorld, dice_world
from tests.diagnostics.test_support_bundle import opened
from tests.support.brokers import any_broker
from tests.support.command_line import PROGRAM

WITHIN_S = 30.0

SMALL_MIB = 40


async def until_it_says(world: DiceWorld, words: str) -> None:
    async with asyncio.timeout(WITHIN_S):
        while words not in world.controller.log.read_text():  # noqa: ASYNC110 - what another process writes
            await asyncio.sleep(0.02)


def bundled(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, "support-bundle", str(folder / "table.toml"), "--into", str(folder), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def parts_of(path: str) -> dict[str, str]:
    return opened(Path(path).read_bytes())


async def test_a_running_tables_lines_readiness_and_figures_are_in_it(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as url, dice_world(tmp_path, broker=url, seed=1) as world:
        await world.controller.start()
        await until_it_says(world, "publishing to")
        done = await asyncio.to_thread(bundled, tmp_path, "--json")
        assert await world.controller.stop() == 0
        after = await asyncio.to_thread(bundled, tmp_path)
    told = json.loads(done.stdout)
    assert told["runs"]
    assert told["trouble"] is None
    parts = parts_of(told["file"])
    assert list(parts) == told["parts"]
    assert any("publishing to" in json.loads(line)["message"] for line in parts["log.jsonl"].splitlines())
    assert {part["name"] for part in json.loads(parts["readiness.json"])["parts"]} >= {"mqtt", "to-do", "keys"}
    assert "fh_facts " in parts["metrics.txt"]
    assert not (world.data / "support.socket").exists()
    assert "log.jsonl" not in parts_of(after.stdout.split(": ")[0])
