"""What a new journal carries over from the one it continues, so that replacing a disk loses nothing of it."""

from msgspec import field

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig
from firmware_host.table.identities import CommandKey, Person
from firmware_host.table.terms import AlertKind, FirmwareList, HeldBadBeat, Severity


class Stood(Record, frozen=True, kw_only=True):
    """An alert that was not cleared in the old journal."""

    kind: AlertKind
    about: str
    severity: Severity
    say: str
    paragraphs: tuple[str, ...] = ()


class Carried(Record, frozen=True, kw_only=True):
    """
    People, command keys, the configuration in force, the bad beat fund and undecided bad beats, standing alerts, and
    the newest firmware list (an older list is never accepted).

    Not carried over: the decks, which are inspected again, and the players' stakes, which are counted when the players
    are seated again. `under_way` is the unfinished round, which people have to settle.
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
        """Return whether at least one person has one of these roles."""
        return any(person.has(role) for person in self.people.values() for role in roles)
