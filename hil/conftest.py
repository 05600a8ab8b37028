"""`pytest hil`: the contract of every device port, on simulated devices or, with `--rig FILE`, on real ones."""

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
        "--rig", metavar="FILE", help="real devices, as FILE (TOML) says they are wired; default: simulated"
    )


def pytest_configure(config: pytest.Config) -> None:
    file = config.getoption("--rig")
    if file is None:
        config.stash[RIG] = None
        return
    if hasattr(config, "workerinput") or config.getoption("numprocesses", default=None):
        raise pytest.UsageError("a rig is one set of devices: run it without -n")
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
    """Held until the run ends; the kernel lets go of it however that happens."""
    lock = LOCK.open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise pytest.UsageError("another run holds the rig; wait until it has ended") from None
    return lock


@pytest.fixture
def rig(request: pytest.FixtureRequest) -> Rig | None:
    """None: the devices are simulated."""
    return request.config.stash[RIG]
