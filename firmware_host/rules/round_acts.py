"""The acts of a round of play."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.roles import FLOOR, TABLE
from firmware_host.rules.struct import Seat, Tagged
from firmware_host.rules.wording import Amount

Why = Annotated[str, Meta(min_length=1, max_length=200)]
"""What was seen, in the words of the person who saw it."""


class InRound(ActBody, frozen=True, kw_only=True):
    """An act of the dealer in a round of poker."""

    may_ask = TABLE
    role_paragraphs = ("14.6(b)",)
    only_at = TableKind.POKER


class CompleteBetting(InRound, frozen=True, kw_only=True, tag="complete-betting"):
    """
    End the betting round; the next step of the game (burn and deal, or showdown) follows at once.

    `stub_short` means that the stub has too few cards for one each: if folds are not entered, only the dealer knows
    that. Procedure tracking only.
    """

    stub_short: bool = False


class CompleteDraw(InRound, frozen=True, kw_only=True, tag="complete-draw"):
    """All players have drawn; `drawn` is the number of cards, if the dealer enters it. Procedure tracking only."""

    drawn: int | None = None


class AwardUncontested(InRound, frozen=True, kw_only=True, tag="award-uncontested"):
    """All other players have folded (14.6(e)5). `seat` is the last player, if the dealer enters it."""

    seat: Seat | None = None


class AwardPot(InRound, frozen=True, kw_only=True, tag="award-pot"):
    """
    The showdown is decided: the losers' cards are in and the pot is pushed.

    `seats` win the centre pot, `side_pots` the side pots in the order they were made; both are empty if the dealer does
    not name the winners. With full tracking the hands shown decide, and other winners are refused; `pushed` says that
    the chips were already pushed to the named seats, which is recorded.
    """

    seats: tuple[Seat, ...] = ()
    side_pots: tuple[tuple[Seat, ...], ...] = ()
    pushed: bool = False


class DealtHand(Tagged, frozen=True, kw_only=True, tag="dealt-hand"):
    """One player's new cards, `??` for hidden cards."""

    seat: Seat
    cards: tuple[str, ...]


class DealStreet(InRound, frozen=True, kw_only=True, tag="deal-street"):
    """
    Deal the cards that are due, with a burn if the game has one. Full tracking only.

    Cards not named stay hidden. Community cards must be named. If up-cards are not named, the dealer enters who opens.
    """

    hands: tuple[DealtHand, ...] = ()
    """The new cards of each player."""
    board: tuple[str, ...] = ()
    """The new community cards."""


class MakeForcedBet(InRound, frozen=True, kw_only=True, tag="make-forced-bet"):
    """The player determined by the up-cards starts the wagering (14.7(b)3)."""

    seat: Seat


class Fold(InRound, frozen=True, kw_only=True, tag="fold"):
    """The player gives up the hand."""

    seat: Seat


class Check(InRound, frozen=True, kw_only=True, tag="check"):
    """The player waives the right to begin the betting."""

    seat: Seat


class Call(InRound, frozen=True, kw_only=True, tag="call"):
    """The player matches the bet, or goes all-in for less; in Super Seven with the two discards."""

    seat: Seat
    discards: tuple[str, ...] = ()


class Bet(InRound, frozen=True, kw_only=True, tag="bet"):
    """The player bets, completes or raises; `to_cents` is the player's total bet on this street afterwards."""

    seat: Seat
    to_cents: Amount
    discards: tuple[str, ...] = ()


class Draw(InRound, frozen=True, kw_only=True, tag="draw"):
    """The player discards these cards, `??` for hidden ones, and draws as many; no discards is standing pat."""

    seat: Seat
    discards: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    """The cards that the player draws; `??` is a hidden card."""


class ShowHand(InRound, frozen=True, kw_only=True, tag="show-hand"):
    """The player shows the whole hand."""

    seat: Seat
    cards: tuple[str, ...]


class MuckHand(InRound, frozen=True, kw_only=True, tag="muck-hand"):
    """The player mucks the hand without showing it."""

    seat: Seat


class FoulHand(InRound, frozen=True, kw_only=True, tag="foul-hand"):
    """The hand has too many or too few cards, or was mixed with others, so it cannot be determined (14.1)."""

    seat: Seat
    why: Why


class VoidRound(TakesTwo, frozen=True, kw_only=True, tag="void-round"):
    """The round cannot be completed: all wagers are returned (I-8). Two people decide."""

    only_at = TableKind.POKER
    by_two = TwoPeople(led_by=FLOOR, paragraphs=("I-8",), say="Declare the round void")

    why: Why


RoundAct = (
    CompleteBetting
    | CompleteDraw
    | AwardUncontested
    | AwardPot
    | DealStreet
    | MakeForcedBet
    | Fold
    | Check
    | Call
    | Bet
    | Draw
    | ShowHand
    | MuckHand
    | FoulHand
    | VoidRound
)
