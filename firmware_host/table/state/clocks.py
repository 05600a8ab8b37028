"""Clocks and deadlines: what the record knows of the board's clocks, and the type of a deadline."""

from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.stamp import Stamp

JUMP_MS = 1_000

"""
Both clocks are slewed alike, so they only come apart when somebody sets the wall clock. A second is more than the time
between reading the one and the other, and less than anybody would set a clock by.
"""


class Clocks(Record, frozen=True, kw_only=True):
    """What was true of them when they last changed; `ahead_ms` is the wall clock's lead on the monotonic one."""

    boot: str
    ahead_ms: int
    synced: bool


def first_seen(at: Stamp) -> Clocks:
    """Return what is known from this stamp alone."""
    return Clocks(boot=at.boot, ahead_ms=at.wall_ms - at.mono_ms, synced=at.synced)


def boot_changed(clocks: Clocks, at: Stamp) -> bool:
    """Return whether the board was started anew since."""
    return clocks.boot != at.boot


def jump_ms(clocks: Clocks, at: Stamp) -> int:
    """Return by how much the wall clock was set since, 0 if it was not; across a boot nobody knows."""
    if boot_changed(clocks, at):
        return 0
    by_ms = at.wall_ms - at.mono_ms - clocks.ahead_ms
    return by_ms if abs(by_ms) > JUMP_MS else 0


def has_news(clocks: Clocks | None, at: Stamp) -> bool:
    """Return whether the clocks do not simply go on."""
    if clocks is None:
        return False
    return boot_changed(clocks, at) or jump_ms(clocks, at) != 0 or clocks.synced is not at.synced


class Deadline(Record, frozen=True, kw_only=True):
    """
    Something must have happened by `due_ms` of the monotonic clock of `boot`; people hear `say` at `warn_ms`.

    It bites between rounds; one that is `in_round` does so at once, because it only tells of something.
    """

    name: str
    boot: str
    due_ms: int
    warn_ms: int | None = None
    say: str = ""
    in_round: bool = False
    paragraphs: Paragraphs


class Alarm(Record, frozen=True, kw_only=True):
    """A deadline of this name has something to say at `at_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    at_ms: int
