"""
The live picture of `firmware-host pins watch`.

It takes the pins for itself: a line has one owner, and a controller that shared its inputs with a tool could miss an
edge of a round. What runs is stopped first, and this says so.
"""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Protocol

from drivers.pins.board import ALLOWED_PINS, Board, Edge
from drivers.pins.errors import PinTrouble, PinUnavailable
from drivers.pins.study import Study
from firmware_host import config
from firmware_host.trouble import Trouble

REDRAW_S = 0.1
"""Ten times a second: faster than an eye, slower than a storm on a line."""


class Watched:
    """One input: its name, its study, and whether it moved since it was last shown."""

    def __init__(self, pin: int, name: str) -> None:
        self.pin = pin
        self.name = name
        self.study = Study(level=True)
        self.moved = False
        self.flooded = False

    def heard(self, edge: Edge) -> None:
        self.study.edge(level=edge.level, at_ms=edge.at_ms)
        self.moved = True

    def flood(self, _pin: int, _at_ms: int) -> None:
        self.flooded = True
        self.moved = True

    def words(self) -> dict[str, object]:
        """Say all there is to say, for programs and for the picture alike."""
        movement, worst, train = self.study.movement, self.study.worst, self.study.train
        return {
            "pin": self.pin,
            "name": self.name,
            "closed": not self.study.level,
            "edges": self.study.edges,
            "bounces": movement.bounces if movement else 0,
            "bounced_ms": movement.lasted_ms if movement else 0,
            "worst_bounces": worst.bounces if worst else 0,
            "pulses": train.pulses if train else 0,
            "train_ms": train.length_ms if train else 0,
            "rest_ms": train.rest_ms if train else None,
            "flooded": self.flooded,
        }


class Screen(Protocol):
    """Told of the inputs ten times a second."""

    def show(self, inputs: tuple[Watched, ...]) -> None:
        """Show what moved."""
        ...


def watch(path: Path | None, *, as_json: bool, seconds: float | None) -> int:
    """Show the inputs until Ctrl-C. Raises `Trouble` when they are not to be had."""
    names = _inputs(path)
    with ExitStack() as stack:
        try:
            board = stack.enter_context(Board.open())
            asyncio.run(_watch(board, names, _screen(stack, as_json=as_json), seconds))
        except PinUnavailable as trouble:
            raise Trouble(f"{trouble}; if the controller of this table runs, stop it first: it owns its pins") from None
        except PinTrouble as trouble:
            raise Trouble(str(trouble)) from None
    return 0


def _inputs(path: Path | None) -> dict[int, str]:
    if path is None:
        return dict.fromkeys(sorted(ALLOWED_PINS), "-")
    read = config.read(path)
    return dict(read.devices.inputs(dice=read.table.mini_dice is not None))


async def _watch(board: Board, names: Mapping[int, str], screen: Screen, seconds: float | None) -> None:
    inputs = tuple(Watched(pin, name) for pin, name in names.items())
    for each in inputs:
        watch = board.watch(each.pin, name=each.name, pull_up=True, on_edge=each.heard, on_flood=each.flood)
        each.study = Study(level=watch.level)
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    ends_s = None if seconds is None else time.monotonic() + seconds
    screen.show(inputs)
    while not over.is_set() and (ends_s is None or time.monotonic() < ends_s):
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), REDRAW_S)
        screen.show(inputs)


class Lines:
    """A line for each input at first, then for each that moved."""

    def __init__(self, say: Callable[[Watched], str]) -> None:
        self._say = say
        self._first = True

    def show(self, inputs: tuple[Watched, ...]) -> None:
        for each in inputs:
            if self._first or each.moved:
                each.moved = False
                print(self._say(each), flush=True)
        self._first = False


def plain(each: Watched) -> str:
    """
    Say it in one line.

    >>> plain(Watched(2, "the dock switch"))
    'GPIO 2   the dock switch                       open    0 edges'
    """
    said = each.words()
    line = f"GPIO {each.pin:<3} {each.name:<37} {'closed' if said['closed'] else 'open':<7} {said['edges']} edges"
    if said["bounces"]:
        line += f", {said['bounces']} bounces in {said['bounced_ms']} ms"
    if said["pulses"]:
        rest = "" if said["rest_ms"] is None else f" after {said['rest_ms']} ms"
        line += f"; train of {said['pulses']} in {said['train_ms']} ms{rest}"
    return f"{line}; FLOODS, no longer listened to" if each.flooded else line


def _screen(stack: ExitStack, *, as_json: bool) -> Screen:
    import sys  # noqa: PLC0415 - only here is it asked what is on the other end

    if as_json:
        return Lines(lambda each: json.dumps(each.words()))
    if not sys.stdout.isatty():
        return Lines(plain)
    try:
        from firmware_host.commands.pins_picture import Picture  # noqa: PLC0415 - only a terminal pays for it
    except ImportError:
        return Lines(plain)
    return stack.enter_context(Picture())
