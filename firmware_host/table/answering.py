"""
How the function that answers an act is found: by the act's type, which stands above the function.

A new act is its class in `acts/` and its function in an area, marked with `answers`; `decide.py` names the modules in
which such functions are. An act with two answers is a fault of the program and stops it at its start.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from firmware_host.rules.act import ActBody
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.intent import Act, Intent
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.table import TableState

A = TypeVar("A", bound=ActBody)

Answer = Callable[[TableState, A], Decision]

AnswerToAsker = Callable[[TableState, A, Intent], Decision]


ANSWERS: dict[type, Answer[Any]] = {}

"""The answers that are the same whoever asks, and whenever."""

ANSWERS_TO_ASKER: dict[type, AnswerToAsker[Any]] = {}

"""The answers that depend on who asks, or on the time."""


def answers(*kinds: type[A]) -> Callable[[Answer[A]], Answer[A]]:
    """Mark the function that answers these acts."""
    return lambda function: _marked(ANSWERS, kinds, function)


def answers_asker(*kinds: type[A]) -> Callable[[AnswerToAsker[A]], AnswerToAsker[A]]:
    """Mark the function that answers these acts and needs the intent: who asks, in which role, at what time."""
    return lambda function: _marked(ANSWERS_TO_ASKER, kinds, function)


F = TypeVar("F")


def _marked(table: dict[type, F], kinds: tuple[type, ...], function: F) -> F:
    for kind in kinds:
        if kind in ANSWERS or kind in ANSWERS_TO_ASKER:
            raise ValueError(f"{kind.__name__} has two answers; mark one function only")
        table[kind] = function
    return function


def answer(state: TableState, intent: Intent, act: Act) -> Decision:
    """Answer an act that is allowed: the intent's own, or the one its key stands for."""
    to_asker = ANSWERS_TO_ASKER.get(type(act))
    return to_asker(state, act, intent) if to_asker else ANSWERS[type(act)](state, act)


def answer_for_two(state: TableState, act: Approvable) -> Decision:
    """Answer an act that two people decide, as if both were there."""
    return ANSWERS[type(act)](state, act)
