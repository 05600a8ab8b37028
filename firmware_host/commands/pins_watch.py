"""
`firmware-host pins watch`: shows the inputs of this board live.

A GPIO line has one owner, so the controller must be stopped first; if the controller shared its inputs with a tool,
it could miss an edge during a round.
"""

import argparse
import asyncio
import json
import signal
import sys
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

try:
    from rich.live import Live
    from rich.table import Table
except ImportError:
    # A production install has no rich; the command prints lines instead of a table there.
    HAS_RICH = False
else:
    HAS_RICH = True

HEADINGS = (
    "GPIO",
    "input",
    "is",
    "edges",
    "bounces",
    "most",
    "latest pulse train",
    "rest before it",
    "settled",
    "shakes",
)

REDRAW_S = 0.1

LATE_MS = 200
"""An edge may reach this program so late on a busy board; a shake counts as ended once none can be on its way."""

"""Fast enough to look live, and slow enough to cost little while a line floods."""


class Watched:
    """One input: its name, its statistics, and whether it changed since it was last shown."""

    def __init__(self, pin: int, name: str, shakes: ShakesConfig | None = None) -> None:
        """Take the table's settings for shakes if this input is its shake sensor."""
        self.pin = pin
        self.name = name
        self._shakes = shakes
        self.study = InputStats(level=True)
        self.tally: ShakeTally | None = None
        self.moved = False
        self.flooded = False

    def begin(self, *, level: bool) -> None:
        """Start the statistics anew at this level."""
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
        """Count the current shake as ended if the line has rested long enough."""
        if self.tally is not None:
            before = self.tally.shakes
            self.tally.settle(now_ms)
            self.moved = self.moved or self.tally.shakes != before

    def flood(self, _pin: int, _at_ms: int) -> None:
        self.flooded = True
        self.moved = True

    def words(self) -> dict[str, object]:
        """Return everything to show about this input, for JSON and for people."""
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
    """A way to show the inputs, called every `REDRAW_S`."""

    def show(self, inputs: tuple[Watched, ...]) -> None:
        """Show the inputs that changed."""
        ...


def run(options: argparse.Namespace) -> int:
    """Show the inputs until Ctrl-C. Raises `UserError` if the pins are unavailable."""
    inputs = _inputs(options.config)
    with ExitStack() as stack:
        try:
            board = stack.enter_context(Board.open())
            asyncio.run(_watch(board, inputs, _screen(stack, as_json=options.json), options.seconds))
        except PinUnavailable as trouble:
            raise UserError(
                f"{trouble}; if the controller of this table is running, stop it first: it owns the pins"
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
            each.settle(time.monotonic_ns() // 1_000_000 - LATE_MS)
        screen.show(inputs)


class Lines:
    """Prints a line for every input first, then a line for each input that changed."""

    def __init__(self, say: Callable[[Watched], str]) -> None:
        self._say = say
        self._first = True

    def show(self, inputs: tuple[Watched, ...]) -> None:
        for each in inputs:
            if self._first or each.moved:
                each.moved = False
                print(self._say(each), flush=True)
        self._first = False


def _plain(each: Watched) -> str:
    """
    Return one line about this input.

    >>> _plain(Watched(2, "the dock switch"))
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
        line += f"; {said['believed']} pulses settled for {said['settle_ms']} ms; {said['shakes']} shakes so far"
    return f"{line}; FLOODS: too many edges, this input is now ignored" if each.flooded else line


def _screen(stack: ExitStack, *, as_json: bool) -> Screen:
    if as_json:
        return Lines(lambda each: json.dumps(each.words()))
    if not sys.stdout.isatty():
        return Lines(_plain)
    if not HAS_RICH:
        return Lines(_plain)
    return LiveTable(stack.enter_context(Live(auto_refresh=False)))


class LiveTable:
    """Draws every input as a row of a table; an input that changed since the last redraw is bold."""

    def __init__(self, live: "Live") -> None:
        self._live = live

    def show(self, inputs: tuple[Watched, ...]) -> None:
        self._live.update(_drawn(inputs), refresh=True)
        for each in inputs:
            each.moved = False


def _drawn(inputs: tuple[Watched, ...]) -> "Table":
    table = Table(title="Inputs (Ctrl-C to exit)", title_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in {"input", "is"} else "right")
    for each in inputs:
        said = each.words()
        state = "[red]floods[/]" if each.flooded else "[green]closed[/]" if said["closed"] else "open"
        bounced = f"{said['bounces']} in {said['bounced_ms']} ms" if said["bounces"] else "-"
        train = f"{said['pulses']} in {said['train_ms']} ms" if said["pulses"] else "-"
        rest = "-" if said["rest_ms"] is None else f"{said['rest_ms']} ms"
        counted = (str(said.get("believed", "-")), str(said.get("shakes", "-")))
        bounces = (str(said["edges"]), bounced, str(said["worst_bounces"]))
        cells = (str(each.pin), each.name, state, *bounces, train, rest, *counted)
        table.add_row(*cells, style="bold" if each.moved else "")
    return table
