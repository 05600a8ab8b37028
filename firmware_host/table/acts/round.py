"""Acts in and around a round of poker: deal, press a key, continue, the button, a change of game."""

from firmware_host.rules.act_and_fact import ActBody, TableKind, TakesTwo, TwoPeople
from firmware_host.rules.decision import Key
from firmware_host.rules.game import GameName
from firmware_host.rules.roles import DEALER, DEVICE, FLOOR, STAKES, TABLE
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat


class Deal(ActBody, frozen=True, kw_only=True, tag="deal"):
    """The blinds are in; begin a round of play."""

    may_ask = TABLE
    role_paragraphs = ("14.6(b)",)
    only_at = TableKind.POKER


class PressKey(ActBody, frozen=True, kw_only=True, tag="press-key"):
    """The dealer on duty pressed a key, which does the step assigned to that key."""

    may_ask = DEALER
    role_paragraphs = ("14.6(b)",)
    role_paragraphs_at_dice = ("13.5(e)",)

    key: Key
    """The key, and whether it was held."""


class ContinueRound(TakesTwo, frozen=True, kw_only=True, tag="continue-round"):
    """Continue a halted round (I-8). Needs two people."""

    by_two = TwoPeople(led_by=FLOOR, paragraphs=("I-8",), say="Continue the halted round")

    why: Why


PlayAct = Deal | PressKey | ContinueRound


class SensePuck(ActBody, frozen=True, kw_only=True, tag="sense-puck"):
    """The button puck is at this seat, or at none."""

    may_ask = DEVICE
    role_paragraphs = ("14.10(c)",)
    only_at = TableKind.POKER

    seat: Seat | None
    """The seat whose sensor sees the puck; null if none does."""


ButtonAct = SensePuck


class ChangeGame(ActBody, frozen=True, kw_only=True, tag="change-game"):
    """From the next round on play this game, one that the table posts, at its posted stakes."""

    may_ask = STAKES
    role_paragraphs = ("14.8(a)", "19:47-8.3")
    only_at = TableKind.POKER

    game: GameName


GamesAct = ChangeGame
