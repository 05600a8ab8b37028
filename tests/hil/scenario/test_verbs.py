"""Whatever may be asked of a table can be said in a script."""

import re
from typing import get_args

import pytest

from firmware_host.rules.round_acts import Bet, Call, DealStreet, Draw
from firmware_host.table.acts.approvals import RequestApproval
from firmware_host.table.acts.dice import CallSum, PlaceWager
from firmware_host.table.acts.intent import Act
from hil.scenario import readings
from hil.scenario.verbs import NO_VERB, VERBS, Verb

ACTS = get_args(Act)


def test_every_act_has_a_verb_or_a_reason_for_having_none() -> None:
    said = {verb.act for verb in VERBS}
    unsaid = {act.__name__ for act in set(ACTS) - said - set(NO_VERB)}
    assert not unsaid, "a line for each in hil/scenario/verbs.py"
    assert not said & set(NO_VERB)


EXAMPLES = {
    readings.NUMBER: "4",
    readings.CARDS: "As ?? Td",
    readings.COUNT: "2",
    readings.TEXT: "jammed",
    readings.ROLES: "dealer and poker shift supervisor",
    readings.SEATS: "2, 5 and 7",
    readings.HANDS: "seat 2 ?? Kd, seat 5 ?? 4c",
    readings.MONEY: "$12.50",
    readings.DICE: "3 and 4",
}
"""One of a few words is the first of them."""


def test_a_verb_names_fields_its_act_has_and_reads_its_own_words() -> None:
    unread = [verb.says for verb in VERBS if verb.values(_own_words(verb)) is None]
    assert not unread


def _own_words(verb: Verb) -> str:
    words = re.sub(r"\{(\w+)(?::(\w+))?\}", lambda found: _example(verb.of(found[1]), *found.groups()), verb.says)
    return words.replace("[", "").replace("]", "")


def _example(act: type, field: str, reading: str | None) -> str:
    wanted = readings.BY_NAME[reading] if reading else readings.of_field(act, field)
    return EXAMPLES.get(wanted) or wanted.said.split(" or ")[0]


def values(words: str) -> list[tuple[type, dict[str, object]]]:
    return [(verb.act, dict(found)) for verb in VERBS if (found := verb.values(words)) is not None]


def test_what_is_said_becomes_the_fields_of_the_act() -> None:
    assert values("seat 4 raises to $1,020.50") == [(Bet, {"seat": 4, "to_cents": 102_050})]
    assert values("seat 4 calls and discards 2h ??") == [(Call, {"seat": 4, "discards": ["2h", "??"]})]
    assert values("seat 4 draws 3") == [(Draw, {"seat": 4, "discards": ["??"] * 3})]
    assert values("calls 3 and 4") == [(CallSum, {"dice": [3, 4]})]
    assert values("seat 4 puts $5 on place 4") == [(PlaceWager, {"seat": 4, "cents": 500, "wager": "place-4"})]
    void = {"why": "51 cards", "act": {"kind": "void-round", "why": "51 cards"}}
    assert values("asks for a void round: 51 cards") == [(RequestApproval, void)]
    assert values("deals Ah Kd 7c") == [(DealStreet, {"board": ["Ah", "Kd", "7c"]})]
    assert values("deals seat 2 ?? Kd, seat 5 4c") == [
        (DealStreet, {"hands": [{"seat": 2, "cards": ["??", "Kd"]}, {"seat": 5, "cards": ["4c"]}]})
    ]


@pytest.mark.parametrize("words", ["seat 4 raises to 20", "seat four folds", "seat 4 shows Ax", "seat 4 folds it"])
def test_what_is_not_said_so_is_no_verb(words: str) -> None:
    assert values(words) == []
