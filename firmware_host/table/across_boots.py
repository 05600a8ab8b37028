"""When something began, on the clock that runs now (design, "Clocks")."""

from firmware_host.table.stamp import Stamp


def began_ms(mark: Stamp, *, now: Stamp) -> int:
    """
    Return when `mark` was, on the monotonic clock of the boot that `now` belongs to.

    Across a boot that is the difference of the wall clocks if both were synchronised. If not, what began counts as
    having begun at `now`: for clocks that must not be shortened by pulling a plug, as a lock-out is.
    """
    if mark.boot == now.boot:
        return mark.mono_ms
    elapsed_ms = max(0, now.wall_ms - mark.wall_ms) if mark.synced and now.synced else 0
    return now.mono_ms - elapsed_ms
