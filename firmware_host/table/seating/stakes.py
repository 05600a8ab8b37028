"""Table stakes: each player's chips, adding to them, and the least needed to be dealt in (14.7(c))."""

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.round.blinds_and_order import blinds_due, cannot_play, deal_order
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.straddle_missed_blinds import ComingIn
from firmware_host.rules.struct import Seat
from firmware_host.table.acts.seating import AddChips
from firmware_host.table.answering import answers
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import TableDraft
from firmware_host.table.facts.seating import ChipsAdded
from firmware_host.table.seating import blinds_posted
from firmware_host.table.state import button as kill_button
from firmware_host.table.state.between_rounds import NO_CHIPS, round_under_way
from firmware_host.table.state.table import TableState

ENOUGH = "has enough chips and is not waiting for a blind"

BOTH_ENOUGH = "have enough chips and are not waiting for a blind"


def dealt_in(state: TableState) -> ComingIn:
    """Return the players dealt in next: present, not waiting for a blind and, if tracked, with enough chips."""
    stakes = in_amounts(state)
    return blinds_posted.entering(state, state.present) if stakes is None else can_play(state, stakes)


def no_game(state: TableState, config: TableConfig) -> Refusal | None:
    """Refuse a round with too few or too many players, and say who is missing or what they lack (14.6(b))."""
    dealt = dealt_in(state).seats
    refusal = cannot_play(config.poker, dealt)
    if refusal is None or refusal.code is not Code.TOO_FEW_PLAYERS:
        return refusal
    here = len(state.present)
    if here > 1:
        return replace(
            refusal,
            reason=f"poker needs two players, but of the {here} present {len(dealt) or 'none'} can be dealt in",
            allowed_by=f"wait until {'a second player' if dealt else 'two players'} {ENOUGH if dealt else BOTH_ENOUGH}",
        )
    return replace(
        refusal,
        reason=f"poker needs two players, but {'only one' if here else 'no player'} is present",
        allowed_by="wait for a second player" if here else "wait for two players",
    )


def in_amounts(state: TableState) -> Stakes | None:
    """Return the stakes of the next round; None if amounts are not tracked."""
    config = state.config
    if config is None or config.tracking is Tracking.PROCEDURE:
        return None
    return kill_button.in_force(state, config)


def in_front_of(state: TableState, seat: Seat) -> int | None:
    """Return a player's present stakes; None if no money is tracked."""
    if state.config is None or state.config.tracking is Tracking.PROCEDURE:
        return None
    playing = (player.stack for player in state.round.players if player.seat == seat) if state.round else ()
    return next(iter(playing), state.stacks.get(seat, 0))


def needed(state: TableState, stakes: Stakes, coming: ComingIn | None = None) -> dict[Seat, int]:
    """Return the least each player must have to be dealt in: the amounts to post and one bet (14.7(c)3)."""
    coming = coming or blinds_posted.entering(state, state.present)
    order = deal_order(coming.seats, state.button)
    due = blinds_due(order, stakes, kill_button.killer(state))
    live, dead = blinds_posted.made_up(state, coming, stakes), blinds_posted.dead(state, coming, stakes)
    least = stakes.ante_cents + stakes.forced_cents + stakes.min_cents
    return {seat: least + live.get(seat, due.get(seat, 0)) + dead.get(seat, 0) for seat in order}


def can_play(state: TableState, stakes: Stakes) -> ComingIn:
    """
    Return who has enough to be dealt in (14.7(c)3).

    The first short player left of the button is left out, and the blinds are worked out anew: a neighbour who was short
    only as long as that player's blind was to be posted by somebody else is judged again.
    """
    seats = state.present
    while True:
        coming = blinds_posted.entering(state, seats)
        least = needed(state, stakes, coming)
        short = next((seat for seat in least if state.stacks.get(seat, 0) < least[seat]), None)
        if short is None:
            return coming
        seats = tuple(seat for seat in seats if seat != short)


@answers(AddChips)
def add(state: TableState, act: AddChips) -> tuple[TableDraft, ...] | Refusal:
    """Add chips for a player who is present, only between rounds (14.7(c)1)."""
    if state.round:
        return round_under_way(("14.7(c)1",), so=NO_CHIPS)
    if act.cents <= 0:
        return refuse(
            "chips may not be taken off the table", "enter an amount above zero", "14.7(c)1", code=Code.WRONG_AMOUNT
        )
    if act.seat not in state.present:
        return refuse(
            f"the player in seat {act.seat} is away"
            if act.seat in state.away
            else f"no player sits at seat {act.seat}",
            "name the seat of a player who is present",
            "14.7(a)",
            code=Code.NOT_SEATED,
        )
    return (draft(ChipsAdded(seat=act.seat, cents=act.cents), "14.7(c)1"),)
