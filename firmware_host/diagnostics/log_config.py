"""The [logs] section of `table.toml`."""

from enum import StrEnum

from firmware_host.rules.struct import Record


class Form(StrEnum):
    """The form of a log line."""

    WORDS = "words"
    JSON = "json"


class LogLevel(StrEnum):
    """The lowest level that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class LogsConfig(Record, frozen=True, kw_only=True):
    """The controller's log on standard error."""

    form: Form = Form.WORDS
    """`words` for people, or `json`: one object per line."""
    level: LogLevel = LogLevel.INFO
    """The lowest level to log."""
