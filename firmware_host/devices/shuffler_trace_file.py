"""
The trace of what a shuffler said that PROTOCOL.md does not allow, for a technician at this board.

Facts, alerts and topics carry a length and a digest only, so that a device cannot say anything through them. The bytes
are here: a line for each message, found by its digest. The file is for its owner alone, and in no bundle or backup.
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
    """The file in the data folder; it is made with the first message."""

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
