"""Acts in and around a round of poker: deal, press a key, the button, a change of game."""

from typing import ClassVar

from firmware_host.rules.decision import Key
from firmware_host.rules.game import GameName
from firmware_host.rules.round_acts import Why
from firmware_host.rules.struct import Seat, Tagged


class Deal(Tagged, frozen=True, kw_only=True, tag="deal"):
    """The blinds are in; begin a round of play."""


class PressKey(Tagged, frozen=True, kw_only=True, tag="press-key"):
    """The dealer on duty pressed a key; it does what the step with that key says."""

    key: Key


class ContinueRound(Tagged, frozen=True, kw_only=True, tag="continue-round"):
    """Let a halted round go on (I-8). It takes two people."""

    in_words: ClassVar[str] = "Let the halted round go on"

    why: Why


PlayAct = Deal | PressKey | ContinueRound


class SensePuck(Tagged, frozen=True, kw_only=True, tag="sense-puck"):
    """The button puck is at this seat, or at none."""

    seat: Seat | None


ButtonAct = SensePuck


class ChangeGame(Tagged, frozen=True, kw_only=True, tag="change-game"):
    """From the next round on, this game of those the table posts, for what it is posted for."""

    game: GameName


GamesAct = ChangeGame
