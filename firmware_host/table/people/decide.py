"""Who is enrolled, whose PIN was wrong, and who deals."""

from typing import assert_never

from firmware_host.table.contract import Intent
from firmware_host.table.drafts import Decision
from firmware_host.table.people import enrolling, locking, relieving
from firmware_host.table.people.acts import (
    BeginTrust,
    EnrolPerson,
    PeopleAct,
    RelieveDealer,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokePerson,
)
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: PeopleAct) -> Decision:
    """Answer what concerns a person."""
    match act:
        case BeginTrust():
            return enrolling.begin_trust(state, act)
        case EnrolPerson():
            return enrolling.enrol(state, act)
        case RevokePerson():
            return enrolling.revoke(state, act)
        case ResetPin():
            return enrolling.reset_pin(state, act)
        case ReportWrongPin(person=name):
            return locking.wrong_pin(state, name, intent.at)
        case ReportRightPin(person=name):
            return locking.right_pin(state, name, intent.at)
        case RelieveDealer():
            return relieving.relieve(state, act)
        case _:
            assert_never(act)
