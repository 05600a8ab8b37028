"""Points in time, as facts carry them."""

from msgspec.structs import replace

from firmware_host.rules.record import Record


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
    """Return how long ago `since` was, none where nobody can know: another boot, a wall unsynchronised."""
    if since.boot == at.boot:
        return at.mono_ms - since.mono_ms
    return max(0, at.wall_ms - since.wall_ms) if since.synced and at.synced else None


def ago(at: Stamp, ms: int) -> Stamp:
    """Return the stamp so long before this one, on the same clocks."""
    return replace(at, wall_ms=at.wall_ms - ms, mono_ms=at.mono_ms - ms)
