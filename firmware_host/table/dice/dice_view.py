"""The public view of a mini-dice table."""

from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.dice.shooter import must_offer
from firmware_host.rules.dice.wagers import TERMS, Wager
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.config import DiceConfig
from firmware_host.table.state.dice import WagerUp
from firmware_host.table.state.table import TableState


class PaysView(Record, frozen=True, kw_only=True):
    """What the house pays on a wager: the sums that win, and the odds in words (13.6(a))."""

    wager: Wager
    sums: tuple[int, ...]
    """The sums of the two dice that win."""
    odds: str
    """The odds in words."""


class DiceView(Record, frozen=True, kw_only=True):
    """
    The shaker and the shake under way.

    `hand` is the seat that has the shaker now, null for the dealer. `holder` is the seat with the right to shake after
    the dealer, null when the dealer shakes for the players. `to_offer` says that the shaker will be offered. `faces`
    are those that the dealer entered; dice under the cover are unknown. `short` counts how often the holder shook too
    few times.
    """

    moment: Moment
    """The stage of the shake."""
    hand: Seat | None
    covered: bool
    """Whether the cover is on the shaker."""
    shaken: bool
    """Whether the person due to shake has done so, three times or more."""
    holder: Seat | None
    to_offer: bool
    offered: Seat | None
    """The seat that the shaker is offered to now; null if it is offered to none."""
    refused: tuple[Seat, ...]
    """The seats that refused the shaker."""
    short: int
    faces: tuple[int, ...]
    wagers: tuple[WagerUp, ...]
    """The wagers on the table."""
    pays: tuple[PaysView, ...]


def dice_view(state: TableState) -> DiceView | None:
    """Return the mini-dice part of the view, none at a poker table."""
    terms = state.config.mini_dice if state.config else None
    if state.dice is None or terms is None:
        return None
    shaker = state.dice.shaker
    return DiceView(
        moment=shaker.moment,
        hand=shaker.hand,
        covered=shaker.covered,
        shaken=shaker.shaken,
        holder=shaker.right.holder,
        to_offer=must_offer(shaker.right, state.seats),
        offered=shaker.offered,
        refused=shaker.right.refused,
        short=shaker.short,
        faces=state.dice.faces,
        wagers=state.dice.wagers,
        pays=pays(terms),
    )


def pays(terms: DiceConfig) -> tuple[PaysView, ...]:
    """Return the odds of each wager, prize by prize."""
    return tuple(
        PaysView(wager=wager, sums=prize.sums, odds=str(odds))
        for wager in Wager
        for prize, odds in zip(TERMS[wager].prizes, terms.offered(wager), strict=True)
    )
