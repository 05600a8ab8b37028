"""Writing files: small ones in full, and output that is complete or not there at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from firmware_host.errors import UserError


def write(file: int, data: bytes) -> None:
    """Write all of it. Raises `OSError` where that cannot be: what was taken by then is no file to go by."""
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]


@contextmanager
def output(path: Path | None) -> Iterator[BinaryIO]:
    """
    Give what to write to: standard output where there is no path.

    A path that is no ordinary file, such as a pipe or a device, is written to as it is: it is not to be replaced.
    """
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        there = path.resolve()
        with there.open("wb") if there.exists() and not there.is_file() else _renamed(there) as file:
            yield file
    except OSError as error:
        raise UserError(f"cannot write {path} ({error.strerror}); nothing was left there") from error


@contextmanager
def _renamed(path: Path) -> Iterator[BinaryIO]:
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
