"""What a new journal takes along from the one it goes on from: what nobody may lose by changing a disk."""

from msgspec import field

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig
from firmware_host.table.identities import CommandKey, Person
from firmware_host.table.terms import AlertKind, FirmwareList, HeldBadBeat, Severity


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
