"""What a table that took steps back is compared with: the same facts folded again, without what was taken back."""

from functools import reduce

from msgspec.structs import replace

from firmware_host.reports.record_reader import amended_by, standing
from firmware_host.table.evolve import evolve
from firmware_host.table.facts.fact import Fact
from firmware_host.table.state.table import TableState
from tests.worlds.pure_table import JOURNAL

NUMBERS = {"last": 0, "turn": 0, "started": 0, "latest_step": (), "latest_cause": None}
"""What a take-back does not give back: numbers of facts only go up."""


def as_if_never_taken_back(facts: tuple[Fact, ...]) -> TableState:
    """The plain meaning of an amendment: fold what stands, and nothing of what was taken back."""
    return reduce(evolve, standing(facts, amended_by(facts)), TableState(journal=JOURNAL))


def without_numbers(state: TableState) -> TableState:
    return replace(state, **NUMBERS)


def in_round(state: TableState) -> tuple[object, ...]:
    """What the dealer's step touched; sensors may have told of other things since."""
    return state.round, state.rounds, state.button, state.last_used


def differing(one: TableState, other: TableState) -> dict[str, tuple[object, object]]:
    """Return the fields in which two states differ, but for numbers."""
    pairs = ((name, getattr(one, name), getattr(other, name)) for name in one.__struct_fields__ if name not in NUMBERS)
    return {name: (now, before) for name, now, before in pairs if now != before}
