"""The package for a Raspberry Pi, played on its own processor's instructions by qemu's user emulation.

Everything is the arm64 build: Debian's Python, its SQLite and OpenSSL, and every wheel of the package. Only the pins
are the clone's simulated ones; the shuffler is on a terminal, and the broker is real.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from hil import environment
from hil.debian_archive import NotFetchedError, Suite, cache_folder
from hil.package.wheels import TARGETS
from tests.hil.package.test_package import package
from tests.worlds.played_table import played_table

EMULATOR = "qemu-aarch64-static"

TARGET = next(target for target in TARGETS if (target.release, target.architecture) == ("bookworm", "arm64"))

PLAY_S = 240.0

SPEED = 20.0
"""Slow enough for a processor that runs about fifteen times slower."""

LAUNCHER = """\
import sys

sys.path[:0] = ["/usr/lib/firmware-host", {pins!r}]

from firmware_host.cli import main

sys.argv[0] = "firmware-host"
sys.exit(main())
"""


def debian_root() -> Path:
    """Return an unpacked Debian with Python for arm64, of which nothing has run; fetch it first if there is none."""
    root = cache_folder() / f"{TARGET.release}-{TARGET.architecture}"
    if root.exists():
        return root
    root.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root.parent, prefix="fetching-") as name:
        fresh = Path(name) / "root"
        fresh.mkdir()
        try:
            suite = Suite(TARGET.release, Path(name) / "suite", architecture=TARGET.architecture)
            suite.fetch("python3", with_depends=True)
            suite.unpack(fresh)
        except NotFetchedError as why:
            pytest.skip(f"no Python of Debian for arm64: {why}")
        fresh.rename(root)
    return root


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a board: Debian with the package unpacked."""
    if shutil.which(EMULATOR) is None:
        pytest.skip(f"{EMULATOR} is not installed: apt-get install qemu-user-static")
    folder = tmp_path_factory.mktemp("arm64")
    root = folder / "root"
    subprocess.run(["cp", "-a", debian_root(), root], check=True, timeout=60)
    deb = folder / "firmware-host.deb"
    deb.write_bytes(package(TARGET, folder).written())
    subprocess.run(["dpkg-deb", "-x", deb, root], check=True, timeout=60)
    return root


def python(board: Path) -> tuple[str, ...]:
    return (EMULATOR, "-L", str(board), str(board / "usr/bin/python3"), "-I")


def pins_factory(folder: Path) -> Path:
    """Make a folder that gives a Python the clone's simulated pins, and nothing else of the clone's environment."""
    folder.mkdir()
    (folder / "hil").symlink_to(environment.CLONE / "hil")
    (installed,) = Path(pytest.__file__).parents[1].glob("firmware_host_hil-*.dist-info")
    (folder / installed.name).symlink_to(installed)
    return folder


async def test_a_table_deals_on_arm64_and_its_record_is_read_here(board: Path, tmp_path: Path) -> None:
    launcher = tmp_path / "launcher.py"
    launcher.write_text(LAUNCHER.format(pins=str(pins_factory(tmp_path / "simulated"))))
    async with played_table(tmp_path, speed=SPEED) as table:
        controller = table.world.controller
        controller.program = (*python(board), str(launcher))
        await controller.start()
        await controller.answers(within_s=PLAY_S)
        await table.rounds(1, within_s=PLAY_S)
        assert await controller.stop() == 0
        assert table.complaints() == []
        assert "shuffle-proved" in table.kinds
        found = verified(table.world.data, fold=fold_digest())
    assert found.findings == []


def test_the_launcher_of_the_package_starts_on_arm64(board: Path) -> None:
    ran = subprocess.run(
        [*python(board), board / "usr/bin/firmware-host", "rules", "14.9"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PLAY_S,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "14.9" in ran.stdout
