"""
The event loop of a controller: it wakes to the moment, and is not held up by looking for garbage.

`asyncio` hands its waiting to epoll in whole milliseconds, rounded up: a key's settle time would always end up to one
too late. select(2) waits as exactly as the kernel can, and an epoll is itself something it can wait for. The kernel
itself lets a timer be 50 us late unless it is told not to.

Python looks for garbage whenever so much has been made, which is in the middle of work: for a fraction of a millisecond
mostly, for 20 from time to time. Here it is looked for at a pace of its own, and not among what there was at the start.
"""

import asyncio
import gc
import select
import selectors
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

TIDY_S = 2.0
ALL_OF_IT = 30
"""At every so many times also among what has been there for long."""

SLACK = Path("/proc/self/timerslack_ns")
"""By how much the timers of the program's first thread, which runs the loop, may be late."""
LEAST_NS = 1


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
    try:
        with _punctual(), asyncio.Runner(loop_factory=_loop) as runner:
            return runner.run(main)
    finally:
        gc.unfreeze()
        gc.enable()


@contextmanager
def _punctual() -> Iterator[None]:
    """Where the kernel does not let us, its timers are as they are."""
    usual = None
    with suppress(OSError):
        usual = SLACK.read_text()
        SLACK.write_text(str(LEAST_NS))
    try:
        yield
    finally:
        if usual is not None:
            with suppress(OSError):
                SLACK.write_text(usual)


def tidy_at_leisure(*, each_s: float = TIDY_S) -> None:
    """From now on; what there is by now stays. Say it on the loop once all has begun."""
    gc.freeze()
    gc.disable()
    _tidy(asyncio.get_running_loop(), each_s, 1)


def _tidy(loop: asyncio.AbstractEventLoop, each_s: float, times: int) -> None:
    gc.collect(2 if times % ALL_OF_IT == 0 else 1)
    loop.call_later(each_s, _tidy, loop, each_s, times + 1)


def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.SelectorEventLoop(ToTheMoment())
