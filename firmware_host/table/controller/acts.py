"""What may be asked of the controller itself: its start, its configuration, its devices."""

from firmware_host.rules.record import Tagged
from firmware_host.table.config import TableConfig
from firmware_host.table.controller.bodies import Previous
from firmware_host.table.controller.carried import Carried


class Start(Tagged, frozen=True, kw_only=True, tag="start"):
    """
    The controller has started, and this is what table.toml says.

    On a new journal that is put in force; on an old one what differs becomes a candidate for two people. `day_starts`
    is the hour at which the gaming day begins.
    """

    software: str
    config: TableConfig
    day_starts: int = 6


class SenseDevice(Tagged, frozen=True, kw_only=True, tag="sense-device"):
    """A device answers, or no longer does; `pairing` names the pairing that a shuffler has proved."""

    device: str
    up: bool
    detail: str
    pairing: str = ""


class PassDeadline(Tagged, frozen=True, kw_only=True, tag="pass-deadline"):
    """The clock has reached a deadline of the table."""

    name: str


class AdoptConfiguration(Tagged, frozen=True, kw_only=True, tag="adopt-configuration"):
    """Put in force what table.toml said at the latest start: the fact of this number. It takes two people."""

    candidate: int


class RestoreJournal(Tagged, frozen=True, kw_only=True, tag="restore-journal"):
    """
    Two people begin a new journal that goes on from another.

    `damage` says what could not be read of that, `carried` is what is taken along from it; `by_pins` whether both have
    given their PINs, or root at the console answers for who they are.
    """

    previous: Previous
    by: str
    second: str
    damage: str = ""
    by_pins: bool = False
    carried: Carried = Carried()


ControllerAct = Start | RestoreJournal | SenseDevice | PassDeadline | AdoptConfiguration
