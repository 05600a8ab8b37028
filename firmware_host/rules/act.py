"""What an act knows of itself: who may ask for it, at which kind of table, and whether two people decide it."""

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
    Something that may be asked of a table. Each class names who may ask for it: there is no default.

    An act that needs cards, a button, table stakes or a shaker is asked `only_at` that kind of table. One that is
    `of_no_turn` names the fact that it is about, and is heard although the game has gone on since.
    """

    may_ask: ClassVar[Who]
    only_at: ClassVar[TableKind | None] = None
    of_no_turn: ClassVar[bool] = False
    role_paragraphs: ClassVar[Paragraphs] = ()
    """Where the regulation says who may, which a refusal of anybody else cites."""


class TwoPeople(Record, frozen=True, kw_only=True):
    """
    The two people that a decision takes: both are of `who`, and at least one is of `led_by`.

    `say` is what they decide, in words anybody may hear. What is done `between_rounds` may be agreed on in a round and
    is done at its end.
    """

    who: Who = ON_DUTY
    led_by: Who
    paragraphs: Paragraphs = ()
    say: str
    between_rounds: bool = False


class TakesTwo(ActBody, frozen=True, kw_only=True):
    """An act that nobody decides alone: one person requests it and a second one approves it."""

    may_ask = ON_DUTY
    by_two: ClassVar[TwoPeople]
