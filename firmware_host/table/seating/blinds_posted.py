"""Straddles and missed blinds: what players owe, and what they post before the next deal (I-7)."""

from collections.abc import Collection
from typing import assert_never

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.round.blinds_and_order import blinds_due, deal_order
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.straddle_missed_blinds import (
    I_7,
    ComingIn,
    MissedBlind,
    coming_in,
    dead_cents,
    live_cents,
    passed_by,
    straddle_cents,
    straddling_seat,
)
from firmware_host.rules.struct import Seat
from firmware_host.rules.wording import money
from firmware_host.table.acts.seating import ChangeSeat, PostMissedBlinds, Straddle
from firmware_host.table.config import TableConfig, blind_bets
from firmware_host.table.facts.fact import TableDraft
from firmware_host.table.facts.seating import BlindMissed
from firmware_host.table.state import button
from firmware_host.table.state.table import TableState

NotOffered = Straddle | PostMissedBlinds | ChangeSeat


def refusal(act: NotOffered) -> Refusal:
    """Refuse an option that this table does not offer."""
    return refuse(
        f"this table does not offer {_option(act)}",
        f"set `{_name(act)}` in table.toml and post the option on the sign",
        "I-7",
        code=Code.NOT_OFFERED,
    )


def _option(act: NotOffered) -> str:
    match act:
        case Straddle():
            return "straddles"
        case PostMissedBlinds():
            return "posting missed blinds"
        case ChangeSeat():
            return "changes of seat"
        case _:
            assert_never(act)


def _name(act: NotOffered) -> str:
    match act:
        case Straddle():
            return "straddle"
        case PostMissedBlinds():
            return "missed_blinds"
        case ChangeSeat():
            return "seat_changes"
        case _:
            assert_never(act)


def how_many(config: TableConfig) -> int:
    """Return the number of blinds in the present game."""
    return blind_bets(config.first_game, config.tracking)


def entering(state: TableState, seats: Collection[Seat]) -> ComingIn:
    """Return which of these players are dealt in."""
    config = state.config
    if config is None or not config.missed_blinds or not config.poker.button:
        return ComingIn(seats=tuple(seats))
    return coming_in(
        seats,
        owing=state.owed.missed,
        promised=state.owed.promised,
        button=state.button,
        blinds=how_many(config),
    )


def may_straddle(state: TableState, coming: ComingIn) -> Seat | None:
    """Return the seat that may straddle in the next round; None while a kill raises the limits already."""
    config = state.config
    if config is None or not config.straddle or not config.poker.button or button.killer(state) is not None:
        return None
    return straddling_seat(coming, button=state.button, blinds=how_many(config))


def straddles(state: TableState, coming: ComingIn) -> Seat | None:
    """Return the seat that straddles in the next round: announced, and still in the right place for it."""
    seat = state.owed.straddler
    return seat if seat is not None and seat == may_straddle(state, coming) else None


def made_up(state: TableState, coming: ComingIn, stakes: Stakes) -> dict[Seat, int]:
    """Return the live part of the missed blinds posted, by seat."""
    return {seat: live_cents(state.owed.missed[seat], stakes) for seat in coming.made_up}


def posted(state: TableState, coming: ComingIn, stakes: Stakes) -> dict[Seat, int]:
    """Return every blind of the next round by seat: blinds in turn, a straddle, missed blinds posted."""
    due = blinds_due(deal_order(coming.seats, state.button), stakes, button.killer(state))
    seat = straddles(state, coming)
    straddle = {} if seat is None else {seat: straddle_cents(stakes)}
    return {**due, **straddle, **made_up(state, coming, stakes)}


def dead(state: TableState, coming: ComingIn, stakes: Stakes) -> dict[Seat, int]:
    """Return the dead part of the missed blinds posted, by seat."""
    return {seat: dead_cents(state.owed.missed[seat], stakes) for seat in coming.made_up}


def passing(state: TableState, dealt: Collection[Seat]) -> tuple[TableDraft, ...]:
    """Draft the blinds missed in the beginning round by seated players who are not dealt in."""
    config = state.config
    if config is None or not config.missed_blinds or not config.poker.button or state.button is None:
        return ()
    blinds = how_many(config)
    found = (
        (seat, passed_by(seat, dealt, button=state.button, blinds=blinds)) for seat in state.seats if seat not in dealt
    )
    return tuple(
        missed(seat, blind)
        for seat, blind in found
        if blind is not None and blind not in state.owed.missed.get(seat, ())
    )


def missed(seat: Seat, blind: MissedBlind) -> TableDraft:
    """Draft the fact that the player in this seat missed this blind."""
    return draft(BlindMissed(seat=seat, blind=blind), *I_7)


def say(state: TableState, coming: ComingIn, stakes: Stakes | None) -> tuple[str, ...]:
    """Say what is posted besides the blinds in turn, in sentences."""
    seat = straddles(state, coming)
    straddle = () if seat is None else (f"Seat {seat} straddles{f' for {_said(stakes)}' if stakes else ''}.",)
    announced = state.owed.straddler
    if seat is None and announced is not None:
        straddle = (f"Seat {announced} announced a straddle but may not post one now.",)
    missed = (f"Seat {seat} posts missed blinds{_amounts(state, seat, stakes)}." for seat in coming.made_up)
    return (*straddle, *missed)


def _said(stakes: Stakes) -> str:
    return money(straddle_cents(stakes))


def _amounts(state: TableState, seat: Seat, stakes: Stakes | None) -> str:
    missed = state.owed.missed[seat]
    if stakes is None:
        return f", {' and '.join(missed)}"
    live, into_the_pot = live_cents(missed, stakes), dead_cents(missed, stakes)
    parts = [f"{money(live)} live"] if live else []
    parts += [f"{money(into_the_pot)} dead"] if into_the_pot else []
    return f", {' and '.join(parts)}" if parts else ""
