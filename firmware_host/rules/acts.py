"""What a person may ask for inside a round of play."""

from firmware_host.rules.record import Seat, Tagged


class CompleteBetting(Tagged, frozen=True, kw_only=True, tag="complete-betting"):
    """The betting round is over; what the game says comes next (burn and deal, or showdown) is done now."""


class AwardUncontested(Tagged, frozen=True, kw_only=True, tag="award-uncontested"):
    """All other players have folded (14.6(e)5). `seat` is the one left, where the dealer says it."""

    seat: Seat | None = None


class AwardPot(Tagged, frozen=True, kw_only=True, tag="award-pot"):
    """The showdown is decided: the losers' cards are in and the pot goes to `seats`, empty where not told."""

    seats: tuple[Seat, ...] = ()


RoundAct = CompleteBetting | AwardUncontested | AwardPot
