"""What became true inside a round of play: the bodies of its facts."""

from firmware_host.rules.game import GameName, StreetName, Tracking
from firmware_host.rules.record import Seat, Tagged


class RoundStarted(Tagged, frozen=True, kw_only=True, tag="round-started"):
    """These seats are dealt in, in this game. `button` is none in the stud games."""

    game: GameName
    tracking: Tracking
    seats: tuple[Seat, ...]
    button: Seat | None


class BlindsPosted(Tagged, frozen=True, kw_only=True, tag="blinds-posted"):
    """In this order, before any card (14.7(b)2)."""

    seats: tuple[Seat, ...]


class HandsDealt(Tagged, frozen=True, kw_only=True, tag="hands-dealt"):
    """Each of these seats, in the order dealt, has this many cards down."""

    seats: tuple[Seat, ...]
    down: int


class BettingCompleted(Tagged, frozen=True, kw_only=True, tag="betting-completed"):
    """Every player has called, folded or gone all-in on this street."""

    street: StreetName


class CardBurned(Tagged, frozen=True, kw_only=True, tag="card-burned"):
    """One card off the top, face down, kept apart from the discards (14.6(e)3). Nobody knows it."""

    street: StreetName


class CommunityDealt(Tagged, frozen=True, kw_only=True, tag="community-dealt"):
    """Cards face up for all; `??` where the table was not shown them."""

    street: StreetName
    cards: tuple[str, ...]


class ShowdownBegan(Tagged, frozen=True, kw_only=True, tag="showdown-began"):
    """More than one player is left after the last betting round."""


class LosingHandsCollected(Tagged, frozen=True, kw_only=True, tag="losing-hands-collected"):
    """Before the pot is pushed (14.6(e)5)."""


class PotAwarded(Tagged, frozen=True, kw_only=True, tag="pot-awarded"):
    """The pot went to these seats, empty where the dealer did not say; `uncontested` when all others folded."""

    seats: tuple[Seat, ...] = ()
    uncontested: bool


class RoundCompleted(Tagged, frozen=True, kw_only=True, tag="round-completed"):
    """The winner is paid and every card is back. The counts are what was out, for the stub and discard counts."""

    stub: int
    burns: int
    board: int
    hands: int


RoundBody = (
    RoundStarted
    | BlindsPosted
    | HandsDealt
    | BettingCompleted
    | CardBurned
    | CommunityDealt
    | ShowdownBegan
    | LosingHandsCollected
    | PotAwarded
    | RoundCompleted
)
