"""What can become true of the button, its puck and the kill button."""

from firmware_host.rules.record import Seat, Tagged


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
