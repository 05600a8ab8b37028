"""
The pin factory `hil`: gpiozero's mock pins with the world on the other end of a socket.

It is chosen by name (`GPIOZERO_PIN_FACTORY=hil`), so that the product itself has no word about it.
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

"""Its header has all of GPIO 2-27."""


SNAPSHOT_WAIT_S = 10.0

FLOOD_EVERY_S = 0.000005


class WorldMissing(Exception):  # noqa: N818  named for what is wrong
    """Nobody plays the world: HIL_PINS is unset, or nothing answers there as `hil.pins.world` does."""


class HilPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """
    A mock pin that the world can hold at a level: a wire is stronger than a pull-up.

    The product's thread sets it up while the world's drives it: gpiozero's mock is not made for that, so
    whatever either does happens under the factory's lock.
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
        Change to this level, as of the moment in which the world drove it, or had foreseen to.

        A kernel stamps an edge as it happens. The thread that hears of it here may have to wait for the processor, and
        would make a press shorter than it was.
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

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001 - as it is there
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
    """Knows the level of every driven pin before its constructor returns, as hardware would."""

    def __init__(self) -> None:
        """WorldMissing."""
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
        # The world may have gone; a lamp does not notice whether anybody looks at it.
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
        with suppress(OSError):  # the world was killed: the same end as when it closed
            for received in self._lines:
                if not received.endswith(b"\n"):
                    return  # the connection was closed in the middle of a line
                self._score.add(decode(received))

    def _drive(self, driven: Driven) -> None:
        # In one piece: between two edges of a flood nobody reads the pin, or one that was late to be played would look
        # like a level that has stood for long.
        with self.lock:
            level = driven.level
            for number in range(driven.edges):
                self.levels[driven.pin] = level
                if (pin := self.made.get(driven.pin)) is not None:
                    pin.drive(level, at_s=driven.at_s + number * FLOOD_EVERY_S)
                level = 0 if level else 1
