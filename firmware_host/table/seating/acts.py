"""What may be asked of who sits where, with what."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.record import Seat, Tagged


class AddChips(Tagged, frozen=True, kw_only=True, tag="add-chips"):
    """A player puts more on the table, between rounds (14.7(c)1)."""

    seat: Seat
    cents: Annotated[int, Meta(gt=0)]


class Straddle(Tagged, frozen=True, kw_only=True, tag="straddle"):
    """A player wants to post a further blind and keep the option (I-7)."""

    seat: Seat
    cents: Annotated[int, Meta(gt=0)]


class PostMissedBlinds(Tagged, frozen=True, kw_only=True, tag="post-missed-blinds"):
    """A player who was away wants to make up for the blinds he missed (I-7)."""

    seat: Seat


class ChangeSeat(Tagged, frozen=True, kw_only=True, tag="change-seat"):
    """A player wants to sit elsewhere at this table (I-7)."""

    seat: Seat
    to: Seat


SeatingAct = AddChips | Straddle | PostMissedBlinds | ChangeSeat
