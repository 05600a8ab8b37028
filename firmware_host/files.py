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
