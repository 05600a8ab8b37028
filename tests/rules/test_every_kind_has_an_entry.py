"""What is looked up by kind has an entry for every kind there is: the type checker sees it at a `match`, not here."""

from typing import get_args

from firmware_host.reports.round_page import BY
from firmware_host.rules.game import Opener
from firmware_host.rules.round.betting import LIMITS
from firmware_host.rules.round.decide_round import ANSWERS
from firmware_host.rules.round.evolve_round import FOLDS
from firmware_host.rules.round.opener import OPENERS
from firmware_host.rules.round_acts import RoundAct
from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.stakes import Limit
from firmware_host.table.terms import Grade


def test_every_fact_of_a_round_under_way_is_folded() -> None:
    assert set(FOLDS) == set(get_args(RoundBody)) - {RoundStarted}


def test_every_act_is_answered() -> None:
    assert set(ANSWERS) == set(get_args(RoundAct))


def test_every_kind_of_limit_has_its_bounds() -> None:
    assert set(LIMITS) == set(Limit)


def test_every_way_to_open_names_a_player() -> None:
    assert set(OPENERS) == set(Opener)


def test_every_grade_of_proof_is_explained() -> None:
    assert set(BY) == set(Grade)
