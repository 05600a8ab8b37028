"""
gpiozero behind one typed wrapper: its pin interface only, never its devices.

gpiozero's devices look for a pin factory by themselves and settle for the next best one. Here the
factory is named (`GPIOZERO_PIN_FACTORY`, else `lgpio`) and loaded from its entry point, or nothing works.
"""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from types import TracebackType
from typing import Protocol, Self, cast

from drivers.pins.input import LeakyBucket
from drivers.pins.pin_errors import PinFactoryMissing, PinNotAllowed, PinUnavailable, PinUsedTwice

FACTORY_VARIABLE = "GPIOZERO_PIN_FACTORY"
FACTORY_GROUP = "gpiozero_pin_factories"
DEFAULT_FACTORY = "lgpio"

FLOOD_EDGES = 2000
"""More at once than any contact makes: a burst of a thousand comes through whole, and a second one after it."""

FLOOD_EDGES_PER_S = 500
ALLOWED_PINS = frozenset((*range(2, 14), *range(16, 28)))


class _Pin(Protocol):
    """What we use of `gpiozero.Pin`. It keeps only a weak reference to `when_changed`."""

    state: float
    when_changed: Callable[[float, float], None] | None

    def input_with_pull(self, pull: str) -> None: ...
    def output_with_state(self, state: int) -> None: ...
    def close(self) -> None: ...


class _Factory(Protocol):
    """What we use of `gpiozero.Factory`. Ticks are opaque: only their difference means anything (seconds)."""

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
    An input whose edges arrive on the event loop, in the order in which the pin made them.

    One that floods is muted: what waits for the loop stays bounded, and the pin's interrupts end. It says so
    once by `on_flood`, and is silent until `listen`.
    """

    def __init__(
        self,
        *,
        board: "Board",
        pin: int,
        name: str,
        on_edge: Callable[[Edge], None],
        on_flood: Callable[[int, int], None] | None,
    ) -> None:
        self.pin = pin
        self.name = name
        self._board = board
        self._on_edge = on_edge
        self._on_flood = on_flood
        self._gauge = LeakyBucket(burst=FLOOD_EDGES, per_s=FLOOD_EDGES_PER_S)
        self._muted = False
        self._loop = asyncio.get_running_loop()
        self._closed = False

    @property
    def level(self) -> bool:
        """As it is this moment, before edges that are still on their way."""
        return self._board.level(self.pin)

    def changed(self, ticks: float, state: float) -> None:
        """Called by the pin interface on its own thread; nothing but the hand-over happens here."""
        if self._muted:
            return
        at_ms = self._board.monotonic_ms(ticks)
        try:
            if self._gauge.overflows(at_ms):
                self._muted = True
                self._loop.call_soon_threadsafe(self._flood, at_ms)
            else:
                self._loop.call_soon_threadsafe(self._arrive, bool(state), at_ms)
        except RuntimeError:
            # The loop is closed: the program is ending and nobody is left to tell.
            self._closed = True

    def listen(self) -> None:
        """After a flood: edges arrive again."""
        self._gauge.empty()
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
        """Edges on their way are dropped; the pin can be used again."""
        if not self._closed:
            self._closed = True
            self._board.release(self.pin)


class Lamp:
    """An output that is lit by a high level and starts dark."""

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
        """Leaves it dark."""
        if not self._closed:
            self._closed = True
            self.off()
            self._board.release(self.pin)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    handle: _Pin
    user: Watch | Lamp


class Board:
    """Every pin of one table, each with exactly one user. Used from one event loop only."""

    def __init__(self, factory: _Factory) -> None:
        self._factory = factory
        self._uses: dict[int, _Use] = {}
        self._last_ms = 0
        self._closed = False

    @classmethod
    def open(cls) -> Self:
        """
        Blocks while the factory is imported and started: a fifth of a second on a small board.

        PinFactoryMissing: the named factory cannot be loaded or started.
        """
        return cls(_start(os.environ.get(FACTORY_VARIABLE) or DEFAULT_FACTORY))

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
    ) -> Watch:
        """
        `on_edge` is called on the running event loop, and so is `on_flood` with the pin and the time in ms. Where
        it is not pulled up the pin is pulled down.

        PinNotAllowed, PinUsedTwice, PinUnavailable.
        """
        handle = self._claim(pin, name)
        watch = Watch(board=self, pin=pin, name=name, on_edge=on_edge, on_flood=on_flood)
        try:
            handle.input_with_pull("up" if pull_up else "down")
            handle.when_changed = watch.changed
        except Exception as error:  # each factory raises its own classes
            handle.close()
            raise PinUnavailable(pin=pin, name=name, cause=error) from error
        self._uses[pin] = _Use(handle=handle, user=watch)
        return watch

    def output(self, pin: int, *, name: str) -> Lamp:
        """PinNotAllowed, PinUsedTwice, PinUnavailable."""
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
        """Nothing can be read any more."""
        return self._closed

    def level(self, pin: int) -> bool:
        """KeyError: nobody uses the pin."""
        return bool(self._uses[pin].handle.state)

    def close(self) -> None:
        """Every lamp is left dark, every pin released and the factory's thread ended. Can be called again."""
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
        A factory's ticks on the host's monotonic clock. An edge from the future would mean that the ticks
        run on another clock (old kernels stamp with the time of day): then the moment of arrival has to do.
        """
        age_s = self._factory.ticks_diff(self._factory.ticks(), ticks)
        return int((time.monotonic() - max(0.0, age_s)) * 1000)

    def in_order(self, at_ms: int) -> int:
        """Rounding and thread switches may put a later edge a moment before an earlier one; order wins."""
        self._last_ms = max(self._last_ms, at_ms)
        return self._last_ms

    def detect(self, pin: int, changed: Callable[[float, float], None] | None) -> None:
        """For `Watch`: whom the pin tells of its edges, or that nobody wants to hear of them."""
        self._uses[pin].handle.when_changed = changed

    def release(self, pin: int) -> None:
        """For `Watch.close` and `Lamp.close`."""
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


def _start(name: str) -> _Factory:
    make = _load(name, _entry_point(name))
    try:
        return make()
    except Exception as error:  # each factory raises its own classes
        remedy = f"or name another one in {FACTORY_VARIABLE}"
        if name == DEFAULT_FACTORY:
            remedy = f"let this user open /dev/gpiochip* and write to the folder named by LG_WD, {remedy}"
        else:
            remedy = f"put that right, {remedy}"
        raise PinFactoryMissing(factory=name, problem=f"does not start ({_one_line(error)})", remedy=remedy) from error


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
    except Exception as error:  # a library without its hardware fails in its own way
        raise PinFactoryMissing(
            factory=name,
            problem=f"cannot be imported ({_one_line(error)})",
            remedy=f"on a Raspberry Pi install firmware-host[pi], or name another one in {FACTORY_VARIABLE}",
        ) from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
