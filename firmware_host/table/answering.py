"""
The registry of the functions that answer acts, keyed by the act's type.

A new act needs its class in `acts/` and its function in an area, decorated with `answers`. `decide.py` lists the
modules with such functions. Two functions for one act are a programming error and stop the program at its start.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from firmware_host.rules.act_and_fact import ActBody
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.intent import Act, Intent
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.table import TableState

A = TypeVar("A", bound=ActBody)

Answer = Callable[[TableState, A], Decision]

AnswerToAsker = Callable[[TableState, A, Intent], Decision]


ANSWERS: dict[type, Answer[Any]] = {}
"""Answers that depend only on the state and the act."""

ANSWERS_TO_ASKER: dict[type, AnswerToAsker[Any]] = {}
"""Answers that also depend on who asks, or on the time."""

ANSWERS_FOR_TWO: dict[type, Answer[Any]] = {}
"""The answers, once two people have agreed, to acts that in some cases one person decides alone."""


def answers(*kinds: type[A]) -> Callable[[Answer[A]], Answer[A]]:
    """Register the decorated function as the answer to these acts."""
    return lambda function: _marked(ANSWERS, kinds, function)


def answers_asker(*kinds: type[A]) -> Callable[[AnswerToAsker[A]], AnswerToAsker[A]]:
    """Register the decorated function, which also needs the intent: who asks, in which role, at what time."""
    return lambda function: _marked(ANSWERS_TO_ASKER, kinds, function)


def answers_two(*kinds: type[A]) -> Callable[[Answer[A]], Answer[A]]:
    """Register the decorated function as the answer to these acts if two people have agreed on them."""
    return lambda function: _added(ANSWERS_FOR_TWO, kinds, function)


F = TypeVar("F")


def _marked(table: dict[type, F], kinds: tuple[type, ...], function: F) -> F:
    for kind in kinds:
        if kind in ANSWERS or kind in ANSWERS_TO_ASKER:
            raise ValueError(f"{kind.__name__} has two answers; decorate one function only")
    return _added(table, kinds, function)


def _added(table: dict[type, F], kinds: tuple[type, ...], function: F) -> F:
    for kind in kinds:
        if kind in table:
            raise ValueError(f"{kind.__name__} has two answers; decorate one function only")
        table[kind] = function
    return function


def answer(state: TableState, intent: Intent, act: Act) -> Decision:
    """Answer a permitted act: the intent's own, or the one assigned to the pressed key."""
    to_asker = ANSWERS_TO_ASKER.get(type(act))
    return to_asker(state, act, intent) if to_asker else ANSWERS[type(act)](state, act)


def answer_for_two(state: TableState, act: Approvable) -> Decision:
    """Answer an act that needs two people, as if both had agreed."""
    for_two = ANSWERS_FOR_TWO.get(type(act))
    return for_two(state, act) if for_two else ANSWERS[type(act)](state, act)
