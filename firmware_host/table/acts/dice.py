"""What may be asked of a mini-dice table, or seen by the sensors of its shaker."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act import ActBody, TableKind
from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.roles import DEVICE, FLOORPERSON, TABLE
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import Positive

Face = Annotated[int, Meta(ge=1, le=6)]


class OrderedFor(StrEnum):
    """What lets a floorperson order the shaker passed (13.7(a)1ii)."""

    DELAY = "delay"
    INVALID_SHAKES = "invalid-shakes"
    VIOLATION = "violation"


class AtDice(ActBody, frozen=True, kw_only=True):
    """An act of the dealer at a mini-dice table."""

    may_ask = TABLE
    only_at = TableKind.DICE


class SensedAtDice(ActBody, frozen=True, kw_only=True):
    """What a sensor of the shaker saw."""

    may_ask = DEVICE
    only_at = TableKind.DICE


class PlaceWager(AtDice, frozen=True, kw_only=True, tag="place-wager"):
    """A player puts this much on a wager, on top of what lies there."""

    seat: Seat
    wager: Wager
    cents: Positive


class TakeWagerDown(AtDice, frozen=True, kw_only=True, tag="take-wager-down"):
    """A player takes back what was put on this wager since wagers were opened."""

    seat: Seat
    wager: Wager


class CloseBets(AtDice, frozen=True, kw_only=True, tag="close-bets"):
    """No more bets is called, and the cover goes on (I-1)."""


class PutCoverOn(AtDice, frozen=True, kw_only=True, tag="put-cover-on"):
    """The dice are in and the cover is on again."""


class CompleteDealerShake(AtDice, frozen=True, kw_only=True, tag="complete-dealer-shake"):
    """The dealer has shaken; the shaker goes to whom it is due, or is offered (I-1, 13.7)."""


class AcceptShaker(AtDice, frozen=True, kw_only=True, tag="accept-shaker"):
    """The player who is offered the shaker takes it."""

    seat: Seat


class RefuseShaker(AtDice, frozen=True, kw_only=True, tag="refuse-shaker"):
    """The player who is offered the shaker does not take it."""

    seat: Seat


class RefuseForAll(AtDice, frozen=True, kw_only=True, tag="refuse-for-all"):
    """Neither the player who is offered the shaker nor any of those still to be asked takes it."""


class PassShaker(AtDice, frozen=True, kw_only=True, tag="pass-shaker"):
    """The one who has the right to the shaker passes it (13.7(a))."""


class OrderShakerPassed(AtDice, frozen=True, kw_only=True, tag="order-shaker-passed"):
    """A floorperson orders the player who has the shaker to pass it (13.7(a)1ii)."""

    may_ask = FLOORPERSON
    role_paragraphs = ("13.7(a)1ii",)

    why: OrderedFor


class Uncover(AtDice, frozen=True, kw_only=True, tag="uncover"):
    """The shooter has shaken, the shaker stands in front of the dealer and its cover is off (13.5(e))."""


class NoteDie(AtDice, frozen=True, kw_only=True, tag="note-die"):
    """The uppermost face of the first die."""

    face: Face


class CallSum(AtDice, frozen=True, kw_only=True, tag="call-sum"):
    """The sum of the uppermost faces is called (13.5(e))."""

    dice: tuple[Face, Face]


class CallNoRoll(AtDice, frozen=True, kw_only=True, tag="call-no-roll"):
    """A no roll is called (13.8(a))."""

    why: NoRoll


class CollectLosers(AtDice, frozen=True, kw_only=True, tag="collect-losers"):
    """All losing wagers are collected (13.5(f))."""


class PayWinners(AtDice, frozen=True, kw_only=True, tag="pay-winners"):
    """All winning wagers are paid (13.5(f))."""


class SenseCover(SensedAtDice, frozen=True, kw_only=True, tag="sense-cover"):
    """The cover is on the shaker, or no longer."""

    on: bool


class SenseShakes(SensedAtDice, frozen=True, kw_only=True, tag="sense-shakes"):
    """The shaker was shaken so many times in one go."""

    count: Annotated[int, Meta(ge=1)]


class SenseDock(SensedAtDice, frozen=True, kw_only=True, tag="sense-dock"):
    """The shaker stands in its place before the dealer, or no longer."""

    docked: bool


class SenseTamper(SensedAtDice, frozen=True, kw_only=True, tag="sense-shaker-tamper"):
    """The contact inside the shaker's base says that it was opened, or is closed again; `why`, that there is none."""

    open: bool
    why: str = ""


ShakerSensed = SenseCover | SenseShakes | SenseDock | SenseTamper

DiceAct = (
    PlaceWager
    | TakeWagerDown
    | CloseBets
    | PutCoverOn
    | CompleteDealerShake
    | AcceptShaker
    | RefuseShaker
    | RefuseForAll
    | PassShaker
    | OrderShakerPassed
    | Uncover
    | NoteDie
    | CallSum
    | CallNoRoll
    | CollectLosers
    | PayWinners
    | ShakerSensed
)
