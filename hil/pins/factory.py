"""
The pin factory `hil`: gpiozero's mock pins, driven by the world over a socket.

The environment selects it (`GPIOZERO_PIN_FACTORY=hil`), so the product contains nothing about it.
"""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import RLock, Thread
from typing import Any

import msgspec
from gpiozero.pins.mock import MockFactory, MockPin

from hil.pins.score import Score
from hil.pins.wire import SOCKET_VARIABLE, Driven, Level, Output, Snapshot, line

PI_4B = "c03111"
"""The revision of a Pi 4B, whose header has all of GPIO 2 to 27."""


SNAPSHOT_WAIT_S = 10.0

FLOOD_EVERY_S = 0.000005


class WorldMissing(Exception):  # noqa: N818  named for what is wrong
    """No world to connect to: HIL_PINS is unset, or no `hil.pins.pin_world` answers there."""


class HilPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """
    A mock pin that the world can drive to a level: a wire is stronger than a pull-up.

    The product's thread sets the pin up while the world's thread drives it. gpiozero's mock is not thread-safe, so all
    operations hold the lock of the factory.
    """

    def __init__(self, factory: "HilFactory", info: Any) -> None:
        self.world = factory
        self._driven_at_s: float | None = None
        with factory.lock:
            super().__init__(factory, info)
            factory.made[self._number] = self
            self._follow()

    def drive(self, level: Level, *, at_s: float | None = None) -> None:
        """
        Change to this level, stamped with the time at which the world drove it or planned to.

        A kernel stamps an edge when it happens. This thread may have to wait for the processor, and its own time would
        make a press shorter than it was.
        """
        if self._function != "input":
            return
        self._driven_at_s = at_s
        try:
            if level:
                self.drive_high()
            else:
                self.drive_low()
        finally:
            self._driven_at_s = None

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 - the signature of the base class
        changed = bool(super()._change_state(value))
        if changed and self._driven_at_s is not None:
            self._last_change = self._driven_at_s
        return changed

    def _follow(self) -> None:
        level = self.world.levels.get(self._number)
        if level is not None:
            self.drive(level)

    def _set_function(self, value: str) -> None:
        with self.world.lock:
            super()._set_function(value)

    def _set_pull(self, value: str) -> None:
        with self.world.lock:
            super()._set_pull(value)
            self._follow()

    def _get_state(self) -> int:
        with self.world.lock:
            return int(super()._get_state())

    def _set_when_changed(self, value: Callable[[float, float], None] | None) -> None:
        with self.world.lock:
            super()._set_when_changed(value)

    def _set_state(self, value: float) -> None:
        with self.world.lock:
            super()._set_state(value)
            self.world.report(Output(pin=self._number, output=1 if value else 0))


class HilFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """The factory. It knows the level of every driven pin before its constructor returns, like hardware."""

    def __init__(self) -> None:
        """Connect to the world. Raises WorldMissing."""
        super().__init__(revision=PI_4B, pin_class=HilPin)
        self.lock = RLock()
        self.made: dict[int, HilPin] = {}
        path = os.environ.get(SOCKET_VARIABLE)
        if not path:
            raise WorldMissing(f"{SOCKET_VARIABLE} does not name the world's socket")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._lines = self._socket.makefile("rb")
        try:
            self._socket.settimeout(SNAPSHOT_WAIT_S)
            self._socket.connect(path)
            self.levels: dict[int, Level] = dict(self._snapshot().levels)
            self._socket.settimeout(None)
        except (OSError, msgspec.DecodeError) as error:
            self._lines.close()
            self._socket.close()
            raise WorldMissing(f"no world at {path}, named by {SOCKET_VARIABLE}: {error}") from error
        self._score = Score(self._drive)
        self._thread = Thread(target=self._follow, name="hil-pins", daemon=True)
        self._thread.start()

    def report(self, output: Output) -> None:
        # The world may have closed the socket; a lamp does not depend on it.
        with suppress(OSError):
            self._socket.sendall(line(output))

    def close(self) -> None:
        super().close()
        with suppress(OSError):  # the world closed it first
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._score.end()
        self._lines.close()
        self._socket.close()

    def _snapshot(self) -> Snapshot:
        return msgspec.json.decode(self._lines.readline(), type=Snapshot)

    def _follow(self) -> None:
        decode = msgspec.json.Decoder(Driven).decode
        with suppress(OSError):  # a killed world counts as a closed one
            for received in self._lines:
                if not received.endswith(b"\n"):
                    return  # the connection was closed in the middle of a line
                self._score.add(decode(received))

    def _drive(self, driven: Driven) -> None:
        # Hold the lock for all edges: a read between two edges of a flood that is played late would look like a stable
        # level.
        with self.lock:
            level = driven.level
            for number in range(driven.edges):
                self.levels[driven.pin] = level
                if (pin := self.made.get(driven.pin)) is not None:
                    pin.drive(level, at_s=driven.at_s + number * FLOOD_EVERY_S)
                level = 0 if level else 1
