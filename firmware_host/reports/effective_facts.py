"""Which facts are in effect once corrections are applied."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from firmware_host.reports.record_reader import RecordReader
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.struct import Record
from firmware_host.table.facts.corrections import Amended, Corrected
from firmware_host.table.facts.dice import DiceBody
from firmware_host.table.facts.fact import Fact


class Amendment(Record, frozen=True, kw_only=True):
    """What replaces a fact, by fact number `by`; with no body the fact is taken back."""

    by: int
    body: RoundBody | DiceBody | None

    @property
    def marks(self) -> dict[str, int]:
        """Return the mark that an amended fact carries in reports."""
        return {"taken_back_by" if self.body is None else "amended_by": self.by}


Amendments = Mapping[int, Amendment]
"""Amendments by the number of the amended fact."""


def amended_by(facts: Iterable[Fact]) -> Amendments:
    """Return the amendments in these facts; if several amend one fact, the last one counts."""
    return {
        change.of: Amendment(by=fact.number, body=change.body)
        for fact in facts
        if isinstance(fact.body, Amended | Corrected)
        for change in fact.body.changes
    }


def amended_since(reading: RecordReader, *, after: int, to: int | None = None) -> Amendments:
    """Return all amendments so far to the facts after one number, up to another."""

    def concerns(fact: Fact) -> bool:
        return any(of > after and (to is None or of <= to) for of in amended_by((fact,)))

    return amended_by(reading.of_kinds((Amended, Corrected), after=after, where=concerns))


def standing(facts: Iterable[Fact], amended: Amendments) -> tuple[Fact, ...]:
    """Return the facts in effect; an amended fact keeps its number and time and has its new body."""
    found = ((fact, amended[fact.number].body if fact.number in amended else fact.body) for fact in facts)
    return tuple(replace(fact, body=body) for fact, body in found if body is not None)
