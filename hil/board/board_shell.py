"""A shell on a virtual board that tests left running: each line that is typed runs on the board."""

import asyncio
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from hil.board.guest import BoardTrouble, Guest
from hil.board.machine import Machine

PROMPT = "board# "


_LEFT: list[Machine] = []
"""A machine that is left running must not be taken for one that was forgotten."""


def left_running(machine: Machine, file: Path) -> None:
    """Write down where a machine is that is left running."""
    _LEFT.append(machine)
    kept = {"process": machine.process, "port": machine.port, "folder": str(machine.folder)}
    file.write_text(json.dumps(kept), encoding="utf-8")


@contextmanager
def kept_board() -> Iterator[Path]:
    """Give the file in which tests say what they left running; end that, and remove its folder."""
    with tempfile.TemporaryDirectory(prefix="board-kept-") as folder:
        file = Path(folder, "machine.json")
        try:
            yield file
        finally:
            if file.exists():
                kept = json.loads(file.read_text(encoding="utf-8"))
                with suppress(ProcessLookupError):
                    os.kill(kept["process"], signal.SIGKILL)
                shutil.rmtree(kept["folder"], ignore_errors=True)


def shell(file: Path) -> None:
    """Run what is typed on the board, until an empty line or the end of the input."""
    if not file.exists():
        print("no board is running: the tests were skipped")
        return
    kept = json.loads(file.read_text(encoding="utf-8"))
    print(f"The board runs; its files are in {kept['folder']}. An empty line switches it off.")
    guest = Guest(Attached(kept["port"]))
    with suppress(EOFError, KeyboardInterrupt):
        while line := input(PROMPT).strip():
            try:
                print(asyncio.run(guest.runs("/bin/sh", "-c", line)).out, end="")
            except (OSError, TimeoutError, BoardTrouble) as error:
                print(f"the board does not answer: {error}")


class Attached:
    """A machine that another process has started."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.running = True

    def words(self, lines: int = 0) -> str:
        """Return nothing: its console is with the tests."""
        del lines
        return ""
