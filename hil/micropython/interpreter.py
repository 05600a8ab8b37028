"""MicroPython's unix port from Debian trixie, kept in a cache folder beside the system's own programs.

Debian 12 has no MicroPython, and trixie's needs trixie's C library, which is fetched with it. The program starts by
trixie's own dynamic loader.
"""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hil.debian_archive import NotFetchedError, Suite, cache_folder

SUITE = "trixie"


class NoInterpreterError(Exception):
    """MicroPython cannot be had on this machine. The text says why."""


def command() -> list[str]:
    """What starts MicroPython: the loader, where its libraries are, and the program. Fetches it the first time."""
    here = cache_folder() / f"micropython-{SUITE}"
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
    apt, new = here / "apt", here / "tree.new"
    for left in (apt, new):
        shutil.rmtree(left, ignore_errors=True)
    try:
        suite = Suite(SUITE, apt)
        suite.fetch("micropython", with_depends=True)
        suite.unpack(new)
    except NotFetchedError as why:
        raise NoInterpreterError(f"no MicroPython from {SUITE}: {why}") from None
    new.rename(here / "tree")
    shutil.rmtree(apt)
