"""What can become true of the floorperson at the table."""

from firmware_host.rules.record import Tagged


class FloorCalled(Tagged, frozen=True, kw_only=True, tag="floor-called"):
    """A floorperson is wanted at the table."""


class FloorCallEnded(Tagged, frozen=True, kw_only=True, tag="floor-call-ended"):
    """The floorperson came, or was no longer wanted."""


FloorBody = FloorCalled | FloorCallEnded
