"""Writing files: complete writes, and output files that appear only once they are complete."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from firmware_host.errors import UserError


def write(file: int, data: bytes) -> None:
    """Write all of `data`. After an `OSError` the file may hold a part of it; do not use that file."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


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
