"""Acts of the controller itself: its start, configuration and devices, its clocks and its disk."""

from msgspec import field

from firmware_host.rules.act import ActBody, TakesTwo, TwoPeople
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICE, FLOOR, HOST, SUPERVISORS
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig
from firmware_host.table.identities import CommandKey, Person
from firmware_host.table.terms import AlertKind, FirmwareList, HeldBadBeat, Previous, Severity


class Stood(Record, frozen=True, kw_only=True):
    """An alert that nobody had cleared."""

    kind: AlertKind
    about: str
    severity: Severity
    say: str
    paragraphs: tuple[str, ...] = ()


class Carried(Record, frozen=True, kw_only=True):
    """
    People, the keys of their commands, the configuration in force, the bad beat fund and what it still owes, the
    alerts that stood, and the list of firmware below which no other is taken.

    Not the decks, which begin their day anew with their inspection, nor what lies before the players, which is counted
    when they are seated again. `under_way` is the round that was not over: people settle it.
    """

    people: dict[str, Person] = field(default_factory=dict)
    keys: dict[str, CommandKey] = field(default_factory=dict)
    config: TableConfig | None = None
    fund_cents: int = 0
    fund_opened: bool = False
    held: tuple[HeldBadBeat, ...] = ()
    alerts: tuple[Stood, ...] = ()
    under_way: int = 0
    firmware: FirmwareList | None = None

    def has_lead(self, roles: frozenset[Role]) -> bool:
        """Return whether anybody is there who acts in one of these roles."""
        return any(person.has(role) for person in self.people.values() for role in roles)


class Start(ActBody, frozen=True, kw_only=True, tag="start"):
    """
    The controller has started, and this is what table.toml says.

    On a new journal that is put in force; on an old one what differs becomes a candidate for two people. `day_starts`
    is the hour at which the gaming day begins.
    """

    may_ask = HOST

    software: str
    config: TableConfig
    day_starts: int = 6


class SenseDevice(ActBody, frozen=True, kw_only=True, tag="sense-device"):
    """A device answers, or no longer does; `pairing` names the pairing that a shuffler has proved."""

    may_ask = DEVICE

    device: str
    up: bool
    detail: str
    pairing: str = ""


class PassDeadline(ActBody, frozen=True, kw_only=True, tag="pass-deadline"):
    """The clock has reached a deadline of the table."""

    may_ask = HOST

    name: str


class AdoptConfiguration(TakesTwo, frozen=True, kw_only=True, tag="adopt-configuration"):
    """Put in force what table.toml said at the latest start: the fact of this number. It takes two people."""

    may_ask = FLOOR
    by_two = TwoPeople(
        who=FLOOR,
        led_by=SUPERVISORS,
        say="Put the changed table.toml in force",
        between_rounds=True,
    )

    candidate: int


class RestoreJournal(ActBody, frozen=True, kw_only=True, tag="restore-journal"):
    """
    Two people begin a new journal that goes on from another.

    `damage` says what could not be read of that, `carried` is what is taken along from it; `by_pins` whether both have
    given their PINs, or root at the console answers for who they are.
    """

    may_ask = HOST

    previous: Previous
    by: str
    second: str
    damage: str = ""
    by_pins: bool = False
    carried: Carried = Carried()


ControllerAct = Start | RestoreJournal | SenseDevice | PassDeadline | AdoptConfiguration


class SenseClock(ActBody, frozen=True, kw_only=True, tag="sense-clock"):
    """The clocks, as the intent's stamp has them, may not go on from what the record knows of them."""

    may_ask = HOST


class SenseDisk(ActBody, frozen=True, kw_only=True, tag="sense-disk"):
    """So much is free on the disk; below `least_mib` no new round is begun."""

    may_ask = HOST

    free_mib: int
    least_mib: int


class TakeSnapshot(ActBody, frozen=True, kw_only=True, tag="take-snapshot"):
    """The state after fact `of` has been stored; `digest` is that of what is stored, `fold` that of the rules."""

    may_ask = HOST

    of: int
    digest: str
    fold: str


class ReportSetAside(ActBody, frozen=True, kw_only=True, tag="report-set-aside"):
    """The broker does not take this: fact `of` where it is one, else the newest of a retained topic."""

    may_ask = HOST

    topic: str
    of: int = 0
    why: str


KeepingAct = SenseClock | SenseDisk | TakeSnapshot | ReportSetAside
