"""Runs a device's pure logic on the event loop: edges and settling times in, its events out."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Protocol, Self, TypeVar

from drivers.pins.board import Board, Edge, Watch
from drivers.pins.input import InputHealth

FLOOD_REST_MS = 10_000
"""A pin that flooded is left alone for so long; each time that it floods again, for twice as long as before."""

LONGEST_REST_MS = 600_000

PROBATION_MS = 2000
"""Listened to again without another flood for so long, it is believed."""

Event = TypeVar("Event")
EventOut_co = TypeVar("EventOut_co", covariant=True)


class PinLogic(Protocol[EventOut_co]):
    """What becomes of edges. It knows only the times that it is told."""

    @property
    def next_due(self) -> int | None: ...
    def edge(self, *, pin: int, level: bool, at_ms: int) -> Iterable[EventOut_co | InputHealth]: ...
    def settle(self, now_ms: int) -> Iterable[EventOut_co | InputHealth]: ...
    def reread(self, *, pin: int, level: bool, at_ms: int) -> None: ...
    def lose(self, *, pin: int, at_ms: int) -> Iterable[EventOut_co | InputHealth]:
        """It floods and is not listened to."""

    def find(self, *, pin: int, level: bool, at_ms: int) -> Iterable[EventOut_co | InputHealth]:
        """It is listened to again."""


class PinListener(Generic[Event]):
    """The pulled-up inputs of one device, and the queue of what they told. For one reader.

    A pin that floods is left alone for a while and then tried again; the others of the device go on.
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
        `pins` with what each is for; `logic` is made from their levels now and the time in ms.

        PinNotAllowed, PinUsedTwice, PinUnavailable: then none of the pins stays taken.
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
                    board.watch(pin, name=name, pull_up=True, on_edge=self._edge, on_flood=self._flood)
                )
            # Edges cross to this loop later than this line, so what is read here comes first.
            self._logic = logic({watch.pin: watch.level for watch in self._watches}, _now_ms())
        except BaseException:
            self.close()
            raise
        self._tell(self._logic.settle(_now_ms()))

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event | InputHealth:
        """Ends when the listener is closed; what happened before that is still told."""
        event = await self._queue.get()
        if event is None:
            self._queue.put_nowait(None)
            raise StopAsyncIteration
        return event

    def close(self) -> None:
        """Releases the pins. Can be called again."""
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
        # A busy loop may hold edges that are older than this moment: they go first.
        self._timer = self._loop.call_soon(self._settle, _now_ms())

    def _settle(self, now_ms: int) -> None:
        if self._board.is_closed:
            return
        for watch in self._watches:
            if watch.pin in self._muted:
                continue
            self._logic.reread(pin=watch.pin, level=watch.level, at_ms=now_ms)
        self._tell(self._logic.settle(now_ms))

    def _flood(self, pin: int, at_ms: int) -> None:
        self._tell(self._logic.lose(pin=pin, at_ms=at_ms))
        if trial := self._muted.pop(pin, None):
            trial.cancel()
        rest_ms = self._rests_ms.get(pin, self._flood_rest_ms)
        self._rests_ms[pin] = min(2 * rest_ms, LONGEST_REST_MS)
        self._muted[pin] = self._loop.call_later(rest_ms / 1000, self._try, pin)

    def _try(self, pin: int) -> None:
        if self._board.is_closed:
            return
        self._watch(pin).listen()
        self._muted[pin] = self._loop.call_later(self._probation_ms / 1000, self._believe, pin)

    def _believe(self, pin: int) -> None:
        if self._board.is_closed:
            return
        del self._muted[pin]
        self._tell(self._logic.find(pin=pin, level=self._watch(pin).level, at_ms=_now_ms()))

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
            # To the moment: from whole milliseconds on both sides it would come up to one too late.
            self._timer = self._loop.call_later(max(0, due / 1000 - time.monotonic()), self._due)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
