"""The base classes of acts: who may request an act, at which kind of table, and whether two people decide."""

from enum import StrEnum
from typing import ClassVar

from firmware_host.rules.roles import ON_DUTY, Who
from firmware_host.rules.struct import Paragraphs, Record, Tagged


class TableKind(StrEnum):
    """What is played at a table."""

    POKER = "poker"
    DICE = "mini-dice"


class ActBody(Tagged, frozen=True, kw_only=True):
    """
    Something a table can be asked to do. Each class names who may ask for it; there is no default.

    `only_at` is the kind of table for an act that needs cards, a button, table stakes or a shaker. An act that is
    `of_no_turn` names the fact it refers to, and is accepted even if the game has moved on.
    """

    may_ask: ClassVar[Who]
    only_at: ClassVar[TableKind | None] = None
    of_no_turn: ClassVar[bool] = False
    role_paragraphs: ClassVar[Paragraphs] = ()
    """Where the regulation says who may, which a refusal of anybody else cites."""


class TwoPeople(Record, frozen=True, kw_only=True):
    """
    The two people a decision requires: both are of `who`, and at least one is of `led_by`.

    `say` is what they decide, in words fit for everyone at the table. A decision `between_rounds` may be agreed on
    during a round and is carried out when the round ends.
    """

    who: Who = ON_DUTY
    led_by: Who
    paragraphs: Paragraphs = ()
    say: str
    between_rounds: bool = False


class TakesTwo(ActBody, frozen=True, kw_only=True):
    """An act that one person requests and a second person approves."""

    may_ask = ON_DUTY
    by_two: ClassVar[TwoPeople]
