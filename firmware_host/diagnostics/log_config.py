"""The log's part of `table.toml`."""

from enum import StrEnum

from firmware_host.rules.struct import Record


class Form(StrEnum):
    """How a line looks."""

    WORDS = "words"
    JSON = "json"


class LogLevel(StrEnum):
    """What is said at least."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class LogsConfig(Record, frozen=True, kw_only=True):
    """What the controller says on its standard error."""

    form: Form = Form.WORDS
    """Words for people, or an object of JSON a line."""
    level: LogLevel = LogLevel.INFO
    """What is said at least."""
