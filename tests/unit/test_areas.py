"""Every act has an area that answers it, and every body of a fact one that folds it."""

from typing import get_args

from firmware_host.table.acts.intent import Act
from firmware_host.table.decide import ANSWERED_BY
from firmware_host.table.evolve import FOLDED_BY
from firmware_host.table.facts.fact import Body


def test_every_act_is_answered_by_one_area() -> None:
    assert ANSWERED_BY.keys() == set(get_args(Act))


def test_every_body_is_folded_by_one_area() -> None:
    assert FOLDED_BY.keys() == set(get_args(Body))
