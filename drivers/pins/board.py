"""
A typed wrapper of gpiozero's pin interface; gpiozero's device classes are not used.

gpiozero's devices pick a pin factory by themselves and silently fall back to another one. Here the factory is named
(`GPIOZERO_PIN_FACTORY`, else our own, `firmware-host`) and loaded from its entry point; if that fails, opening the
board fails.
"""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, cast

from drivers.pins.input import LeakyBucket
from drivers.pins.pin_errors import PinFactoryMissing, PinNotAllowed, PinUnavailable, PinUsedTwice

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
CHIP_VARIABLE = "FIRMWARE_HOST_GPIOCHIP"
FACTORY_GROUP = "gpiozero_pin_factories"
DEFAULT_FACTORY = "firmware-host"

REAL_FACTORIES = {DEFAULT_FACTORY: "drivers.pins.gpiod_factory:", "lgpio": "gpiozero.pins.lgpio:"}
"""The pin factories that drive real pins, and the module each is loaded from; every other one simulates."""

FLOOD_EDGES = 2000
"""More edges at once than any contact makes; two bursts of a thousand still pass."""

FLOOD_EDGES_PER_S = 500
ALLOWED_PINS = frozenset((*range(2, 14), *range(16, 28)))


class _Pin(Protocol):
    """The used part of `gpiozero.Pin`, which keeps only a weak reference to `when_changed`."""

    state: float
    when_changed: Callable[[float, float], None] | None
    when_lost: Callable[[float, int], None] | None
    """Called with the ticks and the number of edges that the kernel dropped. Only our own factory calls it."""

    def input_with_pull(self, pull: str) -> None: ...
    def output_with_state(self, state: int) -> None: ...
    def close(self) -> None: ...


class _Factory(Protocol):
    """The used part of `gpiozero.Factory`. Ticks are opaque; only their difference has a meaning (seconds)."""

    def pin(self, name: str) -> _Pin: ...
    def ticks(self) -> float: ...
    def ticks_diff(self, later: float, earlier: float) -> float: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A pin changed to `level` at `at_ms` of the monotonic clock, by the pin's own ticks."""

    pin: int
    level: bool
    at_ms: int


class Watch:
    """
    An input whose edges arrive on the event loop in order.

    A flooding pin is muted, so that the queue to the loop stays bounded and the interrupts stop. `on_flood` is then
    called once, and no edges arrive until `listen`. `on_lost` is called when the kernel had to drop edges.
    """

    def __init__(
        self,
        *,
        board: "Board",
        pin: int,
        name: str,
        on_edge: Callable[[Edge], None],
        on_flood: Callable[[int, int], None] | None,
        on_lost: Callable[[int, int, int], None] | None,
    ) -> None:
        self.pin = pin
        self.name = name
        self._board = board
        self._on_edge = on_edge
        self._on_flood = on_flood
        self._on_lost = on_lost
        self._bucket = LeakyBucket(burst=FLOOD_EDGES, per_s=FLOOD_EDGES_PER_S)
        self._muted = False
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @property
    def level(self) -> bool:
        """The level right now; edges that led to it may still be on their way."""
        return self._board.level(self.pin)

    def catch_up(self) -> None:
        """Fetch the edges that the kernel still holds, if the factory can; they arrive with the next callbacks."""
        if not self._muted and not self._closed:
            self._board.catch_up(self.pin)

    def changed(self, ticks: float, state: float) -> None:
        """Hand an edge over to the event loop; called by gpiozero on its own thread."""
        if self._muted:
            return
        at_ms = self._board.monotonic_ms(ticks)
        try:
            if self._bucket.overflows(at_ms):
                self._muted = True
                self._loop.call_soon_threadsafe(self._flood, at_ms)
            else:
                self._loop.call_soon_threadsafe(self._arrive, bool(state), at_ms)
        except RuntimeError:
            # The event loop is closed, because the program is ending.
            self._closed = True

    def lost(self, ticks: float, edges: int) -> None:
        """Hand over that the kernel dropped edges; called by the pin factory on its own thread."""
        if self._muted:
            return
        with suppress(RuntimeError):  # the event loop is closed, because the program is ending
            self._loop.call_soon_threadsafe(self._lost_on_loop, self._board.monotonic_ms(ticks), edges)

    def _lost_on_loop(self, at_ms: int, edges: int) -> None:
        if not self._closed and self._on_lost is not None:
            self._on_lost(self.pin, self._board.in_order(at_ms), edges)

    def listen(self) -> None:
        """Let edges arrive again after a flood."""
        self._bucket.empty()
        self._muted = False
        self._board.detect(self.pin, self.changed)

    def _flood(self, at_ms: int) -> None:
        if self._closed:
            return
        self._board.detect(self.pin, None)
        if self._on_flood is not None:
            self._on_flood(self.pin, self._board.in_order(at_ms))

    def _arrive(self, level: bool, at_ms: int) -> None:  # noqa: FBT001  call_soon takes no keywords
        if not self._closed:
            self._on_edge(Edge(pin=self.pin, level=level, at_ms=self._board.in_order(at_ms)))

    def close(self) -> None:
        """Release the pin; edges on their way are dropped."""
        if not self._closed:
            self._closed = True
            self._board.release(self.pin)


class Lamp:
    """An output that is lit by a high level, and dark at first."""

    def __init__(self, *, board: "Board", handle: _Pin, pin: int, name: str) -> None:
        self.pin = pin
        self.name = name
        self._board = board
        self._handle = handle
        self._closed = False

    @property
    def lit(self) -> bool:
        return self._board.level(self.pin)

    def on(self) -> None:
        self._handle.state = 1

    def off(self) -> None:
        self._handle.state = 0

    def close(self) -> None:
        """Switch the lamp off and release the pin."""
        if not self._closed:
            self._closed = True
            self.off()
            self._board.release(self.pin)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    handle: _Pin
    user: Watch | Lamp


class Board:
    """The GPIO pins of one table, each with exactly one user; for one event loop."""

    def __init__(self, factory: _Factory) -> None:
        self._factory = factory
        self._uses: dict[int, _Use] = {}
        self._last_ms = 0
        self._closed = False

    @classmethod
    def open(cls) -> Self:
        """
        Import and start the pin factory; this blocks, for about 0.2 s on a small board.

        Raises PinFactoryMissing if the named factory cannot be loaded or started.
        """
        return cls(_start(factory_name()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def watch(
        self,
        pin: int,
        *,
        name: str,
        pull_up: bool,
        on_edge: Callable[[Edge], None],
        on_flood: Callable[[int, int], None] | None = None,
        on_lost: Callable[[int, int, int], None] | None = None,
    ) -> Watch:
        """
        Open an input, pulled up or down.

        `on_edge`, `on_flood` (pin, time in ms) and `on_lost` (pin, time in ms, edges) are called on the event loop.

        Raises PinNotAllowed, PinUsedTwice or PinUnavailable.
        """
        handle = self._claim(pin, name)
        watch = Watch(board=self, pin=pin, name=name, on_edge=on_edge, on_flood=on_flood, on_lost=on_lost)
        try:
            handle.when_lost = watch.lost
            handle.input_with_pull("up" if pull_up else "down")
            handle.when_changed = watch.changed
        except Exception as error:  # each factory raises its own classes
            handle.close()
            raise PinUnavailable(pin=pin, name=name, cause=error) from error
        self._uses[pin] = _Use(handle=handle, user=watch)
        return watch

    def output(self, pin: int, *, name: str) -> Lamp:
        """Open an output, low at first. Raises PinNotAllowed, PinUsedTwice or PinUnavailable."""
        handle = self._claim(pin, name)
        try:
            handle.output_with_state(0)
        except Exception as error:  # each factory raises its own classes
            handle.close()
            raise PinUnavailable(pin=pin, name=name, cause=error) from error
        lamp = Lamp(board=self, handle=handle, pin=pin, name=name)
        self._uses[pin] = _Use(handle=handle, user=lamp)
        return lamp

    @property
    def is_closed(self) -> bool:
        """Whether the board was closed, so that no pin can be read any more."""
        return self._closed

    def level(self, pin: int) -> bool:
        """Return the level of a pin. Raises KeyError for a pin without a user."""
        return bool(self._uses[pin].handle.state)

    def catch_up(self, pin: int) -> None:
        """Hand over the edges of a pin that still wait in the kernel; used by `Watch`."""
        if (read := getattr(self._uses[pin].handle, "catch_up", None)) is not None:
            read()

    def close(self) -> None:
        """Switch every lamp off, release every pin and end the factory's thread. May be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            for use in tuple(self._uses.values()):
                use.user.close()
        finally:
            self._factory.close()

    def monotonic_ms(self, ticks: float) -> int:
        """
        Convert a factory's ticks to the host's monotonic clock.

        Ticks from the future come from another clock (old kernels use the time of day); then use the time of arrival.
        """
        age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
        return int((time.monotonic() - max(0.0, age_s)) * 1000)

    def in_order(self, at_ms: int) -> int:
        """Return the time, but never before that of an earlier edge: rounding and thread switches may swap them."""
        self._last_ms = max(self._last_ms, at_ms)
        return self._last_ms

    def detect(self, pin: int, changed: Callable[[float, float], None] | None) -> None:
        """Set the function called for edges of a pin, None to stop them; used by `Watch`."""
        self._uses[pin].handle.when_changed = changed

    def release(self, pin: int) -> None:
        """Release a pin; used by `Watch.close` and `Lamp.close`."""
        self._uses.pop(pin).handle.close()

    def _claim(self, pin: int, name: str) -> _Pin:
        if pin not in ALLOWED_PINS:
            raise PinNotAllowed(pin=pin, name=name)
        if used := self._uses.get(pin):
            raise PinUsedTwice(pin=pin, first=used.user.name, second=name)
        try:
            return self._factory.pin(f"GPIO{pin}")
        except Exception as error:  # each factory raises its own classes
            raise PinUnavailable(pin=pin, name=name, cause=error) from error


def factory_name() -> str:
    """Return the name of the pin factory that `Board.open` uses."""
    return os.environ.get(FACTORY_VARIABLE) or DEFAULT_FACTORY


def is_real(name: str) -> bool:
    """Return whether this pin factory drives real pins: one of `REAL_FACTORIES`, from the module it is known by."""
    module = REAL_FACTORIES.get(name)
    made_by = [known.value for known in entry_points(group=FACTORY_GROUP) if known.name == name]
    return module is not None and bool(made_by) and all(value.startswith(module) for value in made_by)


def chip_labels() -> str:
    """Return the labels of the board's GPIO chips, as the kernel names them; empty where it names none."""
    try:
        from drivers.pins.gpiod_factory import labels  # noqa: PLC0415 - only where there may be a chip
    except ImportError:  # a processor that libgpiod has no wheel for
        return ""
    return ", ".join(sorted(labels()))


def _start(name: str) -> _Factory:
    make = _load(name, _entry_point(name))
    try:
        return make()
    except Exception as error:  # each factory raises its own classes
        raise PinFactoryMissing(
            factory=name, problem=f"cannot be started ({_one_line(error)})", remedy=remedy(name, error)
        ) from error


def remedy(name: str, error: Exception, chips: Path = Path("/dev")) -> str:
    """Return what to do about a pin factory that cannot be started."""
    return f"{_fix(name, error, chips)}, or set {FACTORY_VARIABLE} to another factory"


def _fix(name: str, error: Exception, chips: Path) -> str:
    if name not in REAL_FACTORIES:
        return "fix this error"
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if "PinUnknownPi" in kinds:
        return (
            f"run this on a Raspberry Pi, the only board that this factory supports; {DEFAULT_FACTORY} runs on others "
            "too"
        )
    found = sorted(chips.glob("gpiochip*"))
    if not found:
        return "give this system a GPIO chip (there is no /dev/gpiochip*; a container needs the device passed in)"
    if "ChipMissing" in kinds:
        return f"name the chip that the header is wired to by {CHIP_VARIABLE}=/dev/gpiochipN"
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in found):
        return f"allow this user to open {found[0]}, for example by its group"
    if name == "lgpio":
        return "let this program write to the folder named by LG_WD"
    return f"stop the program that uses the chip (`gpioinfo` names it), or name another chip by {CHIP_VARIABLE}"


def _entry_point(name: str) -> EntryPoint:
    known = entry_points(group=FACTORY_GROUP)
    if name not in known.names:
        raise PinFactoryMissing(
            factory=name,
            problem="is not installed",
            remedy=f"set {FACTORY_VARIABLE} to one of {', '.join(sorted(known.names)) or 'none here'}",
        )
    return known[name]


def _load(name: str, entry_point: EntryPoint) -> Callable[[], _Factory]:
    try:
        return cast("Callable[[], _Factory]", entry_point.load())
    except Exception as error:  # each library fails in its own way without its hardware
        raise PinFactoryMissing(
            factory=name,
            problem=f"cannot be imported ({_one_line(error)})",
            remedy=f"{_install(name)}, or set {FACTORY_VARIABLE} to another factory",
        ) from error


def _install(name: str) -> str:
    if name == "lgpio":
        return "on a Raspberry Pi with Python 3.11 or 3.12 install firmware-host[pi]"
    return (
        "install the package gpiod (its wheels are for aarch64 and x86_64)"
        if name == DEFAULT_FACTORY
        else "fix this error"
    )


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
