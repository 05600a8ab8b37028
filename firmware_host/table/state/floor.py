"""Pending requests and standing alerts, as the table remembers them."""

from enum import StrEnum

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.stamp import Stamp
from firmware_host.table.terms import AlertKind, Severity


class Thing(StrEnum):
    """What a request may be about."""

    ROUND = "round"
    """The round it was asked in, or the pause between two of them."""
    HALT = "halt"
    DECK = "deck"
    """These cards, and not others with the same backs."""
    SUSPICION = "suspicion"
    SUM = "sum"
    PLAYER = "player"
    """Who sits at a seat."""


class About(Record, frozen=True, kw_only=True):
    """One thing a request is about; `was` tells it from what it may become, and means nothing else."""

    thing: Thing
    was: str


class Pending(Record, frozen=True, kw_only=True):
    """`number` is the fact that asks; `round` the round it was asked in, 0 between rounds; `about` what it is about."""

    number: int
    act: Approvable
    why: str
    asked_by: str
    role: Role
    at: Stamp
    round: int
    about: tuple[About, ...] = ()


class Agreed(Record, frozen=True, kw_only=True):
    """What two people agreed on in the middle of a round; `at` the second did."""

    number: int
    act: Approvable
    asked_by: str
    approved_by: str
    at: Stamp


class Alert(Record, frozen=True, kw_only=True):
    """
    An alert that stands: one for each kind and what it is `about`, until a person clears it.

    `number` is the fact that first raised it and stays its name, `latest` the one that raised it last: a person may
    name it by either. `say`, `paragraphs` and `at` are of the `times`-th and latest time it was raised.
    """

    number: int
    kind: AlertKind
    about: str
    severity: Severity
    say: str
    paragraphs: Paragraphs
    at: Stamp
    times: int = 1
    latest: int = 0
    acknowledged_by: str | None = None
