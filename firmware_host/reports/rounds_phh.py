"""Rounds of the record as hand histories (PHH), each with where in the record it stands."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Any

from firmware_host.hand_history.fields import Table
from firmware_host.hand_history.writer import CannotWrite, hand_of
from firmware_host.reports.fact_lines import moment
from firmware_host.reports.rounds import RecordedRound
from firmware_host.rules.game import GameName
from firmware_host.rules.round_facts import RoundBody
from firmware_host.table.facts.corrections import MoneyAdjusted

CURRENCY = "USD"


class Histories:
    """
    The rounds that a hand history can tell. `left_out` counts the others by the reason, as far as it has come.

    What was taken back is left out: a hand history tells what stands.
    """

    def __init__(self, rounds: Iterable[RecordedRound]) -> None:
        """Write these."""
        self.left_out: Counter[str] = Counter()
        self._rounds = rounds

    def tables(self) -> Iterator[Table]:
        """Yield a hand for each."""
        for kept in self._rounds:
            try:
                yield hand_of(_bodies(kept), _fields(kept))
            except CannotWrite as why:
                self.left_out[str(why)] += 1

    def complaints(self) -> Iterator[str]:
        """Say what was left out, and why."""
        for why, count in self.left_out.most_common():
            yield f"{count} round{'' if count == 1 else 's'} left out: {why}"


def _bodies(kept: RecordedRound) -> Iterator[RoundBody]:
    if kept.game is GameName.MINI_DICE:
        raise CannotWrite("a shake of the mini-dice is no hand of poker")
    if any(isinstance(fact.body, MoneyAdjusted) for fact in kept.standing):
        raise CannotWrite("money was put right in the middle of it, and a hand history has no word for it")
    return (fact.body for fact in kept.standing if isinstance(fact.body, RoundBody))


def _fields(kept: RecordedRound) -> dict[str, Any]:
    first, last = kept.facts[0], kept.facts[-1]
    began = moment(first.at, UTC)
    return {
        "hand": kept.round,
        "table": kept.place,
        "year": began.year,
        "month": began.month,
        "day": began.day,
        "time": began.time().replace(microsecond=0),
        "time_zone": "UTC",
        "currency": CURRENCY,
        "_facts": f"{first.journal}:{first.number}-{last.number}",
        "_hash": kept.hash,
    }
