"""What may be done about seats, one step for each act with the seats it is possible for."""

from firmware_host.rules.decision import Role, Step
from firmware_host.rules.game import Tracking
from firmware_host.rules.missed_blinds import I_7, straddle_cents
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.seating import (
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    SeatingAct,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.seating import moves, posting
from firmware_host.table.seating.away import HOW, may_step_away
from firmware_host.table.seating.seats import free, leaving, listed, of_leaving, of_sitting
from firmware_host.table.seating.stakes import in_amounts
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes

SAY = {
    AwayStakes.COUNTED: "A player leaves for a while: count what goes along.",
    AwayStakes.COVERED: "A player leaves for a while and asks for it: cover the stakes where they lie.",
}


NO_STRADDLE = "does not straddle after all"

POSTS = "posts the missed blinds"

WAITS = "waits for the blind after all"


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the steps that seats allow now."""
    if not state.receives_players:
        return ()
    comes_and_goes = (
        *_taking(state),
        *_leaving(state),
        *_stepping_away(state),
        *_coming_back(state),
        *_given_up(state),
    )
    return (*comes_and_goes, *_moving(state), *_posting(state)) if state.is_open else comes_and_goes


def _taking(state: TableState) -> tuple[TableStep, ...]:
    seats = free(state)
    say = "A player sits down."
    return tuple(
        Step(act=TakeSeat(seat=seat), say=say, role=Role.DEALER, seats=seats, paragraphs=of_sitting(state))
        for seat in seats[:1]
    )


def _leaving(state: TableState) -> tuple[TableStep, ...]:
    seats = tuple(seat for seat in leaving(state) if seat not in state.away)
    say = "A player gives the seat up."
    return tuple(
        Step(act=LeaveSeat(seat=seat), say=say, role=Role.DEALER, seats=seats, paragraphs=of_leaving(state))
        for seat in seats[:1]
    )


def _given_up(state: TableState) -> tuple[TableStep, ...]:
    """Who answers for the stakes of a player who is away says that he is not coming back."""
    return tuple(
        Step(
            act=LeaveSeat(seat=seat),
            say=f"The player of seat {seat} has given the seat up.",
            role=Role.FLOORPERSON,
            seat=seat,
            paragraphs=("14.7(c)5",),
        )
        for seat in leaving(state)
        if seat in state.away
    )


def _stepping_away(state: TableState) -> tuple[TableStep, ...]:
    """Where the table knows no money the floorperson has to say what was counted, so nothing is ready to be offered."""
    known = state.config is not None and state.config.tracking is Tracking.FULL
    seats = may_step_away(state)
    return tuple(
        Step(
            act=StepAway(seat=seat, stakes=stakes, cents=None if known or stakes is AwayStakes.COVERED else 0),
            say=say,
            role=Role.FLOORPERSON,
            seats=seats,
            paragraphs=HOW[stakes],
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
            paragraphs=HOW[away.stakes],
        )
        for seat, away in sorted(state.away.items())
    )


def _moving(state: TableState) -> tuple[TableStep, ...]:
    """One step for each player who could move, to the first of the seats that are empty for him."""
    could = ((seat, moves.targets(state, seat)) for seat in state.seats)
    return tuple(
        Step(
            act=ChangeSeat(seat=seat, to=to[0]),
            say=f"The player of seat {seat} moves to {listed(to)}.",
            role=Role.DEALER,
            seat=seat,
            paragraphs=I_7,
        )
        for seat, to in could
        if to
    )


def _posting(state: TableState) -> tuple[TableStep, ...]:
    """Before the deal; what was said is taken back by the same act."""
    if state.round is not None or state.config is None or state.dice is not None:
        return ()
    owed = state.owed
    straddler = posting.may_straddle(state)
    stakes = in_amounts(state)
    amount = f" for {money(straddle_cents(stakes))}" if stakes and straddler is not None else ""
    straddled = owed.straddler if state.config.straddle else None
    promised = owed.promised if state.config.missed_blinds else ()
    new: list[tuple[Seat, SeatingAct, str]] = [
        *((seat, Straddle(seat=seat), f"Seat {seat} straddles{amount}.") for seat in _one(straddler)),
        *((seat, Straddle(seat=seat, withdrawn=True), f"Seat {seat} {NO_STRADDLE}.") for seat in _one(straddled)),
        *((seat, PostMissedBlinds(seat=seat), f"Seat {seat} {POSTS}.") for seat in posting.may_make_up(state)),
        *((seat, PostMissedBlinds(seat=seat, withdrawn=True), f"Seat {seat} {WAITS}.") for seat in promised),
    ]
    return tuple(Step(act=act, say=say, role=Role.DEALER, seat=seat, paragraphs=I_7) for seat, act, say in new)


def _one(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


def _stakes(stakes: AwayStakes) -> str:
    return "count the same amount in" if stakes is AwayStakes.COUNTED else "take the cover off"
