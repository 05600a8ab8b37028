"""The log as the controller sets it up: once, before anything else happens."""

import logging
import os
import sys
from collections.abc import Iterator
from typing import NamedTuple

from firmware_host.logs.config import Form, LogsConfig
from firmware_host.logs.kept import Kept
from firmware_host.logs.lines import Objects, Words
from firmware_host.logs.pacing import Pacing
from firmware_host.logs.redaction import Redaction


class Log(NamedTuple):
    """What the rest of the controller needs of it."""

    kept: Kept
    redaction: Redaction


class Everywhere(logging.Handler):
    """Hands each line to several: it is counted and cut short once for all of them."""

    def __init__(self, *handlers: logging.Handler, pacing: Pacing) -> None:
        """Store."""
        super().__init__()
        self._handlers = handlers
        self._pacing = pacing

    def emit(self, record: logging.LogRecord) -> None:
        """Hand on what is said."""
        self._say(self._pacing.paced(record))

    def close(self) -> None:
        """Say how much was left out at last."""
        self._say(self._pacing.rest())
        super().close()

    def _say(self, records: Iterator[logging.LogRecord]) -> None:
        for said in records:
            for handler in self._handlers:
                handler.handle(said)


def begin(config: LogsConfig) -> Log:
    """Say everything on standard error in this form, and keep the latest."""
    log = Log(kept=Kept(), redaction=Redaction())
    to_journal = config.form is Form.WORDS and "JOURNAL_STREAM" in os.environ and "INVOCATION_ID" in os.environ
    said = logging.StreamHandler(sys.stderr)
    hides = log.redaction.hidden
    said.setFormatter(Objects(hides) if config.form is Form.JSON else Words(hides, to_journal=to_journal))
    log.kept.setFormatter(Objects(hides))
    everywhere = Everywhere(said, log.kept, pacing=Pacing())
    logging.basicConfig(level=config.level.value.upper(), handlers=[everywhere], force=True)
    return log
