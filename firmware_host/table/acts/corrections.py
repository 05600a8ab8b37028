"""Acts that correct the record. `of` is a fact's number."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.roles import FLOOR, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Amount, joined, money
from firmware_host.table.acts.dice import Face
from firmware_host.table.terms import MISCOUNTED_MONEY, MISREAD_WAGER, WRONG_SUM, Adjustment


class TakeBack(ActBody, frozen=True, kw_only=True, tag="take-back"):
    """The last step of this round was entered by mistake."""

    may_ask = TABLE
    role_paragraphs = ("14.6(e)2",)
    role_paragraphs_at_dice = ("13.5(e)", "I-1")


class CorrectWager(TakesTwo, frozen=True, kw_only=True, tag="correct-wager"):
    """
    Correct a bet, call, check or fold: the player's total bet after it was `to_cents`. Needs two people.

    A total equal to the current bet is a call or check; a higher one is a bet or raise. Null means a fold.
    """

    by_two = TwoPeople(led_by=FLOOR, paragraphs=MISREAD_WAGER, say="Correct a wager that was misread")

    of: int
    """The number of the fact that is corrected."""
    to_cents: Amount | None
    why: Why

    def decided(self) -> str:
        """Say which fact, and what it should have been."""
        was = "a fold" if self.to_cents is None else f"a bet of {money(self.to_cents)} in all"
        return f"{self.by_two.say} (fact {self.of} was {was})"


class CorrectCards(ActBody, frozen=True, kw_only=True, tag="correct-cards"):
    """Correct the cards of this fact. `seat` says whose cards, where the fact deals to several players."""

    may_ask = FLOOR
    role_paragraphs = ("14.3(g)", "I-11")

    of: int
    """The number of the fact whose cards are corrected."""
    cards: tuple[str, ...]
    seat: Seat | None = None
    why: Why


class CorrectSum(TakesTwo, frozen=True, kw_only=True, tag="correct-sum"):
    """Correct the dice of a round that is already settled. Needs two people."""

    only_at = TableKind.DICE
    by_two = TwoPeople(
        led_by=FLOOR,
        paragraphs=WRONG_SUM,
        say="Correct a wrongly called sum of the dice",
    )

    round: Annotated[int, Meta(ge=1)]
    dice: tuple[Face, Face]
    why: Why

    def decided(self) -> str:
        """Say which round, and which dice lay there."""
        first, second = self.dice
        return f"{self.by_two.say} (the dice of round {self.round} showed {first} and {second})"


class AdjustMoney(TakesTwo, frozen=True, kw_only=True, tag="adjust-money"):
    """The money on the table differs from the record by these amounts. Needs two people."""

    by_two = TwoPeople(led_by=FLOOR, paragraphs=MISCOUNTED_MONEY, say="Correct miscounted money")

    lines: Annotated[tuple[Adjustment, ...], Meta(min_length=1, max_length=12)]
    why: Why

    def decided(self) -> str:
        """Say where how much is more or less."""
        return f"{self.by_two.say} ({joined([_in_words(line) for line in self.lines])})"


def _in_words(line: Adjustment) -> str:
    place = "the pot" if line.seat is None else f"seat {line.seat}"
    return f"{money(abs(line.cents))} {'less' if line.cents < 0 else 'more'} at {place}"


CorrectingAct = TakeBack | CorrectWager | CorrectCards | CorrectSum | AdjustMoney
