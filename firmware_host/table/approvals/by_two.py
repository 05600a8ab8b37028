"""What takes two people and who they may be, as data: the one place to look for it."""

from collections.abc import Callable
from typing import Any

from firmware_host.rules.acts import VoidRound
from firmware_host.rules.answers import Code, Refusal, Role
from firmware_host.rules.record import Paragraphs, Record
from firmware_host.table.approvals.acts import Approvable
from firmware_host.table.controller import configuring
from firmware_host.table.controller.acts import AdoptConfiguration
from firmware_host.table.correcting import decide as correcting
from firmware_host.table.correcting.acts import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.correcting.until import MONEY, SUMS, WAGERS
from firmware_host.table.decks import counting, gate
from firmware_host.table.decks.acts import OverrideGate, Recount
from firmware_host.table.drafts import Decision
from firmware_host.table.people.person import is_one_person
from firmware_host.table.play import dealing
from firmware_host.table.play.acts import ContinueRound
from firmware_host.table.roles import FLOOR, ON_DUTY, SUPERVISORS, Who, said
from firmware_host.table.state import TableState


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


class ByTwo(TwoPeople, frozen=True, kw_only=True):
    """
    What the two decide about a table that runs; `decide` answers the act itself.

    What is done `between_rounds` may be agreed on in a round and is done at its end, or as soon after it as what
    `not_yet` names is settled: that can be between rounds only, and is no reason to forget what two people want.

    What a request is about, and that nobody can approve it once that has changed, is in `about.py`.
    """

    decide: Callable[[TableState, Any], Decision]
    between_rounds: bool = False
    not_yet: Callable[[TableState, Any], Refusal | None] | None = None


NEW_JOURNAL = TwoPeople(
    asks=FLOOR,
    approves=FLOOR,
    led_by=SUPERVISORS,
    say="Begin a new record that goes on from another",
)
"""Decided at the console, where no table runs."""


BY_TWO: dict[type, ByTwo] = {
    AdjustMoney: ByTwo(
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=MONEY,
        say="Put money right that was miscounted",
    ),
    AdoptConfiguration: ByTwo(
        asks=FLOOR,
        approves=FLOOR,
        led_by=SUPERVISORS,
        decide=configuring.adopt,
        between_rounds=True,
        not_yet=configuring.not_yet,
        say="Put the changed table.toml in force",
    ),
    ContinueRound: ByTwo(
        led_by=FLOOR,
        decide=dealing.continue_round,
        paragraphs=("I-8",),
        say="Let the halted round go on",
    ),
    CorrectSum: ByTwo(
        asks=SUMS.by,
        approves=SUMS.by,
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=SUMS.paragraphs,
        say="Put a sum of the dice right that was called wrong",
    ),
    CorrectWager: ByTwo(
        asks=WAGERS.by,
        approves=WAGERS.by,
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=WAGERS.paragraphs,
        say="Correct a wager that was misread",
    ),
    OverrideGate: ByTwo(
        led_by=SUPERVISORS,
        decide=gate.override,
        paragraphs=("14.5(a)",),
        say="Deal one round without a proof of the shuffle",
    ),
    Recount: ByTwo(
        led_by=FLOOR,
        decide=counting.recount,
        paragraphs=("I-8", "14.6(e)4", "14.6(e)7"),
        say="Accept the count of the deck that is held",
    ),
    VoidRound: ByTwo(
        led_by=FLOOR,
        decide=dealing.act_in_round,
        paragraphs=("I-8",),
        say="Declare the round void",
    ),
}


def who_asks() -> Who:
    """Return everybody who may ask for something."""
    return frozenset[Role]().union(*(row.asks for row in BY_TWO.values()))


def who_approves() -> Who:
    """Return everybody who may approve something."""
    return frozenset[Role]().union(*(row.approves for row in BY_TWO.values()))


def not_alone(act: object) -> Refusal | None:
    """Refuse what nobody decides alone, whoever asks."""
    row = BY_TWO.get(type(act))
    if row is None:
        return None
    return Refusal(
        code=Code.TWO_PEOPLE_NEEDED,
        paragraphs=row.paragraphs,
        reason=f"nobody decides this alone: {row.say[0].lower()}{row.say[1:]}",
        allowed_by=f"a request with its reason, and a second person's approval; one of the two a {said(row.led_by)}",
    )


def may_not_ask(act: Approvable, role: Role) -> Refusal | None:
    """Say why this role may not ask for this; none where it may."""
    row = BY_TWO[type(act)]
    return None if role in row.asks else _not_theirs(row, role, row.asks)


def may_not_approve(act: Approvable, first: tuple[str, Role], second: tuple[str, Role]) -> Refusal | None:
    """Say why these two, each a name and the role they act in, are not the two that are needed; none where they are."""
    return not_these_two(BY_TWO[type(act)], first, second)


def not_these_two(row: TwoPeople, first: tuple[str, Role], second: tuple[str, Role]) -> Refusal | None:
    """Say the same of anything that takes two people."""
    if first[1] not in row.asks:
        return _not_theirs(row, first[1], row.asks)
    if second[1] not in row.approves:
        return _not_theirs(row, second[1], row.approves)
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


def _not_theirs(row: TwoPeople, role: Role, may: Who) -> Refusal:
    return Refusal(
        code=Code.NOT_YOUR_ROLE,
        paragraphs=row.paragraphs,
        reason=f"a {role} may not do this: {row.say[0].lower()}{row.say[1:]}",
        allowed_by=said(may),
    )
