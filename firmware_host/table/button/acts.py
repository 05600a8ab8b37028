"""What may be asked of the button, its puck and the kill button."""

from firmware_host.rules.record import Seat, Tagged


class SensePuck(Tagged, frozen=True, kw_only=True, tag="sense-puck"):
    """The button puck is at this seat, or at none."""

    seat: Seat | None


ButtonAct = SensePuck
