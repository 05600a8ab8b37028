"""Who is known, and who is on duty, folded."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.people.bodies import (
    DealerOnDuty,
    DealerRelieved,
    PeopleBody,
    PersonEnrolled,
    PersonRevoked,
    PinAccepted,
    PinRefused,
    PinReset,
    ReliefDue,
)
from firmware_host.table.people.person import Person
from firmware_host.table.state import TableState


def folded(state: TableState, body: PeopleBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    match body:
        case DealerOnDuty(dealer=dealer) | DealerRelieved(dealer=dealer):
            return replace(state, dealer=dealer, dealer_since=fact.at, relief_due=False)
        case ReliefDue():
            return replace(state, relief_due=True)
        case _:
            known = state.people.get(body.person, Person(roles=()))
            return replace(state, people={**state.people, body.person: _person(known, body, fact)})


def _person(
    known: Person, body: PersonEnrolled | PersonRevoked | PinReset | PinRefused | PinAccepted, fact: Fact
) -> Person:
    match body:
        case PersonEnrolled(roles=roles):
            goes_on = known.pin_of and not known.revoked
            return Person(roles=roles, pin_of=known.pin_of if goes_on else fact.number)
        case PersonRevoked():
            return replace(known, revoked=True)
        case PinRefused(wrong_pins=wrong_pins, wait_s=wait_s):
            return replace(known, wrong_pins=wrong_pins, wrong_at=fact.at, wait_s=wait_s)
        case PinReset():
            return Person(roles=known.roles, revoked=known.revoked, pin_of=fact.number)
        case PinAccepted():
            return replace(known, wrong_pins=0, wrong_at=None, wait_s=0)
        case _:
            assert_never(body)
