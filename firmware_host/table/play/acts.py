"""What may be asked of a round of play."""

from firmware_host.rules.answers import Key
from firmware_host.rules.record import Tagged


class Deal(Tagged, frozen=True, kw_only=True, tag="deal"):
    """The blinds are in; begin a round of play."""


class PressKey(Tagged, frozen=True, kw_only=True, tag="press-key"):
    """The dealer on duty pressed a key; it does what the step with that key says."""

    key: Key


class TakeBack(Tagged, frozen=True, kw_only=True, tag="take-back"):
    """The last step of this round was a slip of the finger."""


PlayAct = Deal | PressKey | TakeBack
