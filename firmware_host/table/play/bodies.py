"""What can become true of a round of play."""

from firmware_host.rules.record import Tagged


class RoundHalted(Tagged, frozen=True, kw_only=True, tag="round-halted"):
    """
    Something is wrong with the deck in play: two people decide on the round before anything more is dealt (I-8).

    `may_be_awarded` where what was dealt already is not in doubt.
    """

    why: str
    may_be_awarded: bool = False


class RoundContinued(Tagged, frozen=True, kw_only=True, tag="round-continued"):
    """Two people let the round go on; it carries the mark."""

    why: str


PlayBody = RoundHalted | RoundContinued
