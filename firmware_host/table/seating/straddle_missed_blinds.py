"""Announce a straddle or the posting of missed blinds: before the deal, posted with the blinds (I-7)."""

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.straddle_missed_blinds import I_7, ComingIn, straddle_cents
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money
from firmware_host.table.acts.seating import PostMissedBlinds, Straddle
from firmware_host.table.answering import answers
from firmware_host.table.facts.fact import Decision
from firmware_host.table.facts.seating import MissedBlindsPromised, PostingWithdrawn, StraddleAnnounced
from firmware_host.table.seating import blinds_posted
from firmware_host.table.seating.seats import nobody_at, not_open
from firmware_host.table.seating.stakes import dealt_in, in_amounts, needed
from firmware_host.table.state import button
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.table import TableState

BEFORE_THE_CARDS = "and blinds are posted before the first card"

NO_BLINDS = ("this game has no blinds", "post blinds only in a game with blinds")

NO_STRADDLE_UNDER_A_KILL = "a kill is in force; the limits cannot be raised a second time (14.11(A)(i))"


@answers(Straddle)
def straddle(state: TableState, act: Straddle) -> Decision:
    """Record that the player left of the last blind announces or withdraws a straddle."""
    if state.config is None or not state.config.straddle:
        return blinds_posted.refusal(act)
    refused = _too_early_or_late(state, act.seat)
    if refused:
        return refused
    if act.withdrawn:
        return _withdrawn(act.seat, noted=state.owed.straddler == act.seat)
    return _cannot_straddle(state, act) or (draft(StraddleAnnounced(seat=act.seat, cents=_amount(state)), *I_7),)


@answers(PostMissedBlinds)
def post_missed(state: TableState, act: PostMissedBlinds) -> Decision:
    """Record that a player announces or withdraws the posting of all missed blinds."""
    if state.config is None or not state.config.missed_blinds:
        return blinds_posted.refusal(act)
    refused = _too_early_or_late(state, act.seat)
    if refused:
        return refused
    if act.withdrawn:
        return _withdrawn(act.seat, noted=act.seat in state.owed.promised)
    return _cannot_make_up(state, act.seat) or (
        draft(MissedBlindsPromised(seat=act.seat, blinds=state.owed.missed[act.seat]), *I_7),
    )


def may_straddle(state: TableState) -> Seat | None:
    """Return the seat whose straddle would be accepted now."""
    seat = blinds_posted.may_straddle(state, dealt_in(state))
    if seat is None or _cannot_straddle(state, Straddle(seat=seat)):
        return None
    return seat


def may_make_up(state: TableState) -> tuple[Seat, ...]:
    """Return the seats that could be dealt in by posting missed blinds."""
    return tuple(seat for seat in state.present if seat in state.owed.missed and not _cannot_make_up(state, seat))


def _too_early_or_late(state: TableState, seat: Seat) -> Refusal | None:
    closed = not_open(state)
    if closed:
        return closed
    if state.round is not None:
        return round_under_way(("14.7(b)2", *I_7), so=BEFORE_THE_CARDS)
    return None if seat in state.seats else nobody_at(state, seat)


def _cannot_straddle(state: TableState, act: Straddle) -> Refusal | None:
    if state.owed.straddler == act.seat:
        return refuse(f"seat {act.seat} has already announced a straddle", "go on with the deal", *I_7)
    if state.config is None or not state.config.poker.button:
        return refuse(*NO_BLINDS, *I_7)
    if button.killer(state) is not None:
        return refuse(NO_STRADDLE_UNDER_A_KILL, "wait for a round without a kill", *I_7)
    coming = dealt_in(state)
    seat = blinds_posted.may_straddle(state, coming)
    if seat != act.seat:
        return refuse(
            f"seat {act.seat} is not the first to the left of the blinds in the next round",
            "play the next round without a straddle: only two players are in, or that seat posts a missed blind"
            if seat is None
            else f"only seat {seat} may straddle",
            *I_7,
            code=Code.NOT_YOUR_TURN,
        )
    return _wrong_straddle(state, act, coming)


def _wrong_straddle(state: TableState, act: Straddle, coming: ComingIn) -> Refusal | None:
    """Refuse a straddle other than twice the last blind, or with too little left for one bet (14.7(c)3)."""
    stakes = in_amounts(state)
    if stakes is None:
        return None
    cents = straddle_cents(stakes)
    if act.cents not in (None, cents):
        return refuse(
            f"a straddle is {money(cents)}, twice the last blind",
            f"straddle {money(cents)}",
            *I_7,
            "14.7(c)3",
            code=Code.WRONG_AMOUNT,
        )
    least = needed(state, stakes, coming)[act.seat] + cents
    if state.stacks.get(act.seat, 0) < least:
        return refuse(
            f"seat {act.seat} has too few chips for a straddle of {money(cents)} and one bet",
            f"add chips: {money(least)} on the table are needed",
            *I_7,
            "14.7(c)3",
            code=Code.WRONG_AMOUNT,
        )
    return None


def _cannot_make_up(state: TableState, seat: Seat) -> Refusal | None:
    if seat in state.away:
        return refuse(f"the player in seat {seat} is away", "wait until the player is back", *I_7)
    if seat not in state.owed.missed:
        return refuse(f"seat {seat} has not missed a blind", "go on with the deal: the player is dealt in", *I_7)
    if seat in state.owed.promised:
        return refuse(f"seat {seat} has already announced the missed blinds", "go on with the deal", *I_7)
    if state.config is None or not state.config.poker.button:
        return refuse(*NO_BLINDS, *I_7)
    if seat in dealt_in(state).seats:
        return refuse(f"seat {seat} is dealt in and posts only its own blind", "go on with the deal", *I_7)
    with_this = replace(state, owed=replace(state.owed, promised=(*state.owed.promised, seat)))
    if seat in dealt_in(with_this).made_up:
        return None
    if seat in blinds_posted.entering(with_this, with_this.present).made_up:
        return refuse(
            f"seat {seat} has too few chips for the missed blinds and one bet",
            "add chips",
            *I_7,
            "14.7(c)3",
            code=Code.WRONG_AMOUNT,
        )
    return refuse(
        f"seat {seat} is at the button or a smaller blind, where missed blinds cannot be posted",
        "wait until the button has passed the seat, or until the last blind reaches it",
        *I_7,
    )


def _withdrawn(seat: Seat, *, noted: bool) -> Decision:
    if not noted:
        return refuse(f"seat {seat} has announced nothing that could be withdrawn", "go on with the deal", *I_7)
    return (draft(PostingWithdrawn(seat=seat), *I_7),)


def _amount(state: TableState) -> int:
    stakes = in_amounts(state)
    return straddle_cents(stakes) if stakes else 0
