"""Which facts may be taken back, by whom and until when. Data, with its reason."""

from firmware_host.rules.answers import Role
from firmware_host.rules.bodies import BettingCompleted, CardBurned, CommunityDealt, ShowdownBegan
from firmware_host.rules.record import Paragraphs, Record

SLIP: Paragraphs = ("14.6(e)2",)
"""The record says what the dealer indicated; a slip of the finger indicated nothing."""


class Correctable(Record, frozen=True, kw_only=True):
    """One kind of fact that may be taken back, while it is part of the latest step of its round."""

    body: type
    by: tuple[Role, ...]
    paragraphs: Paragraphs = SLIP


LATEST_STEP: tuple[Correctable, ...] = tuple(
    Correctable(body=body, by=(Role.DEALER, Role.FLOORPERSON))
    for body in (BettingCompleted, CardBurned, CommunityDealt, ShowdownBegan)
)


def may_be_taken_back(body: object) -> bool:
    """Return whether a fact with this body is still open to correction as part of the latest step."""
    return isinstance(body, tuple(rule.body for rule in LATEST_STEP))
