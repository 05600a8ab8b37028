"""The base class of facts: the sentence, the alert, whether it ends a turn, how it may be corrected."""

from enum import StrEnum
from typing import ClassVar

from firmware_host.rules.struct import Record, Tagged


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
