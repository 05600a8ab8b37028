"""One sentence for a fact: its own words, or plainly its name and fields."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from firmware_host.table.facts.fact import ROUND_BEGINS, Body, Fact
from firmware_host.words import (
    of_alerts,
    of_approvals,
    of_corrections,
    of_dice,
    of_money,
    of_people,
    of_round,
    of_table,
)

WORDS: Mapping[type, Callable[[Any], str]] = {
    **of_round.WORDS,
    **of_table.WORDS,
    **of_people.WORDS,
    **of_money.WORDS,
    **of_alerts.WORDS,
    **of_approvals.WORDS,
    **of_corrections.WORDS,
    **of_dice.WORDS,
}


def sentence(fact: Fact) -> str:
    """Return what the fact means to somebody watching."""
    said = _said(fact.body)
    if not fact.round:
        return said
    name = f"Round {fact.round}"
    return f"{name}: {said}" if isinstance(fact.body, ROUND_BEGINS) else said.replace("The round", name, 1)


def with_paragraphs(said: str, paragraphs: Sequence[str]) -> str:
    """
    Add where it is written.

    >>> with_paragraphs("Seat 4 checks.", ("14.10(g)",))
    'Seat 4 checks. [14.10(g)]'
    """
    return f"{said} [{', '.join(paragraphs)}]" if paragraphs else said


def _said(body: Body) -> str:
    words = WORDS.get(type(body))
    return words(body) if words else _plainly(body)


def _plainly(body: Body) -> str:
    """A kind of fact nobody has written words for."""
    fields = msgspec.to_builtins(body)
    kind = str(fields.pop("kind")).replace("-", " ").capitalize()
    told = ", ".join(f"{name.replace('_', ' ')} {_value(value)}" for name, value in fields.items())
    return f"{kind}{f': {told}' if told else ''}."


def _value(value: object) -> str:
    return " ".join(str(item) for item in value) if isinstance(value, list) else str(value)
