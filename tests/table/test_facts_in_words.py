"""Every fact can be told in a sentence."""

import re

import pytest
from msgspec.structs import replace

from drivers.shuffler.fields import FailReason
from firmware_host.rules.pots.division import PartName
from firmware_host.rules.round_facts import HandsDealt, PotAwarded, RoundCompleted, Share
from firmware_host.table.facts.fact import sentence, with_paragraphs
from firmware_host.table.facts.shuffler import ClearingFailed
from firmware_host.table.terms import FAILURES, failure_in_words
from tests.golden import samples

FACTS = samples.facts()


def test_a_fact_is_one_sentence_without_the_shapes_of_a_program() -> None:
    for said in map(sentence, FACTS):
        assert said.endswith("."), said
        assert not re.search(r"None|True|False|[{}()\[\]']{2}|  |\.\.", said), said


def test_what_a_player_gets_of_a_divided_pot_names_the_half_and_the_odd_money() -> None:
    shares = (
        Share(seat=2, part=PartName.HIGH, cents=2300, odd_cents=100),
        Share(seat=5, part=PartName.LOW, cents=2200),
    )
    fact = replace(FACTS[0], body=PotAwarded(seats=(2, 5), uncontested=False, cents=4500, shares=shares))
    assert sentence(fact) == "The pot of $45: seat 2 $23 (high, $1 of it odd money), seat 5 $22 (low)."


def test_a_round_is_named_by_its_number() -> None:
    fact = replace(FACTS[0], round=7, body=RoundCompleted(stub=38, burns=3, board=5, hands=6))
    assert sentence(fact) == "Round 7 is over. Expected from the deal, not counted: stub 38, burns 3, board 5, hands 6."


def test_the_paragraphs_stand_behind() -> None:
    assert with_paragraphs("Seat 4 checks.", ("14.10(g)", "I-6")) == "Seat 4 checks. [14.10(g), I-6]"
    assert with_paragraphs("The floor is called.", ()) == "The floor is called."


def test_up_cards_are_named_and_hidden_ones_are_not() -> None:
    up = HandsDealt(seats=(2, 5), down=2, up=1, cards=(("??", "??", "As"), ("??", "??", "??")))
    said = "Dealt: 2 face down and 1 face up to each player, seat 2 first: seat 2 As."
    assert sentence(replace(FACTS[0], body=up)) == said


def test_who_the_dealer_says_won_is_named() -> None:
    fact = replace(FACTS[0], body=PotAwarded(seats=(2, 5), uncontested=False))
    assert sentence(fact) == "Losing hands collected, pot pushed to seat 2 and seat 5, winning hand collected."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("jam", "cards jammed in the shuffler"),
        ("lid", "the lid of the shuffler was opened"),
        ("double-feed", "two cards went through the shuffler as one"),
    ],
)
def test_a_failure_of_the_shuffler_is_told_in_words(reason: str, words: str) -> None:
    assert failure_in_words(reason) == words
    assert (
        ClearingFailed(order=15, reason=reason).sentence()
        == f"The shuffler could not run its card path empty: {words}."
    )


def test_every_reason_of_the_devices_protocol_has_words() -> None:
    assert {reason.value for reason in FailReason} == set(FAILURES)
