"""
`firmware-host pins watch`: the inputs of this board as they move.

It takes the pins for itself: a line has one owner, and a controller that shared its inputs with a tool could miss an
edge of a round. What runs is stopped first, and this says so.
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
from firmware_host.commands.command import Command
from firmware_host.config import load
from firmware_host.devices.devices_config import ShakesConfig
from firmware_host.devices.shaker import terms
from firmware_host.errors import UserError

try:
    from rich.live import Live
    from rich.table import Table
except ImportError:
    # A production install has none; there the picture is lines.
    HAS_RICH = False
else:
    HAS_RICH = True

HEADINGS = ("GPIO", "input", "is", "edges", "bounces", "most", "latest train", "rest before", "settled", "shakes")

REDRAW_S = 0.1

"""Ten times a second: faster than an eye, slower than a storm on a line."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="TABLE.TOML",
        type=Path,
        nargs="?",
        help="watch the inputs of this table, by their names (default: every pin that a table may use)",
    )
    parser.add_argument("--json", action="store_true", help="for programs: an object a line for each line that moved")
    parser.add_argument(
        "--seconds", metavar="N", type=_seconds, help="end by itself after so long (default: go on until Ctrl-C)"
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to a day")
    return seconds


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


def _run(options: argparse.Namespace) -> int:
    """Show the inputs until Ctrl-C. Raises `UserError` when they are not to be had."""
    inputs = _inputs(options.config)
    with ExitStack() as stack:
        try:
            board = stack.enter_context(Board.open())
            asyncio.run(_watch(board, inputs, _screen(stack, as_json=options.json), options.seconds))
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


def _plain(each: Watched) -> str:
    """
    Say it in one line.

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
        line += f"; {said['believed']} pulses of it settled for {said['settle_ms']} ms; {said['shakes']} shakes so far"
    return f"{line}; FLOODS, no longer listened to" if each.flooded else line


def _screen(stack: ExitStack, *, as_json: bool) -> Screen:
    if as_json:
        return Lines(lambda each: json.dumps(each.words()))
    if not sys.stdout.isatty():
        return Lines(_plain)
    if not HAS_RICH:
        return Lines(_plain)
    return Picture(stack.enter_context(Live(auto_refresh=False)))


class Picture:
    """Draws every input as a row of a table; an input that moved since the last look is bright."""

    def __init__(self, live: "Live") -> None:
        self._live = live

    def show(self, inputs: tuple[Watched, ...]) -> None:
        self._live.update(_drawn(inputs), refresh=True)
        for each in inputs:
            each.moved = False


def _drawn(inputs: tuple[Watched, ...]) -> "Table":
    table = Table(title="Inputs; Ctrl-C ends", title_justify="left")
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


COMMAND = Command(
    example="firmware-host pins watch /etc/firmware-host/table.toml",
    description="live levels, bounces and pulse trains, for whoever aligns a reed switch under a table. It takes the "
    "inputs for itself, so the controller must not run; lamps are left alone.",
    add_arguments=_arguments,
    run=_run,
)
