"""The wheels of one target: downloaded for it by the lock's hashes, and unpacked without running anything of it."""

import hashlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from packaging.markers import default_environment
from packaging.requirements import Requirement

from firmware_host.errors import UserError
from hil.environment import CLONE

LOCK = CLONE / "firmware_host" / "requirements.lock"

CACHE = CLONE / ".venv" / "package-wheels"
"""Kept between two runs; every file is checked by its hash before it is used."""

LEFT_OUT = frozenset({"setuptools", "pycparser"})
"""Named by packages that import it only while they are built: colorzero, and cffi."""

WITHOUT_WHEEL = frozenset({"lgpio"})
"""Left out where it has no wheel: another pin factory serves there."""

OLDEST_GLIBC, ENOUGH_S = 5, 600


@dataclass(frozen=True, slots=True)
class Target:
    """A Debian release and an architecture."""

    release: str
    number: int
    python: tuple[int, int]
    glibc: int
    architecture: str

    @property
    def machine(self) -> str:
        """Return the machine's name in wheels."""
        return {"amd64": "x86_64", "arm64": "aarch64"}[self.architecture]

    @property
    def tag(self) -> str:
        """Return the Python of the release as wheels name it."""
        return f"cp{self.python[0]}{self.python[1]}"

    def __str__(self) -> str:
        return f"{self.release}-{self.architecture}"


RELEASES = {"bookworm": (12, (3, 11), 36), "trixie": (13, (3, 13), 41)}
ARCHITECTURES = ("amd64", "arm64")
TARGETS = tuple(
    Target(release, *RELEASES[release], architecture) for release in RELEASES for architecture in ARCHITECTURES
)


class NoIndexError(UserError):
    """The wheels are not at hand, and no package index can be reached."""


def wheels(target: Target) -> tuple[Path, ...]:
    """Return the wheels of this target, each as the lock has it. Raises `NoIndexError`."""
    folder = CACHE / str(target)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = dict(_wanted(target))
    there = _at_hand(folder, wanted)
    if missing := [name for name in wanted if name not in there]:
        _download(target, {name: wanted[name] for name in missing}, folder)
        there = _at_hand(folder, wanted)
    missing = [name for name in wanted if name not in there and name not in WITHOUT_WHEEL]
    if missing:
        raise UserError(f"no wheel for {target}: {', '.join(missing)}")
    return tuple(path for _, path in sorted(there.items()))


def _wanted(target: Target) -> Iterator[tuple[str, str]]:
    """Yield the name and the block of each package in the lock that this target needs."""
    environment: dict[str, str] = {
        **{key: str(value) for key, value in default_environment().items()},
        "platform_machine": target.machine,
        "sys_platform": "linux",
        "python_version": ".".join(map(str, target.python)),
        "python_full_version": f"{'.'.join(map(str, target.python))}.0",
    }
    for block in re.split(r"\n(?=[a-z0-9])", LOCK.read_text()):
        head = block.partition("\\")[0].strip()
        if head.startswith("#"):
            continue
        needed = Requirement(head)
        if needed.name not in LEFT_OUT and (needed.marker is None or needed.marker.evaluate(environment)):
            yield needed.name, block.replace(head, f"{needed.name}{needed.specifier}").strip()


def _at_hand(folder: Path, wanted: dict[str, str]) -> dict[str, Path]:
    """Return the wheels in the folder whose hash is in the lock."""
    found = {}
    for path in sorted(folder.glob("*.whl")):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        found.update({name: path for name, block in wanted.items() if f"sha256:{digest}" in block})
    return found


def _download(target: Target, wanted: dict[str, str], folder: Path) -> None:
    """Download each by itself where one of them may have no wheel."""
    sure = {name: block for name, block in wanted.items() if name not in WITHOUT_WHEEL}
    if sure and (failed := _pip(target, sure, folder)):
        if re.search(r"No matching distribution|Could not find a version", failed) and "Retrying" not in failed:
            raise UserError(f"no wheel for {target}: {failed.strip().splitlines()[-1]}")
        raise NoIndexError(f"cannot download the wheels of {target} ({failed.strip().splitlines()[-1]})")
    for name in sorted(WITHOUT_WHEEL & wanted.keys()):
        _pip(target, {name: wanted[name]}, folder)


def _pip(target: Target, wanted: dict[str, str], folder: Path) -> str:
    """Run pip for another machine than this one; return what it said if it failed."""
    lock = folder / "wanted.lock"
    lock.write_text("\n".join(wanted.values()) + "\n")
    manylinux = [f"manylinux_2_{glibc}" for glibc in range(target.glibc, OLDEST_GLIBC - 1, -1)]
    platforms = [*manylinux, "manylinux2014", "manylinux2010", "manylinux1", "linux"]
    words = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--dest", str(folder), "-r", str(lock)]
    words += ["--implementation", "cp", "--python-version", ".".join(map(str, target.python))]
    words += [word for abi in (target.tag, "abi3", "none") for word in ("--abi", abi)]
    words += [word for name in platforms for word in ("--platform", f"{name}_{target.machine}")]
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "--no-input", "--quiet", *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=ENOUGH_S,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {ENOUGH_S} s"
    finally:
        lock.unlink()
    return (ran.stderr or "pip failed") if ran.returncode else ""


def unpacked(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path below site-packages and the content of each file to install."""
    with zipfile.ZipFile(wheel) as archive:
        for name in sorted(archive.namelist()):
            path = PurePosixPath(name)
            if name.endswith("/"):
                continue
            if path.parts[0].endswith(".data"):
                if path.parts[1] not in ("purelib", "platlib"):
                    continue
                path = PurePosixPath(*path.parts[2:])
            yield str(path), archive.read(name)
