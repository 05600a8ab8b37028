"""A fact as people read it: its sentence, with the round's number and the paragraphs."""

from collections.abc import Sequence

from firmware_host.table.facts.fact import ROUND_BEGINS, Fact


def sentence(fact: Fact) -> str:
    """Return the fact's sentence, with the round's number filled in."""
    said = fact.body.sentence()
    if not fact.round:
        return said
    name = f"Round {fact.round}"
    return f"{name}: {said}" if isinstance(fact.body, ROUND_BEGINS) else said.replace("The round", name, 1)


def with_paragraphs(said: str, paragraphs: Sequence[str]) -> str:
    """
    Append the paragraphs.

    >>> with_paragraphs("Seat 4 checks.", ("14.10(g)",))
    'Seat 4 checks. [14.10(g)]'
    """
    return f"{said} [{', '.join(paragraphs)}]" if paragraphs else said
