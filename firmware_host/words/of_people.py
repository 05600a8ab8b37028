"""Who is known to the table, and who deals: a line for each kind of fact."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.table.facts.floor import (
    DealerOnDuty,
    DealerRelieved,
    KeyEnrolled,
    KeyRevoked,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
)


def _enrolled(body: PersonEnrolled) -> str:
    roles = " and ".join(role.value.replace("-", " ") for role in body.roles)
    by = ", named by root at the console" if body.start_of_trust else ""
    by = ", as in the record before" if body.carried_over else by
    return f"{body.person} is enrolled as {roles}{by}."


def _refused(body: PinRefused) -> str:
    wait = f"; for {body.wait_s} seconds no other is looked at" if body.wait_s else ""
    return f"A wrong PIN for {body.person}, number {body.wrong_pins} in a row{wait}."


WORDS: Mapping[type, Callable[[Any], str]] = {
    PersonEnrolled: _enrolled,
    KeyEnrolled: lambda it: f"What key {it.key} signs is asked by {it.actor} as {it.role.value.replace('-', ' ')}.",
    KeyRevoked: lambda it: f"Key {it.key} of {it.actor} is revoked.",
    PersonRevoked: lambda it: f"{it.person} is revoked and may do nothing here any more.",
    PinReset: lambda it: f"{it.person} gets another PIN.",
    PinRefused: _refused,
    PinAccepted: lambda it: f"The right PIN for {it.person}, after wrong ones.",
    DealerOnDuty: lambda it: f"{it.dealer} is on duty; the keys act as this dealer.",
    DealerRelieved: lambda it: f"{it.dealer} takes over from {it.relieved}; the keys act as {it.dealer}.",
    ReliefDue: lambda it: f"{it.dealer} is due to be relieved.",
}
