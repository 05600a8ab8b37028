"""Random acts at the pure tables, poker and mini-dice: legal and not, in any role, on an old turn, under forged ids."""

from __future__ import annotations

from typing import Any

from firmware_host.rules.decision import Refusal
from firmware_host.table.facts.fact import Fact
from tests.long.drawing import runs_machine
from tests.long.search import Search
from tests.property.test_chips_machine import ChipsMachine
from tests.property.test_dice_machine import DiceMachine
from tests.property.test_table_machine import TableMachine

Answered = tuple[Fact, ...] | Refusal


def acts(search: Search) -> None:
    """Poker most of the time."""

    class Counted(TableMachine):
        def ask(self, *args: Any, **named: Any) -> Answered:
            return _counted(search, super().ask(*args, **named))

    runs_machine(search, Counted)


def dice_acts(search: Search) -> None:
    class Counted(DiceMachine):
        def ask(self, *args: Any, **named: Any) -> Answered:
            return _counted(search, super().ask(*args, **named))

    runs_machine(search, Counted)


def chips(search: Search) -> None:
    class Counted(ChipsMachine):
        def ask(self, *args: Any, **named: Any) -> Answered:
            return _counted(search, super().ask(*args, **named))

    runs_machine(search, Counted, steps=40)


def _counted(search: Search, answer: Answered) -> Answered:
    search.did()
    if isinstance(answer, Refusal):
        search.noted(refusals=1)
    else:
        deals = sum(type(fact.body).__name__ == "DeckPutInPlay" for fact in answer)
        search.noted(facts=len(answer), deals=deals)
    return answer
