"""`pytest hil`: the contract of every device port, on simulated devices or with `--rig FILE` on real ones."""

from __future__ import annotations

import fcntl
import tempfile
from pathlib import Path
from typing import IO

import pytest

from hil.contract.rig import Rig, RigTrouble, read_rig

LOCK = Path(tempfile.gettempdir(), "firmware-host-rig.lock")

RIG = pytest.StashKey[Rig | None]()

HELD = pytest.StashKey[IO[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rig", metavar="FILE", help="test the real devices described in FILE (TOML); default: simulated devices"
    )


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--rig")
    if file is None:
        config.stash[RIG] = None
        return
    if hasattr(config, "workerinput") or config.getoption("numprocesses", default=None):
        raise pytest.UsageError("a rig is a single set of devices; run it without -n")
    config.stash[HELD] = _locked()
    try:
        config.stash[RIG] = read_rig(Path(file))
    except RigTrouble as trouble:
        raise pytest.UsageError(str(trouble)) from None


def pytest_report_header(config: pytest.Config) -> str:
    return f"devices: {config.getoption('--rig') or 'simulated'}"


def pytest_unconfigure(config: pytest.Config) -> None:
    held = config.stash.get(HELD, None)
    if held is not None:
        held.close()


def _locked() -> IO[str]:
    """Lock the rig until the run ends; the kernel releases the lock in any case."""
    lock = LOCK.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise pytest.UsageError("another run is using the rig; wait until it ends") from None
    return lock


@pytest.fixture
def rig(request: pytest.FixtureRequest) -> Rig | None:
    """Return the rig; None if the devices are simulated."""
    return request.config.stash[RIG]
