"""Every act has an area that answers it, and every body of a fact one that folds it."""

from typing import get_args

from firmware_host.table.acts.intent import Act
from firmware_host.table.decide import ANSWERED_BY
from firmware_host.table.evolve import BETWEEN_ROUNDS, FOLDED_BY, NO_TURN, TURNS
from firmware_host.table.facts.fact import Body


def test_every_act_is_answered_by_one_area() -> None:
    assert ANSWERED_BY.keys() == set(get_args(Act))


def test_every_body_is_folded_by_one_area() -> None:
    assert FOLDED_BY.keys() == set(get_args(Body))


def test_what_changes_the_turn_is_named_by_bodies_that_there_are() -> None:
    bodies = set(get_args(Body))
    assert bodies >= TURNS
    assert bodies >= BETWEEN_ROUNDS
    assert bodies >= NO_TURN
