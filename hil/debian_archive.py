"""
Debian packages for the bench: fetched and unpacked into a folder of their own, never installed.

apt fetches them from the machine's own mirror, with lists and archives of its own. So apt's signatures prove them, and
the machine's lists stay as they are.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

KEYRING: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

FETCH_S: Final = 300.0

RELEASES: Final = frozenset(("bookworm", "trixie", "forky", "sid", "oldstable", "stable", "testing", "unstable"))
"""The releases that Debian's own archive has, beside those for security and updates."""


class NotFetchedError(Exception):
    """The packages cannot be had on this machine; the message says why, and what to do."""


def cache_folder() -> Path:
    """Return this user's folder for what is fetched once."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "firmware-host"


class Suite:
    """One suite of Debian's archive, in an empty folder. Raises NotFetchedError where apt or its keys are missing."""

    def __init__(self, name: str, folder: Path, *, architecture: str = "") -> None:
        """`architecture` is the machine's own where it is empty."""
        self._folder = folder
        for needed in ("state/lists/partial", "cache/archives/partial"):
            (folder / needed).mkdir(parents=True)
        (folder / "status").touch()
        sources = folder / "sources.list"
        sources.write_text(f"deb [signed-by={KEYRING}] {mirror()} {name} main\n", encoding="utf-8")
        settings = (
            f"Dir::Etc::sourcelist={sources}",
            "Dir::Etc::sourceparts=-",
            "Dir::Etc::preferences=/dev/null",
            "Dir::Etc::preferencesparts=-",
            f"Dir::State={folder / 'state'}",
            f"Dir::State::status={folder / 'status'}",
            f"Dir::Cache={folder / 'cache'}",
            f"APT::Sandbox::User={'root' if os.geteuid() == 0 else ''}",
            *((f"APT::Architecture={architecture}",) if architecture else ()),
            "Acquire::Languages=none",
            "Acquire::Retries=3",
            "Acquire::http::Timeout=20",
            "Debug::NoLocking=1",
        )
        self._options = tuple(word for setting in settings for word in ("-o", setting))
        self._apt("apt-get", "update", "--error-on=any")

    def depends(self, package: str) -> str:
        """Return what apt says of a package's dependencies."""
        return self._apt("apt-cache", "depends", package)

    def fetch(self, *packages: str, with_depends: bool = False) -> None:
        """Fetch packages, as if nothing were installed where their dependencies come along."""
        if with_depends:
            self._apt("apt-get", "install", "--download-only", "--yes", "--no-install-recommends", *packages)
        else:
            self._apt("apt-get", "download", *packages)

    def unpack(self, into: Path) -> None:
        """Unpack all that was fetched."""
        for package in sorted(self._folder.rglob("*.deb")):
            _run("dpkg-deb", "--extract", str(package), str(into))

    def _apt(self, program: str, *arguments: str) -> str:
        return _run(program, *self._options, *arguments, cwd=self._folder)


def mirror() -> str:
    """Return the address of Debian's archive in the machine's own configuration of apt."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise NotFetchedError("it comes as a Debian package, and this machine has no apt")
    if not KEYRING.exists():
        raise NotFetchedError(f"{KEYRING} is missing; install debian-archive-keyring")
    # Without release information apt answers from its configuration alone, also where it has no lists yet.
    listed = _run("apt-get", "indextargets", "--no-release-info", "--format", "$(CREATED_BY) $(RELEASE) $(REPO_URI)")
    for line in listed.splitlines():
        kind, release, address = [*line.split(" ", 2), "", ""][:3]
        if kind == "Packages" and release in RELEASES:
            return address
    raise NotFetchedError("apt names no archive of Debian on this machine; add one to its sources")


def _run(program: str, *arguments: str, cwd: Path | None = None) -> str:
    try:
        ran = subprocess.run(
            (program, *arguments), cwd=cwd, capture_output=True, text=True, check=False, timeout=FETCH_S
        )
    except subprocess.TimeoutExpired:
        raise NotFetchedError(f"it did not arrive within {FETCH_S:g} s") from None
    if ran.returncode != 0:
        last = (ran.stderr.strip() or ran.stdout.strip() or f"{program} ended with {ran.returncode}").splitlines()[-1]
        raise NotFetchedError(last)
    return ran.stdout
