"""The types of deadlines and alarms."""

from firmware_host.rules.struct import Paragraphs, Record


class Deadline(Record, frozen=True, kw_only=True):
    """
    A deadline at `due_ms` of the monotonic clock of `boot`; people are warned with `say` at `warn_ms`.

    It takes effect between rounds; one that is `in_round` does so at once, because it only reports something.
    """

    name: str
    boot: str
    due_ms: int
    warn_ms: int | None = None
    say: str = ""
    in_round: bool = False
    paragraphs: Paragraphs


class Alarm(Record, frozen=True, kw_only=True):
    """The deadline `name` has a warning or its expiry at `at_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    at_ms: int
