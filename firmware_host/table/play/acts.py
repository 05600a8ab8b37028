"""What may be asked of a round of play."""

from firmware_host.rules.acts import Why
from firmware_host.rules.answers import Key
from firmware_host.rules.record import Tagged


class Deal(Tagged, frozen=True, kw_only=True, tag="deal"):
    """The blinds are in; begin a round of play."""


class PressKey(Tagged, frozen=True, kw_only=True, tag="press-key"):
    """The dealer on duty pressed a key; it does what the step with that key says."""

    key: Key


class ContinueRound(Tagged, frozen=True, kw_only=True, tag="continue-round"):
    """Let a halted round go on (I-8). It takes two people."""

    why: Why


PlayAct = Deal | PressKey | ContinueRound
