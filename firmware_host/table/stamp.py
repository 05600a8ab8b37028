"""Points in time, as facts carry them."""

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
