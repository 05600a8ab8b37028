"""A request that waits for the second person; and one that has both and waits for the end of the round."""

from enum import StrEnum

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Record
from firmware_host.table.approvals.acts import Approvable
from firmware_host.table.stamp import Stamp


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
