"""
Keeps a fault of the MQTT client out of the log: it begins to watch a socket that has closed meanwhile.

To send, aiomqtt asks the event loop to watch its socket in the loop's next turn (`call_soon`). Where the connection is
lost in this turn, the socket is closed by then, and the loop logs a traceback that ends in "Bad file descriptor". The
loss itself is reported as any other; nothing is left undone. No public name of aiomqtt takes such a request back.
"""

import asyncio
import errno
import logging
from collections.abc import Callable
from typing import Any

Handler = Callable[[asyncio.AbstractEventLoop, dict[str, Any]], object]

WATCHES = ("add_writer(", "add_reader(")
"""The callbacks of the loop by which a client asks for its socket to be watched."""

log = logging.getLogger(__name__)


def expect_closed_sockets() -> None:
    """Have the running loop report only at debug level that a closed socket was to be watched; all else as before."""
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    if not isinstance(before, _ExpectsClosedSockets):
        loop.set_exception_handler(_ExpectsClosedSockets(before))


class _ExpectsClosedSockets:
    def __init__(self, before: Handler | None) -> None:
        self._before = before

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if is_of_a_closed_socket(context):
            log.debug("the MQTT client began to watch a socket that had closed meanwhile")
        elif self._before is None:
            loop.default_exception_handler(context)
        else:
            self._before(loop, context)


def is_of_a_closed_socket(context: dict[str, Any]) -> bool:
    """Return whether this error of the loop is a request to watch a socket that has closed."""
    error, message = context.get("exception"), str(context.get("message", ""))
    closed = isinstance(error, OSError) and error.errno == errno.EBADF
    return closed and "handle" in context and any(words in message for words in WATCHES)
