"""The steps about seats: one step per act, with the seats for which it is possible."""

from firmware_host.rules.decision import Role, Step
from firmware_host.rules.game import Tracking
from firmware_host.rules.straddle_missed_blinds import I_7, straddle_cents
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
from firmware_host.table.seating import moves, straddle_missed_blinds
from firmware_host.table.seating.away import HOW, may_step_away
from firmware_host.table.seating.seats import free, leaving, listed, of_leaving, of_sitting
from firmware_host.table.seating.stakes import in_amounts
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes

SAY = {
    AwayStakes.COUNTED: "Player steps away: count the chips the player takes along.",
    AwayStakes.COVERED: "Player steps away: at the player's request, leave the chips in place and cover them.",
}


NO_STRADDLE = "withdraws the straddle"

POSTS = "posts the missed blinds"

WAITS = "withdraws the posting and waits for the blind"


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Return the possible steps about seats."""
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
    say = "A player gives up the seat."
    return tuple(
        Step(act=LeaveSeat(seat=seat), say=say, role=Role.DEALER, seats=seats, paragraphs=of_leaving(state))
        for seat in seats[:1]
    )


def _given_up(state: TableState) -> tuple[TableStep, ...]:
    """Offer the roles responsible for an absent player's stakes to record the seat as given up."""
    return tuple(
        Step(
            act=LeaveSeat(seat=seat),
            say=f"The absent player in seat {seat} has given up the seat.",
            role=Role.FLOORPERSON,
            seat=seat,
            paragraphs=("14.7(c)5",),
        )
        for seat in leaving(state)
        if seat in state.away
    )


def _stepping_away(state: TableState) -> tuple[TableStep, ...]:
    """Offer absences. Where no money is tracked, the counted amount is 0 and the floorperson has to enter it."""
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
            say=f"The player in seat {seat} is back: {_stakes(away.stakes)}.",
            role=Role.FLOORPERSON,
            seat=seat,
            paragraphs=HOW[away.stakes],
        )
        for seat, away in sorted(state.away.items())
    )


def _moving(state: TableState) -> tuple[TableStep, ...]:
    """Offer one step for each player who may move, preset to the first possible seat."""
    could = ((seat, moves.targets(state, seat)) for seat in state.seats)
    return tuple(
        Step(
            act=ChangeSeat(seat=seat, to=to[0]),
            say=f"The player in seat {seat} moves to {listed(to)}.",
            role=Role.DEALER,
            seat=seat,
            paragraphs=I_7,
        )
        for seat, to in could
        if to
    )


def _posting(state: TableState) -> tuple[TableStep, ...]:
    """Offer straddles and missed blinds before the deal, and to withdraw them."""
    if state.round is not None or state.config is None or state.dice is not None:
        return ()
    owed = state.owed
    straddler = straddle_missed_blinds.may_straddle(state)
    stakes = in_amounts(state)
    amount = f" for {money(straddle_cents(stakes))}" if stakes and straddler is not None else ""
    straddled = owed.straddler if state.config.straddle else None
    promised = owed.promised if state.config.missed_blinds else ()
    new: list[tuple[Seat, SeatingAct, str]] = [
        *((seat, Straddle(seat=seat), f"Seat {seat} straddles{amount}.") for seat in _one(straddler)),
        *((seat, Straddle(seat=seat, withdrawn=True), f"Seat {seat} {NO_STRADDLE}.") for seat in _one(straddled)),
        *(
            (seat, PostMissedBlinds(seat=seat), f"Seat {seat} {POSTS}.")
            for seat in straddle_missed_blinds.may_make_up(state)
        ),
        *((seat, PostMissedBlinds(seat=seat, withdrawn=True), f"Seat {seat} {WAITS}.") for seat in promised),
    ]
    return tuple(Step(act=act, say=say, role=Role.DEALER, seat=seat, paragraphs=I_7) for seat, act, say in new)


def _one(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


def _stakes(stakes: AwayStakes) -> str:
    return "count in the same amount as before" if stakes is AwayStakes.COUNTED else "take the cover off the stakes"
