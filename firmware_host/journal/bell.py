"""
How the writer's thread tells the event loop that something is done.

`call_soon_threadsafe` does as much and takes some microseconds longer, which count on a board with a single core whose
disk commits in a tenth of a millisecond.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable

Told = Callable[[], None]


class Bell:
    """Made, listened to and put away by who runs the loop; rung by the other thread."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._file = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._told: deque[Told] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None

    def listen(self) -> asyncio.AbstractEventLoop:
        """Hear it on the loop that runs now, which is returned."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._stop_listening()
            loop.add_reader(self._file, self._hear)
            self._loop = loop
        return loop

    def ring(self, told: Told) -> None:
        """Have this done on the loop."""
        self._told.append(told)
        os.eventfd_write(self._file, 1)

    def close(self) -> None:
        """Do what was told and not heard yet. Nobody may ring any more."""
        self._stop_listening()
        os.close(self._file)
        self._do()

    def _stop_listening(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._file)
        self._loop = None

    def _hear(self) -> None:
        os.eventfd_read(self._file)
        self._do()

    def _do(self) -> None:
        while self._told:
            self._told.popleft()()
