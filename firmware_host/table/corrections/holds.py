"""
Refusals that keep players and the table in place while two people decide about a correction.

Only a request that can still be carried out holds anything: it can be approved or declined, and expires unanswered.
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
    """Refuse while a correction of money at one of these seats is pending; none otherwise."""
    lines = {line.seat for act in _wanted(state) if isinstance(act, AdjustMoney) for line in act.lines}
    seat = next((seat for seat in seats if seat in lines), None)
    return None if seat is None else _waits(f"two people are correcting the money of seat {seat}", MONEY)


def of_the_table(state: TableState) -> Refusal | None:
    """
    Refuse to close the table while a correction is pending that would be impossible afterwards, such as the last sum.

    A player who leaves a mini-dice table keeps the right to a corrected payment: see `corrections/sums.py`.
    """
    if any(isinstance(act, CorrectSum) for act in _wanted(state)):
        return _waits("two people are correcting the last sum", SUMS.paragraphs)
    return of_seats(state, *state.seats)


def _wanted(state: TableState) -> Iterator[AdjustMoney | CorrectSum]:
    for pending in state.approvals:
        act = pending.act
        if not isinstance(act, AdjustMoney | CorrectSum) or changed(state, act, pending.about) is not None:
            continue
        if not isinstance(answer_for_two(state, act), Refusal):
            yield act


def _waits(reason: str, paragraphs: Paragraphs) -> Refusal:
    return refuse(reason, "approving or declining their request", *paragraphs)
