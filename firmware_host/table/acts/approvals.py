"""What may be asked of two people. `request` is the number of the fact that asks for the second one."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.round_acts import VoidRound, Why
from firmware_host.rules.struct import Tagged
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration

Reason = Annotated[str, Meta(max_length=200)]

"""Why not, where somebody says so."""


Approvable = (
    VoidRound | ContinueRound | CorrectWager | AdjustMoney | CorrectSum | Recount | OverrideGate | AdoptConfiguration
)

"""What nobody decides alone."""


class RequestApproval(Tagged, frozen=True, kw_only=True, tag="request-approval"):
    """The first of two people wants this and says why."""

    act: Approvable
    why: Why


class Approve(Tagged, frozen=True, kw_only=True, tag="approve"):
    """The second of two people agrees: it is done now, or refused for what stands in its way now."""

    request: int


class Decline(Tagged, frozen=True, kw_only=True, tag="decline"):
    """It is not to be done; or who asked for it no longer wants it."""

    request: int
    why: Reason = ""


ApprovalsAct = RequestApproval | Approve | Decline
