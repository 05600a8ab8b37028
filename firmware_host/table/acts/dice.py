"""Acts at a mini-dice table, and the reports of the shaker's sensors."""

from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TableKind
from firmware_host.rules.dice.shaker import NoRoll
from firmware_host.rules.dice.wagers import Wager
from firmware_host.rules.roles import DEVICE, FLOORPERSON, TABLE
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import Positive

Face = Annotated[int, Meta(ge=1, le=6)]


class OrderedFor(StrEnum):
    """The grounds on which a floorperson may order the shaker passed (13.7(a)1ii)."""

    DELAY = "delay"
    INVALID_SHAKES = "invalid-shakes"
    VIOLATION = "violation"


class AtDice(ActBody, frozen=True, kw_only=True):
    """An act of the dealer at a mini-dice table."""

    may_ask = TABLE
    role_paragraphs: ClassVar[Paragraphs] = ("13.5(e)", "13.5(f)")
    only_at = TableKind.DICE


class SensedAtDice(ActBody, frozen=True, kw_only=True):
    """A report of one of the shaker's sensors."""

    may_ask = DEVICE
    role_paragraphs = ("13.5(e)",)
    only_at = TableKind.DICE


class PlaceWager(AtDice, frozen=True, kw_only=True, tag="place-wager"):
    """A player adds this amount to a wager."""

    role_paragraphs = ("13.6(c)",)

    seat: Seat
    wager: Wager
    cents: Positive


class TakeWagerDown(AtDice, frozen=True, kw_only=True, tag="take-wager-down"):
    """A player takes back the amount placed on this wager since wagers were opened."""

    role_paragraphs = ("I-2",)

    seat: Seat
    wager: Wager


class CloseBets(AtDice, frozen=True, kw_only=True, tag="close-bets"):
    """The dealer calls "no more bets" and puts the cover on (I-1)."""

    role_paragraphs = ("I-1",)


class PutCoverOn(AtDice, frozen=True, kw_only=True, tag="put-cover-on"):
    """The dice are in the shaker and the cover is on again."""


class CompleteDealerShake(AtDice, frozen=True, kw_only=True, tag="complete-dealer-shake"):
    """The dealer has shaken; the shaker goes to the player with the right to it, or is offered (I-1, 13.7)."""

    role_paragraphs = ("I-1", "13.7(b)")


class AcceptShaker(AtDice, frozen=True, kw_only=True, tag="accept-shaker"):
    """The player who was offered the shaker accepts it."""

    role_paragraphs = ("13.7(b)",)

    seat: Seat


class RefuseShaker(AtDice, frozen=True, kw_only=True, tag="refuse-shaker"):
    """The player who was offered the shaker declines it."""

    role_paragraphs = ("13.7(b)",)

    seat: Seat


class RefuseForAll(AtDice, frozen=True, kw_only=True, tag="refuse-for-all"):
    """The player who was offered the shaker and all players still to be asked decline it."""

    role_paragraphs = ("13.7(b)",)


class PassShaker(AtDice, frozen=True, kw_only=True, tag="pass-shaker"):
    """The player with the right to the shaker passes it (13.7(a))."""

    role_paragraphs = ("13.7(b)",)


class OrderShakerPassed(AtDice, frozen=True, kw_only=True, tag="order-shaker-passed"):
    """A floorperson orders the player with the shaker to pass it (13.7(a)1ii)."""

    may_ask = FLOORPERSON
    role_paragraphs = ("13.7(a)1ii",)

    why: OrderedFor


class Uncover(AtDice, frozen=True, kw_only=True, tag="uncover"):
    """The shooter has shaken; the shaker is back in front of the dealer with its cover off (13.5(e))."""


class NoteDie(AtDice, frozen=True, kw_only=True, tag="note-die"):
    """The uppermost face of the first die."""

    face: Face


class CallSum(AtDice, frozen=True, kw_only=True, tag="call-sum"):
    """The dealer calls the sum of the uppermost faces (13.5(e))."""

    role_paragraphs = ("13.5(f)",)

    dice: tuple[Face, Face]


class CallNoRoll(AtDice, frozen=True, kw_only=True, tag="call-no-roll"):
    """The dealer calls a no roll (13.8(a))."""

    role_paragraphs = ("13.8(a)",)

    why: NoRoll


class CollectLosers(AtDice, frozen=True, kw_only=True, tag="collect-losers"):
    """The dealer has collected all losing wagers (13.5(f))."""

    role_paragraphs = ("13.5(f)",)


class PayWinners(AtDice, frozen=True, kw_only=True, tag="pay-winners"):
    """The dealer has paid all winning wagers (13.5(f))."""

    role_paragraphs = ("13.5(f)",)


class SenseCover(SensedAtDice, frozen=True, kw_only=True, tag="sense-cover"):
    """The cover was put on the shaker, or taken off."""

    on: bool
    """Whether the cover is on."""


class SenseShakes(SensedAtDice, frozen=True, kw_only=True, tag="sense-shakes"):
    """The shaker was shaken this many times without a pause."""

    count: Annotated[int, Meta(ge=1)]
    """How often the shaker was shaken."""


class SenseDock(SensedAtDice, frozen=True, kw_only=True, tag="sense-dock"):
    """The shaker was put down in its place before the dealer, or taken from it."""

    docked: bool


class SenseTamper(SensedAtDice, frozen=True, kw_only=True, tag="sense-shaker-tamper"):
    """The contact in the shaker's base opened or closed; `why` is set where no contact is fitted any more."""

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
