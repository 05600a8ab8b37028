"""Facts about a round of poker besides the engine's own: the button, the kill button, the game, a halted round."""

from firmware_host.rules.game import GameName
from firmware_host.rules.struct import Seat, Tagged


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


class ButtonPlaced(Tagged, frozen=True, kw_only=True, tag="button-placed"):
    """The button's first place (14.10(c)2)."""

    seat: Seat


class ButtonMoved(Tagged, frozen=True, kw_only=True, tag="button-moved"):
    """Clockwise after a round of play (14.10(c)3)."""

    seat: Seat


class KillButtonPlaced(Tagged, frozen=True, kw_only=True, tag="kill-button-placed"):
    """This player won a whole pot that qualifies: the limits are raised for the next hand (14.11(A)(i))."""

    seat: Seat


class KillButtonMoved(Tagged, frozen=True, kw_only=True, tag="kill-button-moved"):
    """Another player won a whole pot that qualifies: the limits stay raised."""

    seat: Seat


class KillButtonCollected(Tagged, frozen=True, kw_only=True, tag="kill-button-collected"):
    """The pot was divided, or does not qualify: the posted limits are back."""


class ButtonTakenAway(Tagged, frozen=True, kw_only=True, tag="button-taken-away"):
    """Another game is played, which has no button."""


class PuckSeen(Tagged, frozen=True, kw_only=True, tag="puck-seen"):
    """Where the sensors see the button's puck; none when it is between seats."""

    seat: Seat | None


ButtonBody = (
    ButtonPlaced | ButtonMoved | ButtonTakenAway | KillButtonPlaced | KillButtonMoved | KillButtonCollected | PuckSeen
)


class GameChanged(Tagged, frozen=True, kw_only=True, tag="game-changed"):
    """This game is played from here on, as the configuration in force posts it."""

    game: GameName


GamesBody = GameChanged
