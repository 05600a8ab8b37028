"""The options of the log in `table.toml`."""

from enum import StrEnum

from firmware_host.rules.struct import Record


class Form(StrEnum):
    """The format of a log line."""

    WORDS = "words"
    JSON = "json"


class LogLevel(StrEnum):
    """The lowest level that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class LogsConfig(Record, frozen=True, kw_only=True):
    """The log on standard error."""

    form: Form = Form.WORDS
    """Plain text for people, or one JSON object a line."""
    level: LogLevel = LogLevel.INFO
    """The lowest level that is logged."""
