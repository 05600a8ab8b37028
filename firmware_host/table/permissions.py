"""Check who may ask for an act, at which table, and which two people may decide it. The act's class has the rules."""

from firmware_host.rules.act_and_fact import TableKind, TakesTwo, TwoPeople
from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.rules.roles import DEVICE, FLOOR, HOST, SUPERVISORS, Who, in_words, said
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.acts.approvals import Approvable, RequestApproval
from firmware_host.table.acts.intent import Act, Intent
from firmware_host.table.identities import is_one_person
from firmware_host.table.state.table import TableState

NEW_JOURNAL = TwoPeople(who=FLOOR, led_by=SUPERVISORS, say="Begin a new record that continues another")
"""A decision made at the console while no table runs."""


def about(state: TableState, act: Act) -> Paragraphs:
    """Return the paragraphs that this act is about at this table; none for an act of the box alone."""
    if isinstance(act, RequestApproval):
        return about(state, act.act)
    if isinstance(act, TakesTwo) and not act.role_paragraphs:
        return act.by_two.paragraphs
    return act.role_paragraphs_at_dice if state.dice and act.role_paragraphs_at_dice else act.role_paragraphs


def not_theirs(state: TableState, intent: Intent) -> Refusal | None:
    """Refuse an act that this role may not ask for; None if it may."""
    act = intent.act
    if intent.role in act.may_ask:
        return None
    return refuse(
        f"{_whom(intent.role)} may not ask for this act",
        _by_whom(act.may_ask),
        *about(state, act),
        code=Code.NOT_YOUR_ROLE,
    )


def _whom(role: Role) -> str:
    return in_words(role) if role is Role.SURVEILLANCE else f"a {in_words(role)}"


def _by_whom(may: Who) -> str:
    return f"ask a {said(may - DEVICE - HOST)}" if may - DEVICE - HOST else "leave this to the devices that report it"


def not_played_here(state: TableState, act: Act) -> Refusal | None:
    """Refuse an act of the other kind of table; None if it fits."""
    if state.dice is not None and act.only_at is TableKind.POKER:
        return refuse(
            "this act needs cards, and this table plays mini-dice",
            "ask for it at a poker table",
            *about(state, act),
            code=Code.NOT_OFFERED,
        )
    if state.dice is None and act.only_at is TableKind.DICE:
        return refuse(
            "this act needs a dice shaker, and this table plays poker",
            "ask for it at a mini-dice table",
            *about(state, act),
            code=Code.NOT_OFFERED,
        )
    return None


def not_alone(act: Act) -> Refusal | None:
    """Refuse an act that needs two people when one person asks for it directly."""
    if not isinstance(act, TakesTwo):
        return None
    row = act.by_two
    return refuse(
        f"two people have to decide this together: {_decision(row)}",
        f"request it with a reason and have a second person approve it; one of the two has to be a {said(row.led_by)}",
        *row.paragraphs,
        code=Code.TWO_PEOPLE_NEEDED,
    )


def may_not_ask(act: Approvable, role: Role) -> Refusal | None:
    """Refuse a role that may not be one of the two people; None if it may."""
    return _not_their_role(act.by_two, role)


def not_these_two(row: TwoPeople, first: tuple[str, Role], second: tuple[str, Role]) -> Refusal | None:
    """Refuse two people, each a name and a role, who may not decide this together; None if they may."""
    for _, role in (first, second):
        refusal = _not_their_role(row, role)
        if refusal is not None:
            return refusal
    if is_one_person(first[0], second[0]):
        return refuse(
            f"{first[0]} requested this and may not also approve it",
            "have a second person approve it",
            *row.paragraphs,
            code=Code.TWO_PEOPLE_NEEDED,
        )
    if not {first[1], second[1]} & row.led_by:
        return refuse(
            f"{_whom(first[1])} and {_whom(second[1])} may not decide this together",
            f"one of the two has to be a {said(row.led_by)}",
            *row.paragraphs,
            code=Code.TWO_PEOPLE_NEEDED,
        )
    return None


def _not_their_role(row: TwoPeople, role: Role) -> Refusal | None:
    if role in row.who:
        return None
    return refuse(
        f"{_whom(role)} may not do this: {_decision(row)}",
        f"ask a {said(row.who)}",
        *row.paragraphs,
        code=Code.NOT_YOUR_ROLE,
    )


def _decision(row: TwoPeople) -> str:
    """Return the decision's name for the middle of a sentence."""
    return f"{row.say[0].lower()}{row.say[1:]}"
