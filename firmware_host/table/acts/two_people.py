"""Who the two people are that an act takes, and why two others are not."""

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.identities import is_one_person
from firmware_host.table.roles import FLOOR, ON_DUTY, SUPERVISORS, Who, said


class TwoPeople(Record, frozen=True, kw_only=True):
    """
    Who asks, who approves, and of whom at least one of the two has to be (`led_by`).

    `say` is what is asked, in words anybody may hear.
    """

    asks: Who = ON_DUTY
    approves: Who = ON_DUTY
    led_by: Who
    paragraphs: Paragraphs = ()
    say: str


NEW_JOURNAL = TwoPeople(
    asks=FLOOR,
    approves=FLOOR,
    led_by=SUPERVISORS,
    say="Begin a new record that goes on from another",
)

"""Decided at the console, where no table runs."""


def not_these_two(row: TwoPeople, first: tuple[str, Role], second: tuple[str, Role]) -> Refusal | None:
    """Say the same of anything that takes two people."""
    if first[1] not in row.asks:
        return not_their_role(row, first[1], row.asks)
    if second[1] not in row.approves:
        return not_their_role(row, second[1], row.approves)
    if is_one_person(first[0], second[0]):
        return Refusal(
            code=Code.TWO_PEOPLE_NEEDED,
            paragraphs=row.paragraphs,
            reason=f"{first[0]} asked for this and cannot approve it too",
            allowed_by="a second person",
        )
    if not {first[1], second[1]} & row.led_by:
        return Refusal(
            code=Code.TWO_PEOPLE_NEEDED,
            paragraphs=row.paragraphs,
            reason=f"of {first[1]} and {second[1]} neither may lead this",
            allowed_by=f"a {said(row.led_by)} as one of the two",
        )
    return None


def not_their_role(row: TwoPeople, role: Role, may: Who) -> Refusal:
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        paragraphs=row.paragraphs,
        reason=f"a {role} may not do this: {row.say[0].lower()}{row.say[1:]}",
        allowed_by=said(may),
    )
