"""The Debian package: the same bits twice, what is in it and with which modes, and its life on a board."""

import asyncio
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hil.broker import free_port
from hil.environment import CLONE
from hil.package import making
from hil.package.archive import Package
from hil.package.wheels import LEFT_OUT, TARGETS, NoIndexError, Target
from tests.hil.package.small_debian import SmallDebian, copied
from tests.support.command_line import stopped
from tests.support.packages import at_version

MACHINE = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]

HERE = next(target for target in TARGETS if (target.release, target.architecture) == ("bookworm", MACHINE))

PINS = "274968\n918274\n"

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may chroot; run as root")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def package(target: Target, folder: Path) -> Package:
    try:
        return making.package_of(target, making.product_wheel(folder))
    except NoIndexError as trouble:
        pytest.skip(str(trouble))


@dataclass(frozen=True)
class Made:
    package: Package
    deb: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("package")
    whole = package(HERE, folder)
    deb = folder / whole.name
    deb.write_bytes(whole.written())
    return Made(whole, deb)


def test_the_same_content_gives_the_same_bits(made: Made, tmp_path: Path) -> None:
    assert package(HERE, tmp_path).written() == made.deb.read_bytes()


def test_dpkg_reads_it(made: Made) -> None:
    ran = subprocess.run(["dpkg-deb", "--info", made.deb], capture_output=True, text=True, check=True, timeout=60)
    assert f"Architecture: {MACHINE}" in ran.stdout
    assert "python3 (>= 3.11~), python3 (<< 3.12~)" in ran.stdout


BESIDE = """\
etc/mosquitto/conf.d/firmware-host.conf
usr/bin/firmware-host
usr/lib/systemd/system/firmware-host-kiosk.service
usr/lib/systemd/system/firmware-host.service
usr/lib/sysusers.d/firmware-host.conf
usr/lib/udev/rules.d/61-firmware-host.rules
usr/share/doc/firmware-host/NEWS.gz
usr/share/doc/firmware-host/README.md
usr/share/doc/firmware-host/changelog.gz
usr/share/doc/firmware-host/copyright
usr/share/doc/firmware-host/devices.md
usr/share/doc/firmware-host/examples/mini-dice.toml
usr/share/doc/firmware-host/examples/mosquitto.conf
usr/share/doc/firmware-host/examples/poker.toml
usr/share/doc/firmware-host/examples/rights
usr/share/doc/firmware-host/install.md
usr/share/doc/firmware-host/mqtt.md
usr/share/doc/firmware-host/record.md
usr/share/doc/firmware-host/replace.md
usr/share/doc/firmware-host/running.md
usr/share/lintian/overrides/firmware-host
usr/share/man/man1/firmware-host.1.gz
"""


def test_every_file_is_roots_and_none_can_be_written_or_started_but_the_launcher(made: Made) -> None:
    plain = subprocess.run(["dpkg-deb", "--fsys-tarfile", made.deb], capture_output=True, check=True, timeout=60).stdout
    with tarfile.open(fileobj=io.BytesIO(plain)) as tar:
        entries = tar.getmembers()
    assert {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries} == {(0, 0, "root", "root")}
    assert {entry.mode for entry in entries if entry.isdir()} == {0o755}
    assert all(entry.isdir() or entry.isfile() for entry in entries)
    files = {entry.name.removeprefix("./"): entry.mode for entry in entries if entry.isfile()}
    assert {path for path, mode in files.items() if mode != 0o644} == {"usr/bin/firmware-host"}
    assert files["usr/bin/firmware-host"] == 0o755
    assert [path for path in files if not path.startswith("usr/lib/firmware-host/")] == BESIDE.splitlines()


def test_nothing_in_it_can_stand_in_for_hardware(made: Made) -> None:
    inside = {path.split("/")[3] for path in made.package.files if path.startswith("usr/lib/firmware-host/")}
    assert {"firmware_host", "drivers"} <= inside
    assert not inside & {"hil", "tests", "firmware_host_hil", *LEFT_OUT, "pip", "amqtt", "rich"}
    assert not [path for path in made.package.files if "/panel/ui/" in path or path.endswith((".pyc", ".c", ".h"))]


def test_the_pages_lead_to_one_another(made: Made) -> None:
    doc = "usr/share/doc/firmware-host"
    page = made.package.files[f"{doc}/install.md"].data.decode()
    assert "](running.md#a-day-at-the-table)" in page
    assert "](record.md#backup)" in made.package.files[f"{doc}/replace.md"].data.decode()


def test_no_path_or_address_of_the_making_machine_is_in_it(made: Made) -> None:
    here = str(CLONE).encode()
    assert not [path for path, file in made.package.files.items() if here in file.data or "direct_url.json" in path]


@needs("lintian")
def test_lintian_finds_nothing(made: Made) -> None:
    ran = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", str(made.deb)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ran.returncode, ran.stdout) == (0, "")


@needs("systemd-analyze")
@pytest.mark.parametrize(("unit", "most"), [("firmware-host", 1.8), ("firmware-host-kiosk", 3.0)])
def test_the_units_are_shut(made: Made, tmp_path: Path, unit: str, most: float) -> None:
    path = tmp_path / f"{unit}.service"
    path.write_bytes(made.package.files[f"usr/lib/systemd/system/{unit}.service"].data)
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(path)]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", ran.stdout)
    assert found is not None
    assert float(found[1]) <= most


async def test_debians_mosquitto_accepts_the_drop_in_and_answers_this_board_alone(made: Made, tmp_path: Path) -> None:
    (tmp_path / "conf.d").mkdir()
    drop_in = made.package.files["etc/mosquitto/conf.d/firmware-host.conf"].data
    (tmp_path / "conf.d" / "firmware-host.conf").write_bytes(drop_in)
    debian = f"user root\npersistence true\npersistence_location {tmp_path}/\nlog_dest stderr\n"
    (tmp_path / "mosquitto.conf").write_text(f"{debian}include_dir {tmp_path}/conf.d\n")
    port = free_port()
    words = ("-c", str(tmp_path / "mosquitto.conf"), "-p", str(port))
    broker = await asyncio.create_subprocess_exec("mosquitto", *words, stderr=asyncio.subprocess.PIPE)
    assert broker.stderr is not None
    said = b""
    try:
        async with asyncio.timeout(20):
            while b" running\n" not in said and (line := await broker.stderr.readline()):
                said += line
        listening = _listening()
    finally:
        await stopped(broker)
    assert b" running\n" in said, said
    assert b"local only mode" in said
    assert {address for address in listening if address.endswith(f":{port:04X}")} == {f"0100007F:{port:04X}"}


def _listening() -> set[str]:
    return {line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]}


@pytest.fixture(scope="module")
def board(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallDebian]:
    if sys.version_info[:2] != HERE.python or not Path("/usr/bin/python3.11").exists():
        pytest.skip("this machine is not the Debian that the package is for")
    root = tmp_path_factory.mktemp("board")
    for folder in (root, *root.parents[:3]):
        folder.chmod(0o711)
    debian = copied(root)
    shutil.copy(made.deb, root / "root/now.deb")
    for name, version in (("older", "0.1.0+deb12"), ("newer", "9.0.0+deb12")):
        (root / f"root/{name}.deb").write_bytes(at_version(made.package, version).written())
    yield debian
    shutil.rmtree(root)


@needs_root
def test_its_life_on_a_board(board: SmallDebian) -> None:
    """Install, commission, upgrade, refuse a downgrade, remove, purge: the record is there at the end."""
    installed = board.run("dpkg", "-i", "/root/now.deb")
    assert installed.returncode == 0, installed.stderr
    assert "Next: sudo firmware-host init" in installed.stdout
    assert board.mode("/var/lib/firmware-host") == ("firmware-host", "firmware-host", 0o700)
    assert board.mode("/etc/firmware-host") == ("root", "root", 0o755)
    assert "firmware-host:x:" in board.path("/etc/group").read_text()
    two = ("--supervisor", "pit-1", "--supervisor", "pit-2", "--shuffler-serial", "SH-1", "--json")
    named = ("--house", "casino-1", "--table", "poker-7", *two)
    ran = board.run("firmware-host", "init", *named, answers=PINS)
    assert ran.returncode == 0, ran.stderr
    assert "casino supervisors: pit-1, pit-2" in json.loads(ran.stdout)["done"]
    assert board.mode("/etc/firmware-host/table.toml") == ("root", "firmware-host", 0o640)
    record = {path.name: board.mode(f"/var/lib/firmware-host/{path.name}") for path in _record(board)}
    assert "pins.json" in record
    assert set(record.values()) == {("firmware-host", "firmware-host", 0o600)}
    key = board.run("firmware-host", "journal", "key", "--json", "/var/lib/firmware-host").stdout
    upgraded = board.run("dpkg", "-i", "/root/newer.deb")
    assert upgraded.returncode == 0, upgraded.stderr
    assert board.run("firmware-host", "journal", "key", "--json", "/var/lib/firmware-host").stdout == key
    refused = board.run("dpkg", "-i", "/root/now.deb")
    assert refused.returncode != 0
    assert "is older than the installed version" in refused.stderr
    assert "ok installed" in _status(board)
    assert "9.0.0" in _status(board)
    removed = board.run("dpkg", "-r", "firmware-host")
    assert removed.returncode == 0, removed.stderr
    assert not board.path("/usr/lib/firmware-host").exists()
    refused = board.run("dpkg", "-i", "/root/now.deb")
    assert refused.returncode != 0
    assert "is older than 9.0.0+deb12, which was installed here" in refused.stderr
    purged = board.run("dpkg", "-P", "firmware-host")
    assert purged.returncode == 0, purged.stderr
    assert "/var/lib/firmware-host is kept, with its record or its keys" in purged.stderr
    assert {path.name for path in _record(board)} == set(record)
    again = board.run("dpkg", "-i", "/root/newer.deb")
    assert again.returncode == 0, again.stderr
    assert board.run("firmware-host", "journal", "key", "--json", "/var/lib/firmware-host").stdout == key
    shutil.rmtree(board.path("/var/lib/firmware-host"))
    shutil.rmtree(board.path("/etc/firmware-host"))
    assert board.run("dpkg", "-P", "firmware-host").returncode == 0
    assert [path for path in board.root.rglob("*firmware-host*") if path.parent.name != "root"] == []


def _record(board: SmallDebian) -> list[Path]:
    return sorted(path for path in board.path("/var/lib/firmware-host").iterdir() if path.is_file())


def _status(board: SmallDebian) -> str:
    return board.run("dpkg-query", "-W", "-f", "${Status} ${Version}", "firmware-host").stdout
