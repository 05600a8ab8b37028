"""What may be asked of the floorperson at the table."""

from firmware_host.rules.record import Tagged


class CallFloor(Tagged, frozen=True, kw_only=True, tag="call-floor"):
    """The dealer wants a floorperson at the table."""


class EndFloorCall(Tagged, frozen=True, kw_only=True, tag="end-floor-call"):
    """The floorperson has been, or is no longer wanted."""


FloorAct = CallFloor | EndFloorCall
