"""What may be asked about people: who is enrolled, who is revoked, who deals."""

from firmware_host.rules.answers import Role
from firmware_host.rules.record import Tagged
from firmware_host.table.people.person import PersonName


class BeginTrust(Tagged, frozen=True, kw_only=True, tag="begin-trust"):
    """Root stands at the console and names the first casino supervisor: everybody else follows from this one."""

    person: PersonName
    roles: tuple[Role, ...]


class EnrolPerson(Tagged, frozen=True, kw_only=True, tag="enrol-person"):
    """This person acts in these roles from now on, and in no others."""

    person: PersonName
    roles: tuple[Role, ...]


class RevokePerson(Tagged, frozen=True, kw_only=True, tag="revoke-person"):
    """This person does nothing at this table any more."""

    person: PersonName


class ResetPin(Tagged, frozen=True, kw_only=True, tag="reset-pin"):
    """This person gets another PIN. The PIN itself is never part of what is asked of the table."""

    person: PersonName


class ReportWrongPin(Tagged, frozen=True, kw_only=True, tag="report-wrong-pin"):
    """Whoever checks PINs was given a wrong one in this person's name."""

    person: PersonName


class ReportRightPin(Tagged, frozen=True, kw_only=True, tag="report-right-pin"):
    """Whoever checks PINs was given the right one."""

    person: PersonName


class RelieveDealer(Tagged, frozen=True, kw_only=True, tag="relieve-dealer"):
    """This dealer takes over; the keys act as this one from now on."""

    dealer: PersonName


PeopleAct = BeginTrust | EnrolPerson | RevokePerson | ResetPin | ReportWrongPin | ReportRightPin | RelieveDealer
