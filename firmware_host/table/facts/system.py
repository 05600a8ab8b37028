"""Facts about the controller: its start, configuration and devices, its clocks, disk and snapshots."""

from firmware_host.rules.struct import Tagged
from firmware_host.table.config import TableConfig
from firmware_host.table.terms import Previous


class JournalOpened(Tagged, frozen=True, kw_only=True, tag="journal-opened"):
    """
    The first fact of every journal.

    One that goes on from another names it, the two people who decided that, and what could not be read of it; whether
    both gave their PINs (`by_pins`), and the round that was under way there, if one was.
    """

    previous: Previous | None = None
    people: tuple[str, ...] = ()
    damage: str = ""
    by_pins: bool = False
    under_way: int = 0


class HostStarted(Tagged, frozen=True, kw_only=True, tag="host-started"):
    """
    The controller started, with this software. Until each device answers, none is known to be there.

    `day_starts` is the hour at which a gaming day begins, from here on.
    """

    software: str
    day_starts: int = 6


class ConfigurationAdopted(Tagged, frozen=True, kw_only=True, tag="configuration-adopted"):
    """This is in force from here on."""

    config: TableConfig


class ConfigurationDiffers(Tagged, frozen=True, kw_only=True, tag="configuration-differs"):
    """
    At this start table.toml says something else than what is in force, in these options.

    Nothing of it is in force before two people have adopted it.
    """

    config: TableConfig
    names: tuple[str, ...]


class ConfigurationAgrees(Tagged, frozen=True, kw_only=True, tag="configuration-agrees"):
    """At this start table.toml says again what is in force; what it asked for before is asked for no longer."""


class DeviceCameUp(Tagged, frozen=True, kw_only=True, tag="device-came-up"):
    """A device answers. A shuffler of another `pairing` knows nothing of what it was ordered before."""

    device: str
    detail: str
    pairing: str = ""


class DeviceWentDown(Tagged, frozen=True, kw_only=True, tag="device-went-down"):
    """A device no longer answers; what needs it is closed."""

    device: str
    detail: str


ControllerBody = (
    JournalOpened
    | HostStarted
    | ConfigurationAdopted
    | ConfigurationAgrees
    | ConfigurationDiffers
    | DeviceCameUp
    | DeviceWentDown
)


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


PARTS = frozenset({"mqtt", "show", "to-do", "lag", "web"})

"""The controller's own parts that have no device of the same name."""

BROKER = "broker"


def called(name: str) -> str:
    """
    Return it as a sentence begins with it.

    >>> called("shuffler"), called("web")
    ('The device shuffler', "The controller's part web")
    """
    if name in PARTS:
        return f"The controller's part {name}"
    return "The broker" if name == BROKER else f"The device {name}"
