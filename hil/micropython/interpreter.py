"""MicroPython's unix port from Debian trixie, kept in a cache folder beside the system's own programs.

Debian 12 has no MicroPython, and trixie's needs trixie's C library. apt downloads both, and checks them by Debian's
keys, from the mirror of this machine's own configuration; nothing is installed. The program starts by trixie's own
dynamic loader.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SUITE = "trixie"
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_PATIENCE_S = 240


class NoInterpreterError(Exception):
    """MicroPython cannot be had on this machine. The text says why."""


def folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "firmware-host" / f"micropython-{SUITE}"


def command() -> list[str]:
    """What starts MicroPython: the loader, where its libraries are, and the program. Fetches it the first time."""
    here = folder()
    try:
        here.mkdir(parents=True, exist_ok=True)
        with _alone(here / "lock"):
            if not (here / "tree").is_dir():
                _fetch(here)
    except OSError as e:
        raise NoInterpreterError(f"cannot use the cache folder {here}: {e}") from e
    tree = here / "tree"
    loaders = sorted(tree.glob("usr/lib/*-linux-*/ld-linux*.so.*"))
    if not loaders:
        raise NoInterpreterError(f"no dynamic loader in {tree}: remove that folder, and try again")
    return [str(loaders[0]), "--library-path", str(loaders[0].parent), str(tree / "usr/bin/micropython")]


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one process fetch, while others that want the same wait."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fetch(here: Path) -> None:
    for program in ("apt-get", "dpkg-deb"):
        if shutil.which(program) is None:
            raise NoInterpreterError(f"no {program} on this machine: MicroPython comes as a Debian package")
    if not KEYS.exists():
        raise NoInterpreterError(f"no {KEYS}: install debian-archive-keyring")
    apt = here / "apt"
    for name in ("state/lists/partial", "cache/archives/partial"):
        (apt / name).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    (apt / "sources.list").write_text(f"deb [signed-by={KEYS}] {_mirror()} {SUITE} main\n")
    settings = [
        f"Dir::Etc::sourcelist={apt}/sources.list",
        "Dir::Etc::sourceparts=/dev/null",
        "Dir::Etc::preferences=/dev/null",
        "Dir::Etc::preferencesparts=/dev/null",
        f"Dir::State={apt}/state",
        f"Dir::State::status={apt}/status",
        f"Dir::Cache={apt}/cache",
        "Acquire::Languages=none",
        "Acquire::Retries=1",
        "Acquire::http::Timeout=20",
        "Debug::NoLocking=1",
        f"APT::Sandbox::User={'root' if os.geteuid() == 0 else ''}",
    ]
    get = ["apt-get", "--quiet", "--quiet", *(part for setting in settings for part in ("--option", setting))]
    _run([*get, "update", "--error-on=any"])
    _run([*get, "install", "--download-only", "--yes", "--no-install-recommends", "micropython"])
    new = here / "tree.new"
    shutil.rmtree(new, ignore_errors=True)
    for package in sorted((apt / "cache/archives").glob("*.deb")):
        _run(["dpkg-deb", "--extract", str(package), str(new)])
    new.rename(here / "tree")
    shutil.rmtree(apt)


def _mirror() -> str:
    """The Debian mirror that this machine takes its own packages from."""
    told = _run(["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"])
    for line in told.splitlines():
        if line.rstrip("/").endswith("/debian"):
            return line.strip()
    raise NoInterpreterError("apt has no Debian mirror configured on this machine")


def _run(arguments: list[str]) -> str:
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as e:
        raise NoInterpreterError(f"{arguments[0]} took longer than {_PATIENCE_S} s") from e
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise NoInterpreterError(f"cannot fetch MicroPython: {lines[-1] if lines else arguments[0] + ' failed'}")
    return done.stdout
