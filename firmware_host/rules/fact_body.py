"""What every kind of fact says of itself: its sentence, its alert, whose turn it ends, how it may be put right."""

from enum import StrEnum
from typing import ClassVar

from firmware_host.rules.struct import Record, Tagged


class Amendable(StrEnum):
    """As what a fact may be put right. By whom and until when is in `table/corrections/correctable.py`."""

    STEP = "step"
    """Taken back with the step that it is of."""
    WAGER = "wager"
    CARDS = "cards"
    SUM = "sum"


class NewAlert(Record, frozen=True, kw_only=True):
    """An alert that a fact raises: its kind by name, about what, in what words for staff."""

    kind: str
    about: str
    say: str


class FactBody(Tagged, frozen=True, kw_only=True):
    """
    What became true. A kind of fact is one class: it changes here what does not hold for it.

    The alert of a fact may need the state of the table, too: those few are in `table/floor/alerts.py`.
    """

    ends_turn: ClassVar[bool] = False
    """It changes whose turn it is or what the dealer does next: what devices and clocks tell meanwhile does not."""
    ends_turn_between_rounds: ClassVar[bool] = False
    """It does so between rounds only: it changes who is dealt in next, or what is posted then."""
    marks_round: ClassVar[bool] = False
    """It is out of the ordinary in a round: a start of the controller in its midst, too."""
    amendable_as: ClassVar[frozenset[Amendable]] = frozenset()

    def sentence(self) -> str:
        """Return what it means to somebody watching, the same wherever people read facts."""
        raise NotImplementedError

    def raises(self) -> NewAlert | None:
        """Return the alert that it raises; most facts raise none."""
        return None

    def may_be_taken_back(self) -> bool:
        """Return whether it may be taken back with the step that it is of."""
        return Amendable.STEP in self.amendable_as
