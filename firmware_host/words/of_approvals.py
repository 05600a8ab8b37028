"""What takes two people: a line for each kind of fact of a request's life."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.table.facts.floor import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
)

WORDS: Mapping[type, Callable[[Any], str]] = {
    ApprovalRequested: lambda it: f"The {it.role} asks for a second person: {it.act.by_two.say} ({it.why}).",
    ApprovalGiven: lambda it: (
        f"Two people answer for what follows: {it.asked_by} ({it.asked_as}) asked for it, "
        f"{it.approved_by} ({it.approved_as}) approves: {it.why}."
    ),
    ApprovalCarriedOut: lambda it: f"What {it.asked_by} and {it.approved_by} agreed on is done (request {it.of}).",
    ApprovalDeclined: lambda it: f"The {it.role} declines request {it.of}{f': {it.why}' if it.why else ''}.",
    ApprovalExpired: lambda it: f"Request {it.of} found no second person in time, or can no longer be done.",
}
