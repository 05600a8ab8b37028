"""Rounds of the record as hand histories (PHH), each with the numbers of its facts."""

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
    The rounds that a hand history can hold. `left_out` counts the other rounds so far, by reason.

    Corrections are applied: a hand history has only the facts in effect.
    """

    def __init__(self, rounds: Iterable[RecordedRound]) -> None:
        """Convert these rounds."""
        self.left_out: Counter[str] = Counter()
        self._rounds = rounds

    def tables(self) -> Iterator[Table]:
        """Yield a hand for each round."""
        for kept in self._rounds:
            try:
                yield hand_of(_bodies(kept), _fields(kept))
            except CannotWrite as why:
                self.left_out[str(why)] += 1

    def complaints(self) -> Iterator[str]:
        """Yield how many rounds were left out, for each reason."""
        for why, count in self.left_out.most_common():
            yield f"{count} round{'' if count == 1 else 's'} left out: {why}"


def _bodies(kept: RecordedRound) -> Iterator[RoundBody]:
    if kept.game is GameName.MINI_DICE:
        raise CannotWrite("a shake of the mini-dice is not a hand of poker")
    if any(isinstance(fact.body, MoneyAdjusted) for fact in kept.standing):
        raise CannotWrite("money was corrected during the round, which a hand history cannot express")
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
        **({"_simulated": True} if kept.simulated else {}),
    }
