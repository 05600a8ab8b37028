"""
The base classes of acts and facts, which know about themselves what no registry repeats.

An act knows who may request it, at which kind of table, and whether two people decide. A fact knows its sentence, its
alert, whether it ends a turn, and how it may be corrected.
"""

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
    """
    The paragraphs on who does this, which a refusal of another role cites.

    An act without them is listed with the reason in `table/no_paragraph.py`.
    """
    role_paragraphs_at_dice: ClassVar[Paragraphs] = ()
    """The same at a mini-dice table, for an act of both kinds of table."""


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

    def decided(self) -> str:
        """Say what the two people decide, with every name and number that the second one answers for."""
        return self.by_two.say


class Amendable(StrEnum):
    """How a fact may be corrected. Who may do so and until when is in `table/corrections/correctable.py`."""

    STEP = "step"
    """Taken back together with its whole step."""
    WAGER = "wager"
    CARDS = "cards"
    SUM = "sum"


class NewAlert(Record, frozen=True, kw_only=True):
    """An alert that a fact raises: its kind, its subject, and the words for staff."""

    kind: str
    about: str
    say: str


class FactBody(Tagged, frozen=True, kw_only=True):
    """
    What a fact says. Each kind of fact is one class, which overrides here what differs from the defaults.

    A few alerts also depend on the state of the table: those are in `table/floor/alerts.py`.
    """

    ends_turn: ClassVar[bool] = False
    """It changes whose turn it is or what the dealer does next; reports of devices and clocks usually do not."""
    ends_turn_between_rounds: ClassVar[bool] = False
    """It ends the turn only between rounds: it changes who is dealt in next, or what is posted."""
    marks_round: ClassVar[bool] = False
    """It marks its round as unusual, for example a start of the controller during the round."""
    amendable_as: ClassVar[frozenset[Amendable]] = frozenset()

    def sentence(self) -> str:
        """Return the fact as a sentence; the same wherever people read facts."""
        raise NotImplementedError

    def raises(self) -> NewAlert | None:
        """Return the alert this fact raises, if any."""
        return None

    def may_be_taken_back(self) -> bool:
        """Return whether the fact may be taken back together with its step."""
        return Amendable.STEP in self.amendable_as
