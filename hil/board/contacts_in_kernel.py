"""Contacts of the virtual board: drives the simulated GPIO chip by sysfs, and tells the world what its outputs show."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import gpiod
import msgspec
from gpiod.line import Direction

from hil.board.initramfs import CHIP_LABEL
from hil.pins.score import Score
from hil.pins.wire import Driven, Level, Output, Snapshot, line

SYSFS: Final = Path("/sys/devices/platform")

HEADER: Final = range(28)
"""The lines of the chip that are on a Pi's header."""

LOOK_S: Final = 0.02
"""How often outputs are looked at: a lamp's shortest pulse lasts 80 ms."""

PRIORITY: Final = 10
"""The priority of real time at which contacts move: the product must not delay the world."""


class KernelContacts:
    """
    The contacts of the board.

    A claim with a pull-up overwrites the level of a contact that is closed already, as no real pull-up can. So every
    change of a line's settings is followed by driving the line again.
    """

    def __init__(self) -> None:
        self._folder = next(SYSFS.glob("gpio-sim.*/gpiochip*/sim_gpio0")).parent
        self._chip = gpiod.Chip(chip_path())
        self._pulls = {pin: os.open(self._folder / f"sim_gpio{pin}" / "pull", os.O_WRONLY) for pin in HEADER}
        self._values = {pin: os.open(self._folder / f"sim_gpio{pin}" / "value", os.O_RDONLY) for pin in HEADER}
        self._levels: dict[int, Level] = {}
        self._outputs: set[int] = set()
        self._lock = threading.Lock()
        for pin in HEADER:
            self._chip.watch_line_info(pin)
        threading.Thread(target=self._hold, name="hold", daemon=True).start()

    def follow(self, lines: Iterable[bytes], send: Callable[[bytes], None]) -> None:
        """Move contacts as the world says, each at its time, until the connection ends; tell it of outputs."""
        stop = threading.Event()
        showing = threading.Thread(target=self._show, args=(send, stop), daemon=True)
        score: Score | None = None
        ahead_s = 0.0
        decode = msgspec.json.Decoder(Driven).decode
        try:
            with suppress(OSError):
                for received in lines:
                    if score is None:
                        snapshot = msgspec.json.decode(received, type=Snapshot)
                        ahead_s = time.monotonic() - snapshot.now_s
                        self._begin(snapshot)
                        score = Score(self._play, begin=first_of_all, keeps_gaps=True)
                        showing.start()
                    elif received.endswith(b"\n"):
                        driven = decode(received)
                        score.add(msgspec.structs.replace(driven, at_s=driven.at_s + ahead_s + LATE_S))
        finally:
            stop.set()
            if score is not None:
                score.end()
                showing.join()

    def make_edges(self, pin: int, count: int, *, every_s: float) -> float:
        """Toggle a contact that is open, this many times, on this thread; return how long it took."""
        first_of_all()
        began_s = time.monotonic()
        for number in range(count):
            while (early_s := began_s + number * every_s - time.monotonic()) > 0:
                time.sleep(early_s)
            self._drive(pin, 1 if number % 2 else 0)
        return time.monotonic() - began_s

    def _begin(self, snapshot: Snapshot) -> None:
        with self._lock:
            self._levels = dict(snapshot.levels)
            for pin, level in self._levels.items():
                self._drive(pin, level)

    def _play(self, driven: Driven) -> None:
        level = driven.level
        with self._lock:
            self._levels[driven.pin] = level if driven.edges % 2 else _other(level)
            for _ in range(driven.edges):
                self._drive(driven.pin, level)
                level = _other(level)

    def _drive(self, pin: int, level: Level) -> None:
        if pin in self._pulls:
            os.pwrite(self._pulls[pin], b"pull-up" if level else b"pull-down", 0)

    def _hold(self) -> None:
        first_of_all()
        while True:
            now = self._chip.read_info_event().line_info
            with self._lock:
                # A line that was given back keeps its level, and is looked at until it is an input.
                if now.used and now.direction is Direction.OUTPUT:
                    self._outputs.add(now.offset)
                elif now.direction is Direction.INPUT:
                    if now.used:
                        self._outputs.discard(now.offset)
                    if (level := self._levels.get(now.offset)) is not None:
                        self._drive(now.offset, level)

    def _show(self, send: Callable[[bytes], None], stop: threading.Event) -> None:
        shown: dict[int, Level] = {}
        with suppress(OSError, socket.error):
            while not stop.wait(LOOK_S):
                for pin in tuple(self._outputs):
                    level: Level = 1 if os.pread(self._values[pin], 1, 0) == b"1" else 0
                    if shown.get(pin) != level:
                        shown[pin] = level
                        send(line(Output(pin=pin, output=level)))


LATE_S: Final = 0.02
"""Every movement is this much later inside, so that all of them arrive before they are due."""


def chip_path() -> str:
    """Return the device of the chip that stands for the header."""
    for path in sorted(Path("/dev").glob("gpiochip*")):
        with gpiod.Chip(str(path)) as chip:
            if chip.get_info().label == CHIP_LABEL:
                return str(path)
    raise FileNotFoundError(f"no GPIO chip {CHIP_LABEL}")


def first_of_all() -> None:
    """Run this thread before every ordinary one."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))


def _other(level: Level) -> Level:
    return 0 if level else 1
