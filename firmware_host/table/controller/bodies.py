"""What can become true of the controller itself: its start, its configuration, its devices."""

from firmware_host.rules.record import Record, Tagged
from firmware_host.table.config import TableConfig


class Previous(Record, frozen=True, kw_only=True):
    """The journal this one goes on from: a restored backup or a replaced board."""

    journal: str
    number: int
    hash: str


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
