"""Files written completely, and replaced only once they are complete."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from firmware_host.errors import UserError

PRIVATE = 0o600


def write(file: int, data: bytes) -> None:
    """Write all of `data`. After an `OSError` the file may hold a part of it; do not use that file."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


def replace(path: Path, data: bytes, *, before: Callable[[int], None] = lambda _: None, durable: bool = True) -> None:
    """
    Replace a file atomically: a reader, or a start after a crash, sees the old file or the new one.

    The new file is private. `before` is called with its descriptor before it takes its place, to change its owner and
    mode. Raises `OSError`; then the old file is left. Without `durable` a power cut may bring back the old file.
    """
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
        try:
            write(file, data)
            before(file)
            if durable:
                os.fsync(file)
        finally:
            os.close(file)
        fresh.replace(path)
        if durable:
            sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make the names of the files in a folder durable, as after a rename."""
    entries = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)


def give_to_owner_of(folder: Path, file: int) -> None:
    """
    As root, give a new file to the owner of the data folder.

    A file that is theirs already is left alone: a filter of system calls may end a process that asks for more.
    """
    if os.geteuid() != 0:
        return
    owner, now = folder.stat(), os.fstat(file)
    if (now.st_uid, now.st_gid) != (owner.st_uid, owner.st_gid):
        os.fchown(file, owner.st_uid, owner.st_gid)


@contextmanager
def output(path: Path | None) -> Iterator[BinaryIO]:
    """
    Yield the file to write to: standard output if there is no path.

    A pipe or a device is written to directly. An ordinary file is replaced only once the output is complete.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        target = path.resolve()
        with target.open("wb") if target.exists() and not target.is_file() else _replacing(target) as file:
            yield file
    except OSError as error:
        raise UserError(
            f"cannot write {path} ({error.strerror}); no partial file was left; give another file"
        ) from error


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    with beside.open("xb") as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
