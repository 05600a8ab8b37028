"""Acts of the floor: alerts, calls, people, command keys, opening and closing."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.decision import Role
from firmware_host.rules.struct import Tagged
from firmware_host.table.identities import KeyId, PersonName, PublicKey

Note = Annotated[str, Meta(max_length=200)]

"""What was found and done, in the words of who did it."""


class AcknowledgeAlert(Tagged, frozen=True, kw_only=True, tag="acknowledge-alert"):
    """Somebody has seen it and looks after it."""

    alert: int


class ClearAlert(Tagged, frozen=True, kw_only=True, tag="clear-alert"):
    """Its cause is over and what had to be done is done."""

    alert: int
    note: Note = ""


AlertsAct = AcknowledgeAlert | ClearAlert


class CallFloor(Tagged, frozen=True, kw_only=True, tag="call-floor"):
    """The dealer wants a floorperson at the table."""


class EndFloorCall(Tagged, frozen=True, kw_only=True, tag="end-floor-call"):
    """The floorperson has been, or is no longer wanted."""


FloorAct = CallFloor | EndFloorCall


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


class EnrolKey(Tagged, frozen=True, kw_only=True, tag="enrol-key"):
    """Whatever this key signs is asked by `actor` in this role from now on."""

    public: PublicKey
    actor: PersonName
    role: Role


class RevokeKey(Tagged, frozen=True, kw_only=True, tag="revoke-key"):
    """Whatever this key signs is refused from now on."""

    key: KeyId


KeysAct = EnrolKey | RevokeKey


class OpenTable(Tagged, frozen=True, kw_only=True, tag="open-table"):
    """Open the table for play, or go on after idling: two players have looked at both decks (14.4(c), 14.5(d))."""


class IdleTable(Tagged, frozen=True, kw_only=True, tag="idle-table"):
    """There is no gaming activity: the decks are spread out on the table, face up or face down (14.5(d))."""

    face_up: bool = True


class CloseTable(Tagged, frozen=True, kw_only=True, tag="close-table"):
    """The table is closed; its decks leave it."""


SessionAct = OpenTable | IdleTable | CloseTable
