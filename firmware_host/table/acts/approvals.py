"""Acts of an approval by two people. `request` is the number of the fact that asks for the second person."""

from typing import Annotated, get_args

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import Who
from firmware_host.rules.round_acts import VoidRound, Why
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.floor import EnrolKey, EnrolPerson, ResetPin
from firmware_host.table.acts.record_in_doubt import AcceptRecordEnd
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.shuffler import AdoptHouseKey
from firmware_host.table.acts.system import AdoptConfiguration

Reason = Annotated[str, Meta(max_length=200)]
"""Why a request was declined; optional."""


Approvable = (
    VoidRound
    | ContinueRound
    | CorrectWager
    | AdjustMoney
    | CorrectSum
    | Recount
    | OverrideGate
    | AdoptConfiguration
    | EnrolPerson
    | ResetPin
    | EnrolKey
    | AdoptHouseKey
    | AcceptRecordEnd
)
"""The acts that need two people."""


EITHER: Who = frozenset[Role]().union(*(act.by_two.who for act in get_args(Approvable)))
"""Every role that may be one of the two people for at least one of these acts."""


class RequestApproval(ActBody, frozen=True, kw_only=True, tag="request-approval"):
    """The first of two people asks for this act and says why."""

    may_ask = EITHER

    act: Approvable
    why: Why


class Approve(ActBody, frozen=True, kw_only=True, tag="approve"):
    """The second of two people agrees. The act is decided now, and may still be refused."""

    may_ask = EITHER
    of_no_turn = True

    request: int


class Decline(ActBody, frozen=True, kw_only=True, tag="decline"):
    """A person who may approve the request rejects it, or the person who asked withdraws it."""

    may_ask = EITHER
    of_no_turn = True

    request: int
    why: Reason = ""


ApprovalsAct = RequestApproval | Approve | Decline
