"""Pending requests, agreed acts and standing alerts."""

from enum import StrEnum

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.clocks import Stamp
from firmware_host.table.terms import AlertKind, Severity


class Thing(StrEnum):
    """The kinds of things that a request may be about."""

    ROUND = "round"
    """The round in which it was asked, or the pause between two rounds."""
    HALT = "halt"
    DECK = "deck"
    """These very cards, not another deck with the same backs."""
    SUSPICION = "suspicion"
    SUM = "sum"
    RECORD = "record"
    """The end of the record."""
    PLAYER = "player"
    """The player in a seat."""
    PERSON = "person"
    """The enrolment, PIN and roles of the person who gets a role, PIN or key."""


class About(Record, frozen=True, kw_only=True):
    """A thing a request is about; `was` is only compared, to notice that the thing has changed."""

    thing: Thing
    was: str


class Pending(Record, frozen=True, kw_only=True):
    """
    A request for a second person; `number` is its fact, `round` the round it was made in, 0 between rounds.

    `behind` names everyone who may have been acting when it was made: see `people.behind`.
    """

    number: int
    act: Approvable
    why: str
    asked_by: str
    role: Role
    at: Stamp
    round: int
    about: tuple[About, ...] = ()
    behind: tuple[str, ...] = ()


class Agreed(Record, frozen=True, kw_only=True):
    """An act that two people agreed on in the middle of a round, the second of them at `at`."""

    number: int
    act: Approvable
    asked_by: str
    approved_by: str
    at: Stamp


def decided_by(request: Pending | Agreed) -> tuple[str, ...]:
    """Return the people who have decided for this act so far."""
    return (request.asked_by, request.approved_by) if isinstance(request, Agreed) else (request.asked_by,)


class Alert(Record, frozen=True, kw_only=True):
    """
    A standing alert, one for each kind and subject (`about`), until a person clears it.

    `number` is the fact that first raised the alert, and the alert keeps that number; `latest` is the fact that raised
    it last. A person may name the alert by either. `times` counts how often the alert was raised; `say`, `paragraphs`
    and `at` are those of the last time.
    """

    number: int
    kind: AlertKind
    """The kind of the alert."""
    about: str
    severity: Severity
    say: str
    paragraphs: Paragraphs
    at: Stamp
    times: int = 1
    latest: int = 0
    acknowledged_by: str | None = None
    """The staff name of the person who has seen the alert; null until then."""
