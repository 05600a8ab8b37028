"""`python3 -m tests --long NAME`: prints seed, progress, counts, and ends with an exit code."""

from __future__ import annotations

import logging
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import MEMORY
from tests.long.runs import RUNS, LongRun
from tests.long.search import Search


def listing() -> Iterator[str]:
    """Return the long runs, each with what it does, how much and how long."""
    yield "long runs:"
    wide = max(map(len, RUNS))
    for name, run in RUNS.items():
        yield f"  {name:{wide}}  {run.full:,} {run.unit}, about {run.minutes} min"
        yield f"  {'':{wide}}  {run.says}"
    yield "example: python3 -m tests --long rounds --seed 7"


def long_run(name: str, seed: int, *, count: int = 0) -> int:
    """Run it to this count, or whole; return 0 if nothing was found, 1 if something was, 2 for an unknown name."""
    if name not in RUNS:
        for line in (f"there is no long run {name!r}", *listing()) if name else listing():
            print(line)
        return 2 if name else 0
    return searched(RUNS[name], seed, count=count)


def searched(run: LongRun, seed: int, *, count: int = 0) -> int:
    """Run it and print what there is to say."""
    print(f"{run.name}: {count or run.full:,} {run.unit}, seed {seed} (repeat with --seed {seed})", flush=True)
    began = time.monotonic()
    # What is searched here warns all the time; only what is found counts.
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None, prefix="long-") as folder:
        search = Search(
            count=count or run.full,
            seed=seed,
            place=Path(folder),
            unit=run.unit,
            report=lambda line: print(line, flush=True),
        )
        try:
            run.run(search)
        except Exception:  # noqa: BLE001 - whatever was found is printed, with the seed that repeats it
            traceback.print_exc(file=sys.stdout)
            print(f"FOUND after {search.result()}")
            return 1
        finally:
            logging.disable(logging.NOTSET)
    print(f"nothing found: {search.result()}, {time.monotonic() - began:.0f} s in all")
    return 0
