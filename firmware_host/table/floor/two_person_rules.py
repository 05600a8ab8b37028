"""What takes two people and who they may be, as data: the one place to look for it."""

from collections.abc import Callable
from typing import Any

from firmware_host.rules.decision import Code, Refusal, Role
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum, CorrectWager
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.acts.two_people import TwoPeople, not_their_role, not_these_two
from firmware_host.table.corrections import requests as correcting
from firmware_host.table.corrections.correctable import MONEY, SUMS, WAGERS
from firmware_host.table.decks import counting, gate
from firmware_host.table.facts.fact import Decision
from firmware_host.table.roles import FLOOR, SUPERVISORS, Who, said
from firmware_host.table.round import dealing
from firmware_host.table.state.table import TableState
from firmware_host.table.system import configuration


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


BY_TWO: dict[type, ByTwo] = {
    AdjustMoney: ByTwo(
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=MONEY,
        say=AdjustMoney.in_words,
    ),
    AdoptConfiguration: ByTwo(
        asks=FLOOR,
        approves=FLOOR,
        led_by=SUPERVISORS,
        decide=configuration.adopt,
        between_rounds=True,
        not_yet=configuration.not_yet,
        say=AdoptConfiguration.in_words,
    ),
    ContinueRound: ByTwo(
        led_by=FLOOR,
        decide=dealing.continue_round,
        paragraphs=("I-8",),
        say=ContinueRound.in_words,
    ),
    CorrectSum: ByTwo(
        asks=SUMS.by,
        approves=SUMS.by,
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=SUMS.paragraphs,
        say=CorrectSum.in_words,
    ),
    CorrectWager: ByTwo(
        asks=WAGERS.by,
        approves=WAGERS.by,
        led_by=FLOOR,
        decide=correcting.answer,
        paragraphs=WAGERS.paragraphs,
        say=CorrectWager.in_words,
    ),
    OverrideGate: ByTwo(
        led_by=SUPERVISORS,
        decide=gate.override,
        paragraphs=("14.5(a)",),
        say=OverrideGate.in_words,
    ),
    Recount: ByTwo(
        led_by=FLOOR,
        decide=counting.recount,
        paragraphs=("I-8", "14.6(e)4", "14.6(e)7"),
        say=Recount.in_words,
    ),
    VoidRound: ByTwo(
        led_by=FLOOR,
        decide=dealing.act_in_round,
        paragraphs=("I-8",),
        say=VoidRound.in_words,
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
    return None if role in row.asks else not_their_role(row, role, row.asks)


def may_not_approve(act: Approvable, first: tuple[str, Role], second: tuple[str, Role]) -> Refusal | None:
    """Say why these two, each a name and the role they act in, are not the two that are needed; none where they are."""
    return not_these_two(BY_TWO[type(act)], first, second)
