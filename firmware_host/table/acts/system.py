"""Acts of the controller itself: its start, configuration and devices, its clocks and its disk, a restored record."""

from msgspec import field

from firmware_host.rules.act_and_fact import ActBody, TakesTwo, TwoPeople
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICE, FLOOR, HOST, SUPERVISORS
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig
from firmware_host.table.identities import CommandKey, Person
from firmware_host.table.terms import AlertKind, FirmwareList, HeldBadBeat, Pins, Previous, Severity


class Stood(Record, frozen=True, kw_only=True):
    """An alert that was not cleared in the old journal."""

    kind: AlertKind
    """The kind of the alert."""
    about: str
    severity: Severity
    say: str
    paragraphs: tuple[str, ...] = ()


class Carried(Record, frozen=True, kw_only=True):
    """
    People, command keys, the configuration in force, the bad beat fund and undecided bad beats, standing alerts, and
    the newest firmware list of each house key (an older list is never accepted).

    Not carried over: the decks, which are inspected again, and the players' stakes, which are counted when the players
    are seated again. `under_way` is the unfinished round, which people have to settle.
    """

    people: dict[str, Person] = field(default_factory=dict)
    keys: dict[str, CommandKey] = field(default_factory=dict)
    """The keys that sign commands, by their ids."""
    config: TableConfig | None = None
    fund_cents: int = 0
    fund_opened: bool = False
    """Whether the table has a bad beat fund."""
    held: tuple[HeldBadBeat, ...] = ()
    """The bad beats that wait for a supervisor."""
    alerts: tuple[Stood, ...] = ()
    """The alerts that were not cleared."""
    under_way: int = 0
    firmware: FirmwareList | None = None
    """The newest list of approved firmware; an older list is never accepted."""
    pins: Pins = Pins.UNKNOWN
    """Whether the old journal was begun on real or on simulated pins."""
    older_keys: tuple[FirmwareList, ...] = ()
    """The newest list of each house key that was in force before."""

    def has_lead(self, roles: frozenset[Role]) -> bool:
        """Return whether at least one person has one of these roles."""
        return any(person.has(role) for person in self.people.values() for role in roles)


class Start(ActBody, frozen=True, kw_only=True, tag="start"):
    """
    The controller has started; `config` is what table.toml says.

    On a new journal it comes into force at once; on an existing one a difference becomes a candidate that two people
    have to adopt. `day_starts` is the hour at which the gaming day begins. The rest is as in the fact `host-started`.
    """

    may_ask = HOST

    software: str
    config: TableConfig
    day_starts: int = 6
    pins: Pins = Pins.UNKNOWN
    """Whether the pins are real or simulated."""
    factory: str = ""
    """The name of the pin factory."""
    chip: str = ""
    """The labels of the GPIO chips."""
    port: str = ""
    """What identifies the device at the shuffler's port."""
    house_key: str = ""


class SenseDevice(ActBody, frozen=True, kw_only=True, tag="sense-device"):
    """A device answers or has stopped answering; `pairing` names the pairing that a shuffler proved."""

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
    """Adopt what table.toml said at the latest start, recorded as fact `candidate`. Needs two people."""

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
    Two people begin a new journal that continues another.

    `damage` says what could not be read of the old journal, `carried` is what is taken over from it. `by_pins` says
    whether both entered their PINs; otherwise root at the console vouches for who they are.
    """

    may_ask = HOST

    previous: Previous
    by: str
    """The staff name of the first person."""
    second: str
    """The staff name of the second person."""
    damage: str = ""
    by_pins: bool = False
    carried: Carried = Carried()


class ReportProgram(ActBody, frozen=True, kw_only=True, tag="report-program"):
    """The installed program was compared with its manifest. The fields are those of `ProgramChecked`."""

    may_ask = HOST

    house_key: str = ""
    serial: int = 0
    sha256: str = ""
    differing: tuple[str, ...] = ()
    """The first files that differ, each with what is wrong with it."""
    differ: int = 0
    """The number of files that differ."""


ControllerAct = Start | RestoreJournal | SenseDevice | PassDeadline | AdoptConfiguration | ReportProgram


class SenseClock(ActBody, frozen=True, kw_only=True, tag="sense-clock"):
    """The clocks in the intent's stamp may have jumped since the newest fact."""

    may_ask = HOST


class SenseDisk(ActBody, frozen=True, kw_only=True, tag="sense-disk"):
    """The free space on the disk; below `least_mib` no new round may begin."""

    may_ask = HOST

    free_mib: int
    least_mib: int
    """The free space below which the table warns, in MiB."""


class TakeSnapshot(ActBody, frozen=True, kw_only=True, tag="take-snapshot"):
    """The state after fact `of` was stored. `digest` is the digest of the stored state, `fold` that of the rules."""

    may_ask = HOST

    of: int
    digest: str
    fold: str


class ReportSetAside(ActBody, frozen=True, kw_only=True, tag="report-set-aside"):
    """The broker rejects this message: fact `of`, or for 0 the newest message of a retained topic."""

    may_ask = HOST

    topic: str
    of: int = 0
    why: str


KeepingAct = SenseClock | SenseDisk | TakeSnapshot | ReportSetAside
