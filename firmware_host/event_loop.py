"""
The event loop of a controller, which wakes to the moment.

`asyncio` hands its waiting to epoll in whole milliseconds, rounded up: a key's settle time would always end up to one
too late. select(2) waits as exactly as the kernel can, and an epoll is itself something it can wait for.
"""

import asyncio
import select
import selectors
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


class ToTheMoment(selectors.EpollSelector):
    """epoll, but what is waited for by the clock comes when it is due."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready, after `timeout` seconds at the latest."""
        if timeout is not None and timeout > 0:
            select.select((self.fileno(),), (), (), timeout)
            timeout = 0
        return super().select(timeout)


def run(main: Coroutine[None, None, T]) -> T:
    """Run it to its end, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=_loop) as runner:
        return runner.run(main)


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(ToTheMoment())
