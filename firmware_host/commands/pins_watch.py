"""
The live picture of `firmware-host pins watch`.

It takes the pins for itself: a line has one owner, and a controller that shared its inputs with a tool could miss an
edge of a round. What runs is stopped first, and this says so.
"""

import asyncio
import json
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Protocol

from drivers.dice_shaker.shakes import ShakeTally
from drivers.pins.board import ALLOWED_PINS, Board, Edge
from drivers.pins.input_stats import InputStats
from drivers.pins.pin_errors import PinTrouble, PinUnavailable
from firmware_host.config import load
from firmware_host.devices.devices_config import ShakesConfig
from firmware_host.devices.shaker import terms
from firmware_host.errors import UserError

REDRAW_S = 0.1

"""Ten times a second: faster than an eye, slower than a storm on a line."""


class Watched:
    """One input: its name, its study, and whether it moved since it was last shown."""

    def __init__(self, pin: int, name: str, shakes: ShakesConfig | None = None) -> None:
        """`shakes` are the table's own terms, where this is its shake sensor."""
        self.pin = pin
        self.name = name
        self._shakes = shakes
        self.study = InputStats(level=True)
        self.tally: ShakeTally | None = None
        self.moved = False
        self.flooded = False

    def begin(self, *, level: bool) -> None:
        """Study it from here on."""
        self.study = InputStats(level=level)
        if self._shakes is not None:
            self.study = InputStats(level=level, train_gap_ms=self._shakes.rest_ms)
            self.tally = ShakeTally(level=level, terms=terms(self._shakes), settle_ms=self._shakes.settle_ms)

    def heard(self, edge: Edge) -> None:
        self.study.edge(level=edge.level, at_ms=edge.at_ms)
        if self.tally is not None:
            self.tally.edge(level=edge.level, at_ms=edge.at_ms)
        self.moved = True

    def settle(self, now_ms: int) -> None:
        """Let a shake be over that is."""
        if self.tally is not None:
            before = self.tally.shakes
            self.tally.settle(now_ms)
            self.moved = self.moved or self.tally.shakes != before

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
            **self._counted(),
        }

    def _counted(self) -> dict[str, object]:
        if self.tally is None or self._shakes is None:
            return {}
        return {"settle_ms": self._shakes.settle_ms, "believed": self.tally.pulses, "shakes": self.tally.shakes}


class Screen(Protocol):
    """Told of the inputs ten times a second."""

    def show(self, inputs: tuple[Watched, ...]) -> None:
        """Show what moved."""
        ...


def watch(path: Path | None, *, as_json: bool, seconds: float | None) -> int:
    """Show the inputs until Ctrl-C. Raises `Trouble` when they are not to be had."""
    inputs = _inputs(path)
    with ExitStack() as stack:
        try:
            board = stack.enter_context(Board.open())
            asyncio.run(_watch(board, inputs, _screen(stack, as_json=as_json), seconds))
        except PinUnavailable as trouble:
            raise UserError(
                f"{trouble}; if the controller of this table runs, stop it first: it owns its pins"
            ) from None
        except PinTrouble as trouble:
            raise UserError(str(trouble)) from None
    return 0


def _inputs(path: Path | None) -> tuple[Watched, ...]:
    if path is None:
        return tuple(Watched(pin, "-") for pin in sorted(ALLOWED_PINS))
    read = load.read(path)
    shaker = read.devices.shaker
    named = read.devices.inputs(dice=read.table.mini_dice is not None)
    return tuple(
        Watched(pin, name, shaker.shakes if shaker is not None and pin == shaker.shake else None) for pin, name in named
    )


async def _watch(board: Board, inputs: tuple[Watched, ...], screen: Screen, seconds: float | None) -> None:
    for each in inputs:
        watch = board.watch(each.pin, name=each.name, pull_up=True, on_edge=each.heard, on_flood=each.flood)
        each.begin(level=watch.level)
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    ends_s = None if seconds is None else time.monotonic() + seconds
    screen.show(inputs)
    while not over.is_set() and (ends_s is None or time.monotonic() < ends_s):
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), REDRAW_S)
        for each in inputs:
            each.settle(time.monotonic_ns() // 1_000_000)
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
    if each.tally is not None:
        line += f"; {said['believed']} pulses of it settled for {said['settle_ms']} ms; {said['shakes']} shakes so far"
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
