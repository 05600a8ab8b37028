"""What becomes true of earlier facts."""

from firmware_host.rules.bodies import RoundBody
from firmware_host.rules.record import Record, Tagged
from firmware_host.table.correcting.acts import Adjustment


class Instead(Record, frozen=True, kw_only=True):
    """Fact number `of` says this instead."""

    of: int
    body: RoundBody


class Amended(Tagged, frozen=True, kw_only=True, tag="amended"):
    """
    Facts of the round under way say something else: the first is what was misread, the others follow from it.

    Nothing is erased: state is the fold with these bodies in their places, readers see both.
    """

    changes: tuple[Instead, ...]
    why: str


class MoneyAdjusted(Tagged, frozen=True, kw_only=True, tag="money-adjusted"):
    """Two people counted the money, and it is another than the record says by these amounts."""

    lines: tuple[Adjustment, ...]
    why: str


CorrectingBody = Amended | MoneyAdjusted
