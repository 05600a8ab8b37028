"""What a house may post as an option and this table does not (I-7). Refused by name, never half done."""

from typing import assert_never

from firmware_host.rules.answers import Code, Refusal
from firmware_host.table.seating.acts import ChangeSeat, PostMissedBlinds, Straddle

NotOffered = Straddle | PostMissedBlinds | ChangeSeat


def refusal(act: NotOffered) -> Refusal:
    """Return why the option is not to be had here."""
    return Refusal(
        code=Code.NOT_OFFERED,
        paragraphs=("I-7",),
        reason=f"{_option(act)} is an option this table does not offer",
        allowed_by="a table that posts it on its sign (`straddle`, `missed_blinds`, `seat_changes`)",
    )


def _option(act: NotOffered) -> str:
    match act:
        case Straddle():
            return "a straddle"
        case PostMissedBlinds():
            return "posting missed blinds"
        case ChangeSeat():
            return "changing seats"
        case _:
            assert_never(act)
