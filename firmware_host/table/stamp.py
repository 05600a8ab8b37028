"""Points in time, as facts carry them."""

from msgspec.structs import replace

from firmware_host.rules.struct import Record


class Stamp(Record, frozen=True, kw_only=True):
    """
    When. Durations come from `mono_ms`, which holds within one `boot`; `wall_ms` is for people.

    Across a boot only two synchronised walls may be subtracted.
    """

    wall_ms: int
    mono_ms: int
    boot: str
    synced: bool


def elapsed_ms(since: Stamp, at: Stamp) -> int | None:
    """
    Return how long ago `since` was, none where nobody can know.

    Across a boot that is the difference of the walls, if both were synchronised; walls that run backwards were not.
    """
    if since.boot == at.boot:
        return at.mono_ms - since.mono_ms
    apart_ms = at.wall_ms - since.wall_ms
    return apart_ms if since.synced and at.synced and apart_ms >= 0 else None


def began_ms(since: Stamp, *, now: Stamp, unknown_ms: int = 0) -> int:
    """
    Return when `since` was, on the monotonic clock of the boot that `now` belongs to.

    Where nobody can know, it counts as `unknown_ms` ago: as just begun for what must not be shortened by pulling a
    plug, as over for what must not be lengthened by it.
    """
    elapsed = elapsed_ms(since, now)
    return now.mono_ms - (unknown_ms if elapsed is None else elapsed)


def set_by(mark: Stamp | None, ms: int) -> Stamp | None:
    """Return a mark as it would be had the wall clock been right when it was made, which was set by so much since."""
    return None if mark is None else replace(mark, wall_ms=mark.wall_ms + ms)


def ago(at: Stamp, ms: int) -> Stamp:
    """Return the stamp so long before this one, on the same clocks."""
    return replace(at, wall_ms=at.wall_ms - ms, mono_ms=at.mono_ms - ms)
