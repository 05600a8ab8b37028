"""Where the dealer button and the kill button are (14.10(c)3, 14.11(A)(i))."""

from collections.abc import Collection, Sequence

from firmware_host.rules import kill
from firmware_host.rules import round as play
from firmware_host.rules.decision import Refusal, draft
from firmware_host.rules.round_acts import AwardPot
from firmware_host.rules.round_facts import PotAwarded
from firmware_host.rules.seats import clockwise_from, first_button
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Seat
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Drafts, TableDraft
from firmware_host.table.facts.round import (
    ButtonMoved,
    ButtonPlaced,
    KillButtonCollected,
    KillButtonLapsed,
    KillButtonMoved,
    KillButtonPlaced,
)
from firmware_host.table.state.table import TableState


def next_place(button: Seat, present: Collection[Seat]) -> Seat | None:
    """Return the next player's seat clockwise; None without another player."""
    following = clockwise_from(button, present)
    return following[0] if following and following[0] != button else None


def moved_on(state: TableState) -> Drafts:
    """Move the button on after a round of play."""
    return _moved(state, state.present)


def first_place(config: TableConfig, present: Collection[Seat]) -> Drafts:
    """Place the button at the first player to the right of the dealer as play commences; stud games have none."""
    if config.mini_dice is not None or not config.poker.button or not present:
        return ()
    return (draft(ButtonPlaced(seat=first_button(present)), "14.10(c)2"),)


def settled(state: TableState, present: Collection[Seat]) -> Drafts:
    """
    Move the button away from a seat whose player is gone; `present` are the seats that will be played.

    If play commenced without players, the first player present gets the button.
    """
    if state.button is None:
        return first_place(state.config, present) if state.config is not None and state.is_open else ()
    return () if state.button in present else _moved(state, present)


def between_rounds(state: TableState, present: Collection[Seat]) -> Drafts:
    """Settle the button's place between rounds; in mid-round it stays until the round is over."""
    return () if state.round is not None else settled(state, present)


def _moved(state: TableState, present: Collection[Seat]) -> Drafts:
    button = state.button
    seat = None if button is None else next_place(button, _not_waiting(state, present))
    return () if seat is None else (draft(ButtonMoved(seat=seat), "14.10(c)3"),)


def _not_waiting(state: TableState, present: Collection[Seat]) -> Collection[Seat]:
    """Leave out players waiting for a blind (I-7): with the button there, the same two would post the blinds again."""
    if state.config is None or not state.config.missed_blinds:
        return present
    playing = tuple(seat for seat in present if seat not in state.owed.missed)
    return playing if len(playing) > 1 else present


def killer(state: TableState) -> Seat | None:
    """
    Return who posts the kill in the next round (14.11(A)(i), I-23).

    The kill is the player's who won, not the seat's: it lapses when that player is away at the deal.
    """
    return state.kill_button if state.kill_button in state.present else None


def lapsed(state: TableState) -> Drafts:
    """Collect the kill button at a deal where the player who won it is away."""
    if state.kill_button is None or killer(state) is not None:
        return ()
    return (draft(KillButtonLapsed(seat=state.kill_button), *kill.LAPSES),)


def collected_from(state: TableState, seat: Seat) -> Drafts:
    """Collect the kill button as the player who won it gives up the seat."""
    return (draft(KillButtonCollected(), *kill.LAPSES),) if state.kill_button == seat else ()


def in_force(state: TableState, config: TableConfig) -> Stakes | None:
    """Return the stakes of the next hand: the posted ones, or those raised by a kill."""
    posted = config.posted
    if posted is None or config.kill is None or killer(state) is None:
        return posted
    return kill.raised(config.kill, posted)


def after_round(state: TableState, drafts: Sequence[TableDraft]) -> tuple[TableDraft, ...]:
    """Place, move or collect the kill button by the pots awarded; none where it stays."""
    rules = state.config.kill if state.config else None
    stakes = state.round.stakes if state.round else None
    if rules is None or stakes is None:
        return ()
    awards = [made.body for made in drafts if isinstance(made.body, PotAwarded)]
    seat = kill.winner(rules, awards, minimum_cents=stakes.min_cents)
    if seat == state.kill_button:
        return ()
    if seat is None:
        return (draft(KillButtonCollected(), *kill.ENDS),)
    body = (KillButtonPlaced if state.kill_button is None else KillButtonMoved)(seat=seat)
    return (draft(body, *kill.KILL),)


def say_after_award(state: TableState) -> str:
    """Return what the dealer does with the kill button once the pots are pushed as due; empty where it stays."""
    if state.round is None or state.config is None or state.config.kill is None:
        return ""
    answer = play.decide(state.round, AwardPot())
    for made in () if isinstance(answer, Refusal) else after_round(state, answer):
        match made.body:
            case KillButtonPlaced(seat=seat):
                return f"Give seat {seat} the kill button."
            case KillButtonMoved(seat=seat):
                return f"Move the kill button to seat {seat}."
            case KillButtonCollected():
                return "Collect the kill button."
            case _:
                continue
    return ""
