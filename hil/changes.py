"""Waiting for something that changes step by step, with a limit for each wait."""

import asyncio
from collections.abc import Callable


class Changes:
    """`happened` wakes every task in `until`, which looks again whether its condition is true."""

    def __init__(self) -> None:
        self._condition = asyncio.Condition()

    async def happened(self) -> None:
        """Wake everybody who waits."""
        async with self._condition:
            self._condition.notify_all()

    async def until(
        self, condition: Callable[[], bool], *, within_s: float, at_most_s: float, so_far: Callable[[], str]
    ) -> None:
        """
        Wait until the condition is true.

        Raises `TimeoutError`, which says what happened so far, when nothing changes for `within_s`, or after
        `at_most_s`.
        """
        loop = asyncio.get_running_loop()
        last_s = loop.time() + at_most_s
        async with self._condition:
            while not condition():
                try:
                    async with asyncio.timeout_at(min(last_s, loop.time() + within_s)):
                        await self._condition.wait()
                except TimeoutError:
                    raise TimeoutError(f"not within {within_s:g} s; {so_far()}") from None
