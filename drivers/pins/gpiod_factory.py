"""
The pin factory `firmware-host`: gpiozero's interface on libgpiod 2. It notices every edge that the kernel drops.

The kernel stamps each edge and numbers the edges of each line. Each line has an event buffer of its own, of the
largest size that the kernel allows. If the kernel still has to drop edges, the gap in the numbers shows how many.
"""

import errno
import os
import selectors
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock, Thread
from typing import Any, Final, Protocol, cast

import gpiod
from gpiod.line import Bias, Clock, Direction, Edge, Value
from gpiozero.exc import PinFixedPull, PinInvalidFunction, PinInvalidPull, PinSetInput, PinUnknownPi
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiFactory, PiPin

from drivers.pins.board import CHIP_VARIABLE, DEFAULT_FACTORY

CONSUMER: Final = DEFAULT_FACTORY
"""The name under which `gpioinfo` shows the lines as used."""

HEADER_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2712", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The chips behind the header of a Raspberry Pi 5, 4, and 0 to 3, by their labels. Their offsets are BCM numbers."""

EVENTS_KEPT: Final = 1024
"""The largest event buffer that the kernel gives to a request for one line."""

READ_AT_ONCE: Final = 256

PI_4B: Final = 0xC03111
"""The revision whose header is used where the kernel names none: GPIO 0 to 27 are the same on every Pi with 40 pins."""

PULLS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
"""The pull resistors: gpiozero's names, and libgpiod's."""

NS: Final = 1_000_000_000


class ChipMissing(Exception):  # noqa: N818 - named for what is wrong
    """No known GPIO chip drives the header; the message lists the chips of this board."""


class EdgeEvent(Protocol):
    """The used part of `gpiod.EdgeEvent`."""

    @property
    def event_type(self) -> gpiod.EdgeEvent.Type: ...
    @property
    def timestamp_ns(self) -> int: ...
    @property
    def line_seqno(self) -> int: ...


class Request(Protocol):
    """The used part of `gpiod.LineRequest`."""

    @property
    def fd(self) -> int: ...
    def get_value(self, line: int, /) -> Value: ...
    def set_value(self, line: int, value: Value, /) -> None: ...
    def reconfigure_lines(self, config: Any, /) -> None: ...
    def wait_edge_events(self, timeout: float, /) -> bool: ...
    def read_edge_events(self, max_events: int, /) -> Sequence[EdgeEvent]: ...
    def release(self) -> None: ...


class Chip(Protocol):
    """The used part of `gpiod.Chip`."""

    def request_lines(self, config: Any, *, consumer: str, event_buffer_size: int | None = None) -> Request: ...
    def close(self) -> None: ...


class GpiodPin(PiPin):  # type: ignore[misc]  # gpiozero has no types
    """
    A line of the chip, requested once it has a function.

    `when_lost` is called with the ticks and the number of lost edges, before the edge that followed them.
    """

    def __init__(self, factory: "GpiodFactory", info: Any) -> None:
        super().__init__(factory, info)
        self.when_lost: Callable[[float, int], None] | None = None
        self._line = factory.line(self._number)
        self._pull = info.pull or "floating"

    def close(self) -> None:
        self.when_lost = None
        self.when_changed = None
        self._line.release()

    def catch_up(self) -> None:
        """Hand over the edges that the kernel holds and the reader thread has not read yet."""
        self._line.read_events()

    def input_with_pull(self, pull: str) -> None:
        """Request the line in one step, so that it has its pull from its first moment."""
        if pull not in PULLS:
            raise PinInvalidPull(f'invalid pull "{pull}" for pin {self!r}')
        if self.info.pull not in (pull, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._pull = pull
        self._line.read_by(PULLS[pull], self._on_edge)

    def output_with_state(self, state: int) -> None:
        self._line.drive(bool(state))

    def _on_edge(self, at_ns: int, level: bool, lost: int) -> None:  # noqa: FBT001 - called for each edge
        with self._when_changed_lock:
            if self._when_changed is None:
                return
            if lost and self.when_lost is not None:
                self.when_lost(at_ns / NS, lost)
            self._call_when_changed(at_ns / NS, int(level))

    def _enable_event_detect(self) -> None:
        self._line.detect(wanted=True)

    def _disable_event_detect(self) -> None:
        self._line.detect(wanted=False)

    def _get_function(self) -> str:
        return "output" if self._line.is_output else "input"

    def _set_function(self, value: str) -> None:
        if value == "input":
            self._line.read_by(PULLS[self._pull], self._on_edge)
        elif value == "output":
            self._line.drive(level=False)
        else:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')

    def _get_pull(self) -> str:
        return str(self._pull)

    def _set_pull(self, value: str) -> None:
        if self._line.is_output:
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self.input_with_pull(value)

    def _get_state(self) -> int:
        return int(self._line.level)

    def _set_state(self, value: float) -> None:
        if not self._line.is_output:
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._line.drive(bool(value))


OnEdge = Callable[[int, bool, int], None]
"""Called with an edge: its time in ns, the level after it, and how many edges before it the kernel had to drop."""


class Line:
    """
    One line of the chip.

    libgpiod's objects are not thread-safe, so `_lock` guards every call into them. `_reading` keeps the edges in order:
    the thread that has read some hands them over before another thread may read more.
    """

    def __init__(self, number: int, chip: Chip, reader: "EdgeReader") -> None:
        self.number = number
        self._chip = chip
        self._reader = reader
        self._lock = RLock()
        self._reading = RLock()
        self._request: Request | None = None
        self._settings = gpiod.LineSettings()
        self._on_edge: OnEdge | None = None
        self._latest = 0
        """The number of the latest edge of this request."""

    @property
    def is_output(self) -> bool:
        return self._request is not None and self._settings.direction is Direction.OUTPUT

    @property
    def level(self) -> bool:
        with self._lock:
            return self._request is not None and self._request.get_value(self.number) is Value.ACTIVE

    def read_by(self, bias: Bias, on_edge: OnEdge) -> None:
        """Make the line an input that detects edges, in one step."""
        self.release()
        with self._lock:
            self._on_edge = on_edge
            self._settings = gpiod.LineSettings(
                direction=Direction.INPUT, bias=bias, edge_detection=Edge.BOTH, event_clock=Clock.MONOTONIC
            )
            self._latest = 0
            self._requested(EVENTS_KEPT)
            if self._request is not None:
                self._reader.add(self._request.fd, self.read_events)

    def drive(self, level: bool) -> None:  # noqa: FBT001 - the value itself
        """Make the line an output with this level, without another level in between."""
        value = Value.ACTIVE if level else Value.INACTIVE
        with self._lock:
            if self._request is not None and self.is_output:
                self._request.set_value(self.number, value)
                return
        self.release()
        with self._lock:
            self._settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)
            self._requested(None)

    def detect(self, *, wanted: bool) -> None:
        """Switch edge detection on or off; while it is off, a flooding line causes no interrupts."""
        edges = Edge.BOTH if wanted else Edge.NONE
        with self._lock:
            if self._request is None or self.is_output or self._settings.edge_detection is edges:
                return
            self._settings.edge_detection = edges
            self._request.reconfigure_lines({self.number: self._settings})

    def read_events(self) -> None:
        """Read the edges that the kernel holds and hand them over. Called by the reader thread and by `catch_up`."""
        with self._reading:
            with self._lock:
                if self._request is None or not self._request.wait_edge_events(0):
                    return
                events = self._request.read_edge_events(READ_AT_ONCE)
                on_edge = self._on_edge
            for event in events:
                # The kernel numbers a line's edges from 1; a smaller number than before is a new count.
                number, before = event.line_seqno, self._latest
                lost = number - before - 1 if number > before else number - 1
                self._latest = number
                if on_edge is not None:
                    on_edge(event.timestamp_ns, event.event_type is gpiod.EdgeEvent.Type.RISING_EDGE, lost)

    def release(self) -> None:
        """Give the line back to the kernel. May be called twice."""
        with self._lock:
            request, self._request = self._request, None
            self._on_edge = None
        if request is not None:
            self._reader.remove(request.fd)
            request.release()

    def _requested(self, buffer: int | None) -> None:
        self._request = self._chip.request_lines(
            {self.number: self._settings}, consumer=CONSUMER, event_buffer_size=buffer
        )


class EdgeReader:
    """The thread that waits for the edges of all lines."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._lock = RLock()
        self._wake_out, self._wake_in = os.pipe()
        self._ended = False
        self._selector.register(self._wake_out, selectors.EVENT_READ)
        self._thread = Thread(target=self._run, name="gpio-edges", daemon=True)
        self._thread.start()

    def add(self, descriptor: int, read: Callable[[], None]) -> None:
        with self._lock:
            self._selector.register(descriptor, selectors.EVENT_READ, read)

    def remove(self, descriptor: int) -> None:
        with self._lock, suppress(KeyError):
            self._selector.unregister(descriptor)

    def end(self) -> None:
        """End the thread. The thread itself must not call this."""
        self._ended = True
        os.write(self._wake_in, b"x")
        self._thread.join()
        self._selector.close()
        os.close(self._wake_in)
        os.close(self._wake_out)

    def _run(self) -> None:
        while not self._ended:
            for key, _ in self._selector.select():
                if key.data is None:
                    continue
                # The line may have been released between waiting and reading.
                with suppress(OSError, gpiod.RequestReleasedError):
                    key.data()


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero has no types
    """The factory: one chip, a line for each pin, one thread for the edges of all."""

    def __init__(self, chip: Chip | None = None) -> None:
        """Open the chip behind the header. Raises ChipMissing, or OSError if this user may not open it."""
        super().__init__()
        self._chip: Chip | None = chip or _open(header_chip())
        self._reader = EdgeReader()
        self.pin_class = GpiodPin

    def line(self, number: int) -> Line:
        """Return a line of the chip; it is not requested yet."""
        if self._chip is None:
            raise OSError(errno.EBADF, "the pin factory is closed")
        return Line(number, self._chip, self._reader)

    def close(self) -> None:
        super().close()
        if self._chip is not None:
            self._reader.end()
            self._chip.close()
            self._chip = None

    @staticmethod
    def ticks() -> float:
        return time.monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        try:
            return int(get_pi_revision())
        except PinUnknownPi:
            return PI_4B


def header_chip(devices: Path = Path("/dev")) -> str:
    """
    Return the GPIO chip behind the header: named by `FIRMWARE_HOST_GPIOCHIP`, or the one with a Pi's label.

    It never guesses another chip, whose lines would be other pins. Raises ChipMissing, or PermissionError.
    """
    if named := os.environ.get(CHIP_VARIABLE):
        return named
    refused: list[OSError] = []
    known = labels(devices, refused)
    for label in HEADER_LABELS:
        if label in known:
            return known[label]
    if refused:
        raise refused[0]
    have = ", ".join(f"{path} is {label}" for label, path in known.items()) or "there is none"
    raise ChipMissing(f"no GPIO chip of a Raspberry Pi: {have}")


def labels(devices: Path = Path("/dev"), refused: list[OSError] | None = None) -> dict[str, str]:
    """Return the GPIO chips that this user may open, by label; the errors of the others are added to `refused`."""
    known: dict[str, str] = {}
    for path in sorted(devices.glob("gpiochip*")):
        try:
            with gpiod.Chip(str(path)) as chip:
                known.setdefault(chip.get_info().label, str(path))
        except OSError as error:
            if refused is not None:
                refused.append(error)
    return known


def _open(path: str) -> Chip:
    return cast("Chip", gpiod.Chip(path))
