"""The footprint of a running controller: memory, idle processor time, and bytes written per round."""

import asyncio
import os
import tempfile
from pathlib import Path

from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table

SETTLED_S, QUICK_SETTLED_S = 60, 10

IDLE_S, QUICK_IDLE_S = 60, 10

ROUNDS, QUICK_ROUNDS = 40, 8

TICKS = os.sysconf("SC_CLK_TCK")


def main(*, full: bool) -> None:
    """Print the figures, with aims in brackets, with and without the web pages."""
    for web in (False, True):
        print(f"-- {'with' if web else 'without'} [web]")
        asyncio.run(_taken(full=full, web=web))


async def _taken(*, full: bool, web: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with any_broker(folder) as url, played_table(folder, broker=url, stop_after=0) as table:
            if web:
                with (folder / "table.toml").open("a") as config:
                    config.write("\n[web]\nport = 0\n")
            await table.world.controller.start()
            await table.subscriber.until(lambda: table.subscriber.view is not None)
            settled_s = SETTLED_S if full else QUICK_SETTLED_S
            await asyncio.sleep(settled_s)
            pid = table.world.controller.pid
            print(f"resident memory after {settled_s} s: {resident_mb(pid):.1f} MB  (aim 60)")
            await _idle(pid, IDLE_S if full else QUICK_IDLE_S)
            await _written(table, ROUNDS if full else QUICK_ROUNDS)


async def _idle(pid: int, seconds: int) -> None:
    before = processor_s(pid)
    await asyncio.sleep(seconds)
    print(f"idle: {100 * (processor_s(pid) - before) / seconds:.2f} % of one core over {seconds} s  (aim 0.5)")


async def _written(table: PlayedTable, rounds: int) -> None:
    await _played(table, 1)
    before, facts = _written_bytes(table.world.controller.pid), len(table.recorded())
    await _played(table, 1 + rounds)
    written = _written_bytes(table.world.controller.pid) - before
    each = (len(table.recorded()) - facts) / rounds
    print(f"written to the card: {written / rounds / 1024:.0f} KiB per round of {each:.0f} facts, over {rounds} rounds")


async def _played(table: PlayedTable, rounds: int) -> None:
    table.dealer.stop_after = rounds
    table.dealer.see(table.subscriber.view) if table.subscriber.view else None
    await table.rounds(rounds, within_s=120)


def resident_mb(pid: int) -> float:
    """Return the resident memory."""
    return resident_in(Path(f"/proc/{pid}/status").read_text())


def resident_in(status: str) -> float:
    """Return the resident memory of a process, by what its `/proc/PID/status` says."""
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


def processor_s(pid: int) -> float:
    """Return the processor time used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def _written_bytes(pid: int) -> int:
    """Return the bytes given to the kernel for the disk, without the file system's journal."""
    for line in Path(f"/proc/{pid}/io").read_text().splitlines():
        name, _, value = line.partition(": ")
        if name == "write_bytes":
            return int(value)
    raise RuntimeError(f"/proc/{pid}/io does not say what was written")
