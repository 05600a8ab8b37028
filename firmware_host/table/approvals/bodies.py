"""What can become true where two people are needed. `of` is the number of the fact that asked for the second one."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged
from firmware_host.table.approvals.acts import Approvable


class ApprovalRequested(Tagged, frozen=True, kw_only=True, tag="approval-requested"):
    """The fact's actor, in this role, wants this. Nothing of it is true yet."""

    act: Approvable
    why: str
    role: Role


class ApprovalGiven(Tagged, frozen=True, kw_only=True, tag="approval-given"):
    """
    Two people answer for what follows: the facts after this one, of the same cause.

    `waits` says that it is done at the end of the round under way instead.
    """

    of: int
    asked_by: str
    asked_as: Role
    approved_by: str
    approved_as: Role
    why: str
    waits: bool = False


class ApprovalCarriedOut(Tagged, frozen=True, kw_only=True, tag="approval-carried-out"):
    """The round is over and what two people agreed on in it is done: the facts after this one, of the same cause."""

    of: int
    asked_by: str
    approved_by: str


class ApprovalDeclined(Tagged, frozen=True, kw_only=True, tag="approval-declined"):
    """The fact's actor, in this role, has put an end to the request."""

    of: int
    role: Role
    why: str = ""


class ApprovalExpired(Tagged, frozen=True, kw_only=True, tag="approval-expired"):
    """No second person came in time, or what was agreed on can no longer be done; nothing was."""

    of: int


ApprovalsBody = ApprovalRequested | ApprovalGiven | ApprovalCarriedOut | ApprovalDeclined | ApprovalExpired
