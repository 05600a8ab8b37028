"""What may be done about seats, one step for each act with the seats it is possible for."""

from firmware_host.rules.answers import Role, Step
from firmware_host.rules.game import Tracking
from firmware_host.table.contract import TableStep
from firmware_host.table.seating import absence, places
from firmware_host.table.seating.acts import ComeBack, LeaveSeat, StepAway, TakeSeat
from firmware_host.table.seating.away import AwayStakes
from firmware_host.table.state import TableState

SAY = {
    AwayStakes.COUNTED: "A player leaves for a while: count what goes along.",
    AwayStakes.COVERED: "A player leaves for a while and asks for it: cover the stakes where they lie.",
}


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the steps that seats allow now."""
    if not state.is_open:
        return ()
    return (*_taking(state), *_leaving(state), *_stepping_away(state), *_coming_back(state))


def _taking(state: TableState) -> tuple[TableStep, ...]:
    seats = places.free(state)
    say = "A player sits down."
    return tuple(
        Step(act=TakeSeat(seat=seat), say=say, role=Role.DEALER, seats=seats, paragraphs=places.of_sitting(state))
        for seat in seats[:1]
    )


def _leaving(state: TableState) -> tuple[TableStep, ...]:
    seats = tuple(seat for seat in places.leaving(state) if seat not in state.away)
    say = "A player gives the seat up."
    return tuple(
        Step(act=LeaveSeat(seat=seat), say=say, role=Role.DEALER, seats=seats, paragraphs=places.of_leaving(state))
        for seat in seats[:1]
    )


def _stepping_away(state: TableState) -> tuple[TableStep, ...]:
    """Where the table knows no money the floorperson has to say what was counted, so nothing is ready to be offered."""
    known = state.config is not None and state.config.tracking is Tracking.FULL
    seats = absence.may_step_away(state)
    return tuple(
        Step(
            act=StepAway(seat=seat, stakes=stakes, cents=None if known or stakes is AwayStakes.COVERED else 0),
            say=say,
            role=Role.FLOORPERSON,
            seats=seats,
            paragraphs=absence.HOW[stakes],
        )
        for seat in seats[:1]
        for stakes, say in SAY.items()
    )


def _coming_back(state: TableState) -> tuple[TableStep, ...]:
    return tuple(
        Step(
            act=ComeBack(seat=seat),
            say=f"The player of seat {seat} is back: {_stakes(away.stakes)}.",
            role=Role.FLOORPERSON,
            seat=seat,
            paragraphs=absence.HOW[away.stakes],
        )
        for seat, away in sorted(state.away.items())
    )


def _stakes(stakes: AwayStakes) -> str:
    return "count the same amount in" if stakes is AwayStakes.COUNTED else "take the cover off"
