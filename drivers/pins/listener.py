"""Runs the pure logic of a device on the event loop: feeds it edges and times, queues its events."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, Self, TypeVar

from drivers.pins.board import Board, Edge, Watch
from drivers.pins.input import InputHealth

FLOOD_REST_MS = 10_000
"""A flooding pin is muted for this long, and for twice as long each time it floods again."""

LONGEST_REST_MS = 600_000

PROBATION_MS = 2000
"""The time without a flood after which an unmuted pin has recovered."""

log = logging.getLogger(__name__)

Event = TypeVar("Event")
EventOut_co = TypeVar("EventOut_co", covariant=True)


class PinLogic(Protocol[EventOut_co]):
    """The logic of a device: turns edges into events; the caller passes in the times."""

    @property
    def next_due(self) -> int | None: ...
    def edge(self, *, pin: int, level: bool, at_ms: int) -> Iterable[EventOut_co | InputHealth]: ...
    def settle(self, now_ms: int) -> Iterable[EventOut_co | InputHealth]: ...
    def reread(self, *, pin: int, level: bool, at_ms: int) -> None: ...
    def muted(self, *, pin: int, at_ms: int) -> Iterable[EventOut_co | InputHealth]:
        """The pin floods and has been muted."""

    def unmuted(self, *, pin: int, level: bool, at_ms: int) -> Iterable[EventOut_co | InputHealth]:
        """The pin is no longer muted."""

    def edges_lost(self, *, pin: int, level: bool, at_ms: int) -> Iterable[EventOut_co | InputHealth]:
        """The kernel dropped edges of the pin, which has this level now."""


class PinListener(Generic[Event]):
    """
    The pulled-up inputs of one device, and the queue of its events, for one reader.

    A flooding pin is muted for a while and then tried again; the other pins of the device keep working.
    """

    def __init__(
        self,
        *,
        board: Board,
        pins: Iterable[tuple[int, str]],
        logic: Callable[[Mapping[int, bool], int], PinLogic[Event]],
        flood_rest_ms: int = FLOOD_REST_MS,
        probation_ms: int = PROBATION_MS,
    ) -> None:
        """
        `pins` are pin numbers and names; `logic` is called with their current levels and the time in ms.

        Raises PinNotAllowed, PinUsedTwice or PinUnavailable, with no pin left open.
        """
        self._watches: list[Watch] = []
        self._queue: asyncio.Queue[Event | InputHealth | None] = asyncio.Queue()
        self._flood_rest_ms = flood_rest_ms
        self._probation_ms = probation_ms
        self._rests_ms: dict[int, int] = {}
        self._muted: dict[int, asyncio.TimerHandle] = {}
        self._timer: asyncio.TimerHandle | asyncio.Handle | None = None
        self._board = board
        self._loop = asyncio.get_running_loop()
        try:
            for pin, name in pins:
                self._watches.append(
                    board.watch(
                        pin, name=name, pull_up=True, on_edge=self._edge, on_flood=self._flood, on_lost=self._lost
                    )
                )
            # Edges reach this loop only after this line, so the levels read here come first.
            self._logic = logic({watch.pin: watch.level for watch in self._watches}, _now_ms())
        except BaseException:
            self.close()
            raise
        self._tell(self._logic.settle(_now_ms()))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event | InputHealth:
        """Return the next event; after `close` the iteration ends once all events are read."""
        event = await self._queue.get()
        if event is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return event

    def close(self) -> None:
        """Release the pins. May be called twice."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for trial in self._muted.values():
            trial.cancel()
        for watch in self._watches:
            watch.close()
        self._queue.put_nowait(None)

    def _edge(self, edge: Edge) -> None:
        self._tell(self._logic.edge(pin=edge.pin, level=edge.level, at_ms=edge.at_ms))

    def _due(self) -> None:
        # Handle older edges first: a busy loop may still hold them, and so may the kernel while the reading thread
        # waits for a processor. Otherwise the levels read now would replace a whole press.
        now_ms = _now_ms()
        for watch in self._watches:
            watch.catch_up()
        self._timer = self._loop.call_soon(self._settle, now_ms)

    def _settle(self, now_ms: int) -> None:
        if self._board.is_closed:
            return
        for watch in self._watches:
            if watch.pin in self._muted:
                continue
            level = watch.level
            # Take the time after reading: the edge to this level is older, even if the loop was delayed in between.
            self._logic.reread(pin=watch.pin, level=level, at_ms=_now_ms())
        self._tell(self._logic.settle(now_ms))

    def _flood(self, pin: int, at_ms: int) -> None:
        self._tell(self._logic.muted(pin=pin, at_ms=at_ms))
        if trial := self._muted.pop(pin, None):
            trial.cancel()
        rest_ms = self._rests_ms.get(pin, self._flood_rest_ms)
        self._rests_ms[pin] = min(2 * rest_ms, LONGEST_REST_MS)
        self._muted[pin] = self._loop.call_later(rest_ms / 1000, self._listen_again, pin)

    def _lost(self, pin: int, at_ms: int, edges: int) -> None:
        watch = self._watch(pin)
        log.warning("the kernel dropped %d edges of %s (GPIO %d), which changed too fast", edges, watch.name, pin)
        self._tell(self._logic.edges_lost(pin=pin, level=watch.level, at_ms=at_ms))

    def _listen_again(self, pin: int) -> None:
        if self._board.is_closed:
            return
        self._watch(pin).listen()
        self._muted[pin] = self._loop.call_later(self._probation_ms / 1000, self._end_probation, pin)

    def _end_probation(self, pin: int) -> None:
        if self._board.is_closed:
            return
        del self._muted[pin]
        self._tell(self._logic.unmuted(pin=pin, level=self._watch(pin).level, at_ms=_now_ms()))

    def _watch(self, pin: int) -> Watch:
        return next(watch for watch in self._watches if watch.pin == pin)

    def _tell(self, events: Iterable[Event | InputHealth]) -> None:
        for event in events:
            self._queue.put_nowait(event)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self._logic.next_due
        if due is not None:
            # Use the exact time: with whole milliseconds the call could come up to one too late.
            self._timer = self._loop.call_later(max(0, due / 1000 - time.monotonic()), self._due)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
