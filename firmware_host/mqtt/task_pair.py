"""
Tasks that stand or fall together.

No `TaskGroup`: up to Python 3.12 the one whose child fails leaves `cancelling()` of its own task raised, and every loss
of the broker would look like a stop.
"""

import asyncio
from typing import Any

HEARS_S = 0.2

"""So long a task is given to hear that it is to end, before it is told again."""


Task = asyncio.Task[Any]


async def first_ends(*tasks: Task) -> None:
    """Wait until one of them ends, which none is meant to: one that fails and is not watched would be missed."""
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


async def ended(*tasks: Task) -> None:
    """End them. One that waits in the client may lose its cancellation (see below), so it is told again."""
    while under_way := [task for task in tasks if not task.done()]:
        for task in under_way:
            task.cancel()
        await asyncio.wait(under_way, timeout=HEARS_S)
    await asyncio.gather(*tasks, return_exceptions=True)


def raise_first(*tasks: Task) -> None:
    """Raise what the first of these failed of, which have all ended; that one was cancelled is no failure."""
    for task in tasks:
        if not task.cancelled():
            task.result()


def heed_stop() -> None:
    """
    Raise the cancellation that a call into the client may have swallowed.

    It waits by `asyncio.wait_for`, which before Python 3.12 loses a cancellation that comes together with the PUBACK
    (cpython issue 86296), and its own error while disconnecting takes the place of one. A stop not heard is no stop.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
