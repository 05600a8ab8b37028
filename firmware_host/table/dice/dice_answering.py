"""The decorator and the context for answers at a mini-dice table: shaker, terms, and the source of a statement."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from firmware_host.rules.decision import Code, Refusal, Role, refuse
from firmware_host.rules.struct import Record
from firmware_host.table.acts.dice import AtDice, SensedAtDice
from firmware_host.table.acts.intent import Intent
from firmware_host.table.answering import answers_asker
from firmware_host.table.config import DiceConfig
from firmware_host.table.facts.dice import Word
from firmware_host.table.facts.fact import Decision
from firmware_host.table.state.dice import DEVICE, DiceState
from firmware_host.table.state.table import TableState

CYCLE = "I-1"
"""The interpretation for the shake up to the offer of the shaker, where the text of the regulation is missing."""


A = TypeVar("A", bound=AtDice | SensedAtDice)

DiceAnswer = Callable[["DiceTable", A], Decision]


class DiceTable(Record, frozen=True, kw_only=True):
    """
    The context of an act at a mini-dice table.

    `word` is the person whose word replaces a sensor report: a floorperson always, the dealer only without working
    sensors, otherwise none.
    """

    state: TableState
    dice: DiceState
    terms: DiceConfig
    caller: Word
    word: Word | None


def answers_at_dice(kind: type[A]) -> Callable[[DiceAnswer[A]], DiceAnswer[A]]:
    """Register the answer to this act. People's acts need an open table; sensor reports are always recorded."""

    def mark(function: DiceAnswer[A]) -> DiceAnswer[A]:
        @wraps(function)
        def answer(state: TableState, act: A, intent: Intent) -> Decision:
            table = _found(state, intent)
            if isinstance(table, Refusal):
                return table
            if isinstance(act, AtDice) and not table.dice.under_way:
                return refuse("the table is not open", "open the table", "I-2")
            return function(table, act)

        answers_asker(kind)(answer)
        return function

    return mark


def _found(state: TableState, intent: Intent) -> DiceTable | Refusal:
    terms = state.config.mini_dice if state.config else None
    if state.dice is None or terms is None:
        return refuse(
            "this table does not play mini-dice", 'set game = "mini-dice" in table.toml', CYCLE, code=Code.NOT_OFFERED
        )
    caller = Word.FLOORPERSON if intent.role is Role.FLOORPERSON else Word.DEALER
    word = None if caller is Word.DEALER and sensed(state) else caller
    return DiceTable(state=state, dice=state.dice, terms=terms, caller=caller, word=word)


def sensed(state: TableState) -> bool:
    """Return whether the shaker's sensors work; then their reports count, not the dealer's word."""
    return state.devices.get(DEVICE, False)
