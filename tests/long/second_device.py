"""The MicroPython device beside the simulated shuffler, and at a table, for as long as an examiner wants."""

from __future__ import annotations

import asyncio

from hil.faults.fault import Fault, Procedure
from hil.faults.fault_actions import faults
from hil.faults.rig import PATIENT
from hil.faults.running import DEVICES, run
from hil.micropython.bench_device import MicroPythonShuffler
from tests.hil.micropython.side_by_side import DEBOUNCE_MS, words_of_both
from tests.hil.micropython.steps import Walk
from tests.long.search import Search

STEPS = 40

SIDE_BY_SIDE = 4
"""Tables at a time: nearly all that they do is wait."""

MATRIX = [(fault, point) for fault in faults().values() if fault.device in DEVICES for point in fault.procedures]


def walks(search: Search) -> None:
    """Raises NoInterpreterError."""
    while search.left:
        seed = search.chance(search.done).randrange(1 << 32)
        simulated, second = asyncio.run(words_of_both(Walk(seed, STEPS)))
        assert second == simulated, f"they differ in the walk of seed {seed}"
        search.noted(frames=len(second))
        search.did()


def matrix(search: Search) -> None:
    """Every fault at every point of the game, over and over. Raises NoInterpreterError."""
    asyncio.run(_matrix(search))


async def _matrix(search: Search) -> None:
    order = list(MATRIX)
    search.chance().shuffle(order)
    while search.left:
        several = range(search.done, search.done + min(SIDE_BY_SIDE, search.left))
        await asyncio.gather(*(_one(search, number, order[number % len(order)]) for number in several))


async def _one(search: Search, number: int, at: tuple[Fault, Procedure]) -> None:
    fault, point = at
    folder = search.place / str(number)
    folder.mkdir(mode=0o700)
    outcome = await run(fault, point, folder, bench=second, timing=PATIENT)
    assert outcome.wrong == (), f"{fault.name} at {point}: {outcome.wrong}"
    search.did()


def second(speed: float) -> MicroPythonShuffler:
    """Put the MicroPython device on the bench."""
    return MicroPythonShuffler(speed=speed, debounce_ms=DEBOUNCE_MS)
