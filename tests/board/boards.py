"""Boards for tests: one for all, or one of a test's own; their consoles are kept for what fails."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from hil.board.kernel import BoardMissing
from hil.board.machine import Machine

MACHINES: list[Machine] = []
"""The boards that run, for their words after a failure."""


def needs_device_mapper() -> None:
    """Skip the test where the program that sets up failing and logging disks is missing."""
    if shutil.which("dmsetup", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))) is None:
        pytest.skip("dmsetup is not installed: apt-get install dmsetup")


@contextmanager
def machine_here(*, keep: bool = False) -> Iterator[Machine]:
    """Have a board of its own, switched off; skip the test where none can be had. One to `keep` is left running."""
    folder = tempfile.mkdtemp(prefix="board-")
    with ExitStack() as stack:
        if not keep:
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            machine = Machine(Path(folder).resolve())
        except BoardMissing as why:
            pytest.skip(f"no virtual board: {why}")
        MACHINES.append(machine)
        try:
            yield machine
        finally:
            MACHINES.remove(machine)
            if not keep:
                machine.off()
