"""Every act has an area that answers it, and every body of a fact one that folds it."""

from typing import get_args

import pytest

from firmware_host.rules.decision import Role
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.decks import CountCards
from firmware_host.table.acts.intent import Act
from firmware_host.table.answering import ANSWERS, ANSWERS_TO_ASKER, answers
from firmware_host.table.decide import ANSWER_IN, press_key
from firmware_host.table.evolve import FOLDED_BY
from firmware_host.table.facts.fact import Body


def test_every_act_is_answered_by_one_function() -> None:
    assert sorted(map(str, (*ANSWERS, *ANSWERS_TO_ASKER))) == sorted(map(str, get_args(Act)))


def test_decide_names_the_modules_in_which_acts_are_answered_and_no_others() -> None:
    functions = (*ANSWERS.values(), *ANSWERS_TO_ASKER.values())
    named = {module.__name__ for area in ANSWER_IN for module in area}
    assert {function.__module__ for function in functions} == {*named, press_key.__module__}


def test_what_two_people_decide_is_answered_the_same_whoever_they_are() -> None:
    assert ANSWERS.keys() >= set(get_args(Approvable))


def test_every_act_says_who_may_ask_for_it() -> None:
    assert all(act.may_ask <= set(Role) and act.may_ask for act in get_args(Act))


def test_a_second_answer_to_an_act_is_refused() -> None:
    with pytest.raises(ValueError, match="CountCards has two answers"):
        answers(CountCards)(lambda _state, _act: ())


def test_every_body_is_folded_by_one_area() -> None:
    assert FOLDED_BY.keys() == set(get_args(Body))
