"""
Nobody goes, and nothing is cleared away, while two people put right what it is about.

Only what can still be done holds anybody: the second person approves it or somebody declines it, both are offered, and
a request that nobody answers runs out by its own clock.
"""

from collections.abc import Iterator

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.corrections import AdjustMoney, CorrectSum
from firmware_host.table.answering import answer_for_two
from firmware_host.table.corrections.correctable import MONEY, SUMS
from firmware_host.table.corrections.request_subject import changed
from firmware_host.table.state.table import TableState


def of_seats(state: TableState, *seats: Seat) -> Refusal | None:
    """Say that money before one of these waits for two people; none where none does."""
    lines = {line.seat for act in _wanted(state) if isinstance(act, AdjustMoney) for line in act.lines}
    seat = next((seat for seat in seats if seat in lines), None)
    return None if seat is None else _waits(f"money of seat {seat} is being put right by two people", MONEY)


def of_the_table(state: TableState) -> Refusal | None:
    """
    Say the same of anything that could not be put right any more once nobody plays here: the last sum is among it.

    A player who leaves a mini-dice table before that takes the right to his money along: see `corrections/sums.py`.
    """
    if any(isinstance(act, CorrectSum) for act in _wanted(state)):
        return _waits("the last sum is being put right by two people", SUMS.paragraphs)
    return of_seats(state, *state.seats)


def _wanted(state: TableState) -> Iterator[AdjustMoney | CorrectSum]:
    for pending in state.approvals:
        act = pending.act
        if not isinstance(act, AdjustMoney | CorrectSum) or changed(state, act, pending.about) is not None:
            continue
        if not isinstance(answer_for_two(state, act), Refusal):
            yield act


def _waits(reason: str, paragraphs: Paragraphs) -> Refusal:
    return refuse(reason, "their decision: it is approved or declined", *paragraphs)
