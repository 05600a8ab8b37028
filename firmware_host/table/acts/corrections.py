"""The ways to ask that something recorded be put right. `of` is a fact's number."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.roles import FLOOR, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount
from firmware_host.table.acts.dice import Face
from firmware_host.table.terms import MISCOUNTED_MONEY, MISREAD_WAGER, WRONG_SUM, Adjustment


class TakeBack(ActBody, frozen=True, kw_only=True, tag="take-back"):
    """The last step of this round was a slip of the finger."""

    may_ask = TABLE


class CorrectWager(TakesTwo, frozen=True, kw_only=True, tag="correct-wager"):
    """
    What lay before the player after this bet, call, check or fold was `to_cents`. It takes two people.

    As much as the bet before it was a call, or a check; more was a bet or raise. None: the player folded.
    """

    by_two = TwoPeople(led_by=FLOOR, paragraphs=MISREAD_WAGER, say="Correct a wager that was misread")

    of: int
    to_cents: Amount | None
    why: Why


class CorrectCards(ActBody, frozen=True, kw_only=True, tag="correct-cards"):
    """The cards of this fact were these. `seat` says whose, where the fact deals to several."""

    may_ask = FLOOR

    of: int
    cards: tuple[str, ...]
    seat: Seat | None = None
    why: Why


class CorrectSum(TakesTwo, frozen=True, kw_only=True, tag="correct-sum"):
    """The dice of this round, settled already, showed something else. It takes two people."""

    only_at = TableKind.DICE
    by_two = TwoPeople(
        led_by=FLOOR,
        paragraphs=WRONG_SUM,
        say="Put a sum of the dice right that was called wrong",
    )

    round: Annotated[int, Meta(ge=1)]
    dice: tuple[Face, Face]
    why: Why


class AdjustMoney(TakesTwo, frozen=True, kw_only=True, tag="adjust-money"):
    """The money on the table is another than the record says, by these amounts. It takes two people."""

    by_two = TwoPeople(led_by=FLOOR, paragraphs=MISCOUNTED_MONEY, say="Put money right that was miscounted")

    lines: Annotated[tuple[Adjustment, ...], Meta(min_length=1, max_length=12)]
    why: Why


CorrectingAct = TakeBack | CorrectWager | CorrectCards | CorrectSum | AdjustMoney
