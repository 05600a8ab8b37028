"""Points in time as facts carry them, what the record knows of the board's clocks, and the type of a deadline."""

from msgspec.structs import replace

from firmware_host.rules.struct import Paragraphs, Record


class Stamp(Record, frozen=True, kw_only=True):
    """
    A point in time. Durations come from `mono_ms`, which is valid within one `boot`; `wall_ms` is for people.

    Across a boot only two synchronised wall clocks may be subtracted.
    """

    wall_ms: int
    mono_ms: int
    boot: str
    synced: bool
    """Whether the wall clock followed a time server."""


def elapsed_ms(since: Stamp, at: Stamp) -> int | None:
    """
    Return the time from `since` to `at`, None if it is unknown.

    Across a boot it is the difference of the wall clocks, if both were synchronised and it is not negative.
    """
    if since.boot == at.boot:
        return at.mono_ms - since.mono_ms
    apart_ms = at.wall_ms - since.wall_ms
    return apart_ms if since.synced and at.synced and apart_ms >= 0 else None


def elapsed_in_boot_ms(since: Stamp, at: Stamp, *, started: Stamp | None) -> int | None:
    """
    Return the time from `since` to `at` as the deadlines count it, none where it is unknown.

    At the controller's start, `started`, a time of an earlier boot is converted to the monotonic clock of this boot. So
    it stays known when the wall clock is set later in this boot, or no longer follows a time server.
    """
    if started is not None and since.boot != at.boot == started.boot:
        before = elapsed_ms(since, started)
        if before is not None:
            return before + at.mono_ms - started.mono_ms
    return elapsed_ms(since, at)


def began_ms(since: Stamp, *, now: Stamp, unknown_ms: int = 0) -> int:
    """
    Return `since` as a time on the monotonic clock of `now`'s boot.

    Where that is unknown it counts as `unknown_ms` ago: 0 for a time that a power cut must not shorten, the full time
    for one that a power cut must not lengthen.
    """
    elapsed = elapsed_ms(since, now)
    return now.mono_ms - (unknown_ms if elapsed is None else elapsed)


def set_by(mark: Stamp | None, ms: int) -> Stamp | None:
    """Return the mark shifted by `ms`, the amount by which the wall clock was set since."""
    return None if mark is None else replace(mark, wall_ms=mark.wall_ms + ms)


def ago(at: Stamp, ms: int) -> Stamp:
    """Return the stamp `ms` earlier, on the same clocks."""
    return replace(at, wall_ms=at.wall_ms - ms, mono_ms=at.mono_ms - ms)


JUMP_MS = 1_000
"""
Both clocks are slewed alike, so they drift apart only when the wall clock is set. A second is longer than the time
between reading one and the other, and shorter than any deliberate setting of the clock.
"""


class Clocks(Record, frozen=True, kw_only=True):
    """The clocks when they last changed; `ahead_ms` is the wall clock's lead over the monotonic clock."""

    boot: str
    ahead_ms: int
    synced: bool


def first_seen(at: Stamp) -> Clocks:
    """Return the clocks as this stamp shows them."""
    return Clocks(boot=at.boot, ahead_ms=at.wall_ms - at.mono_ms, synced=at.synced)


def boot_changed(clocks: Clocks, at: Stamp) -> bool:
    """Return whether the board was rebooted since."""
    return clocks.boot != at.boot


def jump_ms(clocks: Clocks, at: Stamp) -> int:
    """Return by how much the wall clock was set since, 0 if it was not or that is unknown across a boot."""
    if boot_changed(clocks, at):
        return 0
    by_ms = at.wall_ms - at.mono_ms - clocks.ahead_ms
    return by_ms if abs(by_ms) > JUMP_MS else 0


def has_news(clocks: Clocks | None, at: Stamp) -> bool:
    """Return whether the board rebooted, the wall clock was set, or its synchronisation changed."""
    if clocks is None:
        return False
    return boot_changed(clocks, at) or jump_ms(clocks, at) != 0 or clocks.synced is not at.synced


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
