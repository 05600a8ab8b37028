"""What can become true of the record keeping itself: of clocks, disk and stored states."""

from firmware_host.rules.record import Tagged


class BootChanged(Tagged, frozen=True, kw_only=True, tag="boot-changed"):
    """
    The board was started anew, so its monotonic clock began again.

    How long it was off is the difference of wall clocks, of the fact before and of this one, where both were
    synchronised; else nobody knows.
    """

    before: str


class ClockJumped(Tagged, frozen=True, kw_only=True, tag="clock-jumped"):
    """The wall clock was set by so much. Nothing that runs by the monotonic clock has moved."""

    by_ms: int


class ClockSynchronised(Tagged, frozen=True, kw_only=True, tag="clock-synchronised"):
    """The wall clock follows a time server again."""


class ClockUnsynchronised(Tagged, frozen=True, kw_only=True, tag="clock-unsynchronised"):
    """The wall clock follows no time server any more."""


class DiskLow(Tagged, frozen=True, kw_only=True, tag="disk-low"):
    """There is room to record the round under way, not another: none is begun until there is more."""

    free_mib: int
    least_mib: int


class DiskRecovered(Tagged, frozen=True, kw_only=True, tag="disk-recovered"):
    """There is room again."""

    free_mib: int


class SnapshotTaken(Tagged, frozen=True, kw_only=True, tag="snapshot-taken"):
    """
    The state after fact `of` is stored, and this is the digest of what was stored.

    A start may begin there if it folds by the same rules (`fold`); the facts before it are the record all the same.
    """

    of: int
    digest: str
    fold: str


class PublishSetAside(Tagged, frozen=True, kw_only=True, tag="publish-set-aside"):
    """
    This was not published, so that what follows could be: the broker broke off over it again and again.

    `of` is the number of the fact, 0 for the newest document of a retained topic. Consumers ask for the fact by
    `replay`, or get it from an export.
    """

    topic: str
    of: int = 0
    why: str


KeepingBody = (
    BootChanged
    | ClockJumped
    | ClockSynchronised
    | ClockUnsynchronised
    | DiskLow
    | DiskRecovered
    | SnapshotTaken
    | PublishSetAside
)
