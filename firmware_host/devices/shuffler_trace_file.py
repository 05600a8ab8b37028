"""
The trace of messages that PROTOCOL.md does not allow, for a technician at this board.

Facts, alerts and topics carry only a length and a digest, so that a device cannot send anything through them. This file
has the bytes: one line for each message, to be found by its digest. Only its owner can read it, and no bundle or backup
contains it.
"""

import logging
import os
from pathlib import Path
from typing import Final

from drivers.shuffler.messages import fingerprint

NAME: Final = "shuffler.trace"

MOST_BYTES: Final = 256 * 1024
"""A device that says nonsense for ever fills no disk."""

log = logging.getLogger(__name__)


class ShufflerTraceFile:
    """The trace file in the data folder; the first message creates it."""

    def __init__(self, folder: Path) -> None:
        """Write nothing yet."""
        self._path = folder / NAME

    def keep(self, message: bytes) -> None:
        """Append one message. A trace that cannot be written is no reason to stop: it is logged."""
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            try:
                os.fchmod(descriptor, 0o600)
                if os.fstat(descriptor).st_size < MOST_BYTES:
                    os.write(descriptor, f"{fingerprint(message)}: {message.hex()}\n".encode())
            finally:
                os.close(descriptor)
        except OSError as error:
            log.warning("cannot write the shuffler's trace %s: %s", self._path.name, error.strerror)
