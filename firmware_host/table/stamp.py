"""Points in time: wall clock, monotonic clock and boot, as facts carry them."""

from msgspec.structs import replace

from firmware_host.rules.struct import Record


class Stamp(Record, frozen=True, kw_only=True):
    """
    A point in time. Durations come from `mono_ms`, which is valid within one `boot`; `wall_ms` is for people.

    Across a boot only two synchronised wall clocks may be subtracted.
    """

    wall_ms: int
    mono_ms: int
    boot: str
    synced: bool


def elapsed_ms(since: Stamp, at: Stamp) -> int | None:
    """
    Return the time from `since` to `at`, none where it is unknown.

    Across a boot it is the difference of the wall clocks, if both were synchronised and it is not negative.
    """
    if since.boot == at.boot:
        return at.mono_ms - since.mono_ms
    apart_ms = at.wall_ms - since.wall_ms
    return apart_ms if since.synced and at.synced and apart_ms >= 0 else None


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
