"""Acts of the floor: alerts, calls, people, command keys, opening and closing."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act import ActBody
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICES, HOST, SUPERVISOR, TABLE
from firmware_host.table.identities import KeyId, PersonName, PublicKey

Note = Annotated[str, Meta(max_length=200)]

"""What was found and done, in the words of who did it."""


class AcknowledgeAlert(ActBody, frozen=True, kw_only=True, tag="acknowledge-alert"):
    """Somebody has seen it and looks after it."""

    may_ask = DEVICES
    of_no_turn = True

    alert: int


class ClearAlert(ActBody, frozen=True, kw_only=True, tag="clear-alert"):
    """Its cause is over and what had to be done is done."""

    may_ask = DEVICES
    of_no_turn = True

    alert: int
    note: Note = ""


AlertsAct = AcknowledgeAlert | ClearAlert


class CallFloor(ActBody, frozen=True, kw_only=True, tag="call-floor"):
    """The dealer wants a floorperson at the table."""

    may_ask = TABLE


class EndFloorCall(ActBody, frozen=True, kw_only=True, tag="end-floor-call"):
    """The floorperson has been, or is no longer wanted."""

    may_ask = TABLE


FloorAct = CallFloor | EndFloorCall


class BeginTrust(ActBody, frozen=True, kw_only=True, tag="begin-trust"):
    """Root stands at the console and names the first casino supervisor: everybody else follows from this one."""

    may_ask = HOST

    person: PersonName
    roles: tuple[Role, ...]


class EnrolPerson(ActBody, frozen=True, kw_only=True, tag="enrol-person"):
    """This person acts in these roles from now on, and in no others."""

    may_ask = SUPERVISOR

    person: PersonName
    roles: tuple[Role, ...]


class RevokePerson(ActBody, frozen=True, kw_only=True, tag="revoke-person"):
    """This person does nothing at this table any more."""

    may_ask = SUPERVISOR | HOST

    person: PersonName


class ResetPin(ActBody, frozen=True, kw_only=True, tag="reset-pin"):
    """This person gets another PIN. The PIN itself is never part of what is asked of the table."""

    may_ask = SUPERVISOR

    person: PersonName


class ReportWrongPin(ActBody, frozen=True, kw_only=True, tag="report-wrong-pin"):
    """Whoever checks PINs was given a wrong one in this person's name."""

    may_ask = HOST

    person: PersonName


class ReportRightPin(ActBody, frozen=True, kw_only=True, tag="report-right-pin"):
    """Whoever checks PINs was given the right one."""

    may_ask = HOST

    person: PersonName


class RelieveDealer(ActBody, frozen=True, kw_only=True, tag="relieve-dealer"):
    """This dealer takes over; the keys act as this one from now on."""

    may_ask = TABLE | {Role.POKER_SHIFT_SUPERVISOR}

    dealer: PersonName


PeopleAct = BeginTrust | EnrolPerson | RevokePerson | ResetPin | ReportWrongPin | ReportRightPin | RelieveDealer


class EnrolKey(ActBody, frozen=True, kw_only=True, tag="enrol-key"):
    """Whatever this key signs is asked by `actor` in this role from now on."""

    may_ask = SUPERVISOR

    public: PublicKey
    actor: PersonName
    role: Role


class RevokeKey(ActBody, frozen=True, kw_only=True, tag="revoke-key"):
    """Whatever this key signs is refused from now on."""

    may_ask = SUPERVISOR | HOST

    key: KeyId


KeysAct = EnrolKey | RevokeKey


class OpenTable(ActBody, frozen=True, kw_only=True, tag="open-table"):
    """Open the table for play, or go on after idling: two players have looked at both decks (14.4(c), 14.5(d))."""

    may_ask = TABLE


class IdleTable(ActBody, frozen=True, kw_only=True, tag="idle-table"):
    """There is no gaming activity: the decks are spread out on the table, face up or face down (14.5(d))."""

    may_ask = TABLE

    face_up: bool = True


class CloseTable(ActBody, frozen=True, kw_only=True, tag="close-table"):
    """The table is closed; its decks leave it."""

    may_ask = TABLE


SessionAct = OpenTable | IdleTable | CloseTable
