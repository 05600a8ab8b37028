"""What was put right: a line for each kind of fact that speaks of earlier ones, or of money."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware_host.rules.money import money
from firmware_host.table.correcting.acts import Adjustment
from firmware_host.table.correcting.bodies import Amended, MoneyAdjusted


def _amended(it: Amended) -> str:
    first, *others = (change.of for change in it.changes)
    also = f", and with it {', '.join(map(str, others))}" if others else ""
    return f"Fact {first} was otherwise{also}: {it.why}. The record keeps both."


def _adjusted(it: MoneyAdjusted) -> str:
    return f"Money put right: {', '.join(map(_line, it.lines))}. {it.why}."


def _line(line: Adjustment) -> str:
    where = "the pot" if line.seat is None else f"seat {line.seat}"
    return f"{where} {money(abs(line.cents))} {'more' if line.cents > 0 else 'less'}"


WORDS: Mapping[type, Callable[[Any], str]] = {Amended: _amended, MoneyAdjusted: _adjusted}
