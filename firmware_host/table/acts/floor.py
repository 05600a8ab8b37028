"""Acts of the floor: alerts, calls, people, command keys, opening and closing."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules.act_and_fact import ActBody, TakesTwo, TwoPeople
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICES, HOST, SUPERVISOR, TABLE, in_words
from firmware_host.rules.wording import joined
from firmware_host.table.identities import KeyId, PersonName, PublicKey

Note = Annotated[str, Meta(max_length=200)]
"""What was found and done, in the words of the person who did it."""


class AcknowledgeAlert(ActBody, frozen=True, kw_only=True, tag="acknowledge-alert"):
    """A person has seen the alert and is dealing with it."""

    may_ask = DEVICES
    of_no_turn = True

    alert: int
    """The number of the alert."""


class ClearAlert(ActBody, frozen=True, kw_only=True, tag="clear-alert"):
    """The cause of the alert is over and the necessary work is done."""

    may_ask = DEVICES
    of_no_turn = True

    alert: int
    """The number of the alert."""
    note: Note = ""


AlertsAct = AcknowledgeAlert | ClearAlert


class CallFloor(ActBody, frozen=True, kw_only=True, tag="call-floor"):
    """The dealer wants a floorperson at the table."""

    may_ask = TABLE


class EndFloorCall(ActBody, frozen=True, kw_only=True, tag="end-floor-call"):
    """The floorperson came, or is no longer wanted."""

    may_ask = TABLE


FloorAct = CallFloor | EndFloorCall


class BeginTrust(ActBody, frozen=True, kw_only=True, tag="begin-trust"):
    """Root at the console names one of the two casino supervisors, who together enroll everybody else."""

    may_ask = HOST

    person: PersonName
    roles: tuple[Role, ...]


class EnrolPerson(TakesTwo, frozen=True, kw_only=True, tag="enrol-person"):
    """Give a person exactly these roles from now on. For a dealer, one casino supervisor decides alone."""

    may_ask = SUPERVISOR
    by_two = TwoPeople(
        who=SUPERVISOR, led_by=SUPERVISOR, say="Enroll a person in a role above dealer, or change the person's roles"
    )

    person: PersonName
    roles: tuple[Role, ...]

    def decided(self) -> str:
        """Say who, and in which roles."""
        roles = joined([in_words(role) for role in self.roles]) or "nothing"
        return f"{self.by_two.say} ({self.person} as {roles})"


class RevokePerson(ActBody, frozen=True, kw_only=True, tag="revoke-person"):
    """Withdraw all roles of a person at this table."""

    may_ask = SUPERVISOR | HOST

    person: PersonName


class ResetPin(TakesTwo, frozen=True, kw_only=True, tag="reset-pin"):
    """
    Give a person a new PIN. For a dealer, one casino supervisor decides alone.

    The PIN itself is never part of an intent.
    """

    may_ask = SUPERVISOR
    by_two = TwoPeople(who=SUPERVISOR, led_by=SUPERVISOR, say="Set a new PIN for a person in a role above dealer")

    person: PersonName

    def decided(self) -> str:
        """Say whose."""
        return f"{self.by_two.say} ({self.person})"


class ReportWrongPin(ActBody, frozen=True, kw_only=True, tag="report-wrong-pin"):
    """A wrong PIN was entered for this person."""

    may_ask = HOST

    person: PersonName


class ReportRightPin(ActBody, frozen=True, kw_only=True, tag="report-right-pin"):
    """The right PIN was entered for this person."""

    may_ask = HOST

    person: PersonName


class RelieveDealer(ActBody, frozen=True, kw_only=True, tag="relieve-dealer"):
    """A dealer takes over; from now on the keys act as this dealer."""

    may_ask = TABLE | {Role.POKER_SHIFT_SUPERVISOR}
    role_paragraphs = ("14.6(b)",)
    role_paragraphs_at_dice = ("13.5(e)",)

    dealer: PersonName


PeopleAct = BeginTrust | EnrolPerson | RevokePerson | ResetPin | ReportWrongPin | ReportRightPin | RelieveDealer


class EnrolKey(TakesTwo, frozen=True, kw_only=True, tag="enrol-key"):
    """
    From now on a command signed by this key counts as `actor`'s, in this role.

    For the role of dealer, one casino supervisor decides alone.
    """

    may_ask = SUPERVISOR
    by_two = TwoPeople(who=SUPERVISOR, led_by=SUPERVISOR, say="Enroll a command key of a person in a role above dealer")

    public: PublicKey
    actor: PersonName
    role: Role
    """The role that the key signs in."""

    def decided(self) -> str:
        """Say whose key, and for which role."""
        return f"{self.by_two.say} ({self.actor} as {in_words(self.role)})"


class RevokeKey(ActBody, frozen=True, kw_only=True, tag="revoke-key"):
    """From now on commands signed by this key are refused."""

    may_ask = SUPERVISOR | HOST

    key: KeyId


KeysAct = EnrolKey | RevokeKey


class OpenTable(ActBody, frozen=True, kw_only=True, tag="open-table"):
    """Open the table, or resume after idling: two players have inspected both decks (14.4(c), 14.5(d))."""

    may_ask = TABLE
    role_paragraphs = ("14.4(c)",)
    role_paragraphs_at_dice = ("I-2",)


class IdleTable(ActBody, frozen=True, kw_only=True, tag="idle-table"):
    """Gaming activity stops; the decks are spread out on the table, face up or face down (14.5(d))."""

    may_ask = TABLE
    role_paragraphs = ("14.5(d)",)

    face_up: bool = True


class CloseTable(ActBody, frozen=True, kw_only=True, tag="close-table"):
    """Close the table; its decks leave."""

    may_ask = TABLE
    role_paragraphs = ("14.4(c)",)
    role_paragraphs_at_dice = ("I-2",)


SessionAct = OpenTable | IdleTable | CloseTable
