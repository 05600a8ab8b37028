"""Open the table for play, idle it and close it (14.4, 14.5(d))."""

from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Key, Refusal, Role, Step, draft, refuse
from firmware_host.rules.dice.shaker import Moment, Shaker
from firmware_host.rules.round.blinds_and_order import cannot_play
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.table.acts.floor import CloseTable, IdleTable, OpenTable
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.answering import answers
from firmware_host.table.config import TableConfig
from firmware_host.table.corrections import holds
from firmware_host.table.decks import preparation
from firmware_host.table.facts.decks import DecksSpread
from firmware_host.table.facts.dice import WagersOpened
from firmware_host.table.facts.fact import Decision, Drafts, Fact
from firmware_host.table.facts.floor import DealerOnDuty, IdleDue, SessionBody, TableClosed, TableIdled, TableOpened
from firmware_host.table.facts.seating import SeatLeft, SeatTaken
from firmware_host.table.money import time_charge
from firmware_host.table.state import activity, button, fund, stub
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.decks import Deck, Stage
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.seating import BlindsOwed
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import TABLE_STAKES

OPENING = ("14.4(c)",)

AWAY = ("14.7(c)5",)

SEATS_AT_DICE = ("I-2",)


def to_be_seated(state: TableState) -> tuple[Seat, ...]:
    """
    Return the seats filled by the opening: those of table.toml, unless a player is seated already.

    Players seated by hand are on record, and the file then adds none; `not_taken` says so. After idling no seat is
    filled either, since the players are on record (14.5(d)).
    """
    return () if state.seats or state.idle or state.config is None else tuple(sorted(state.config.seats))


def who_opens(state: TableState) -> tuple[Seat, ...]:
    """Return the players present if the table opens now; players who are away do not count."""
    return to_be_seated(state) or state.present


def not_taken(state: TableState) -> str:
    """Return the note that seats of table.toml stay empty at the opening; empty where none does."""
    supposed = state.config.seats if state.config and state.seats and not state.idle else ()
    empty = [str(seat) for seat in sorted(supposed) if seat not in state.seats]
    if not empty:
        return ""
    return f"; seats {', '.join(empty)}, which table.toml fills, stay empty because players were seated by hand"


def too_few_to_open(state: TableState) -> Refusal | None:
    """Refuse to open without two players to inspect the decks, and name the seats that do not count."""
    few = preparation.too_few_to_look(who_opens(state))
    return None if few is None else replace(few, reason=f"{few.reason}{not_taken(state)}")


def too_many_to_open(state: TableState) -> Refusal | None:
    """Refuse to open a game of poker for more players than it may have (14.6(b))."""
    if state.config is None or state.config.mini_dice is not None:
        return None
    here = who_opens(state)
    return cannot_play(state.config.poker, here) if len(here) > 1 else None


def at_rest(dice: DiceState) -> bool:
    """Return whether a mini-dice table may be closed: no wager lies on the table and no shake has begun."""
    return dice.shaker.moment in (Moment.IDLE, Moment.WAGERS) and not dice.wagers


@answers(OpenTable)
def open_table(state: TableState, _act: OpenTable) -> Decision:
    """Open the table for play, or resume after idling."""
    if state.config is None or state.is_open:
        return refuse("the table is open already", "close the table first", *_about_opening(state))
    return _open_for_poker(state, state.config) if state.dice is None else _open_for_dice(state, state.config)


def _open_for_poker(state: TableState, config: TableConfig) -> Decision:
    """Show the decks to two players, seat the players and place the button (14.10(c)2)."""
    unprepared = next((deck for deck in state.decks if deck.stage not in (Stage.SPREAD, Stage.READY)), None)
    if unprepared is not None or any(deck.stage is Stage.SPREAD and not deck.face_up for deck in state.decks):
        return refuse(
            "both decks have to be spread face up first",
            "inspect, verify and spread both decks",
            *OPENING,
        )
    here = who_opens(state)
    return too_few_to_open(state) or too_many_to_open(state) or _opened(state, config, here)


def _opened(state: TableState, config: TableConfig, here: tuple[Seat, ...]) -> Drafts:
    return (
        draft(TableOpened(), *OPENING),
        *_seated(config, to_be_seated(state), "14.7(a)"),
        *preparation.shown(preparation.to_show(state)),
        *button.first_place(config, here),
    )


def _open_for_dice(state: TableState, config: TableConfig) -> Drafts:
    """Put the dealer on duty, seat the players and open wagers."""
    return (
        draft(TableOpened()),
        *(() if state.dealer else (draft(DealerOnDuty(dealer=config.dealer)),)),
        *_seated(config, to_be_seated(state), "I-2"),
        draft(WagersOpened(), "I-1"),
    )


def _seated(config: TableConfig, seats: tuple[Seat, ...], paragraph: str) -> Drafts:
    return tuple(draft(SeatTaken(seat=seat, cents=config.buy_in_cents), paragraph) for seat in seats)


def _paragraphs(state: TableState) -> Paragraphs:
    return OPENING if state.dice is None else ()


def _about_opening(state: TableState) -> Paragraphs:
    return OPENING if state.dice is None else SEATS_AT_DICE


@answers(IdleTable)
def idle(state: TableState, act: IdleTable) -> Decision:
    """Spread the decks and wait for players (14.5(d))."""
    wrong = _cannot_idle(state) or cannot_stop(state)
    if wrong is not None:
        return wrong
    backs = tuple(deck.back for deck in state.decks if deck.stage in (Stage.READY, Stage.SHOWN, Stage.SPREAD))
    spread = DecksSpread(backs=backs, face_up=act.face_up, in_sequence=False)
    return (
        draft(TableIdled(), *preparation.IDLE),
        *((draft(spread, *preparation.IDLE),) if backs else ()),
    )


@answers(CloseTable)
def close(state: TableState, _act: CloseTable) -> Decision:
    """Close the table: its decks leave, and players take their chips along."""
    if not state.is_open and not state.idle:
        return refuse("the table is not open", "open the table first", *_about_opening(state))
    if state.round is not None:
        return round_under_way()
    if state.dice is not None and not at_rest(state.dice):
        return refuse("wagers are on the table or a shake is under way", "settle the shake first", "13.5(f)")
    return cannot_close(state) or (*_leaving(state), draft(TableClosed(), *_paragraphs(state)))


def _leaving(state: TableState) -> Drafts:
    """Draft the leaving of every player present, with the stakes where they are tracked."""
    return tuple(
        draft(SeatLeft(seat=seat, cents=state.stacks[seat]), *TABLE_STAKES)
        for seat in state.present
        if seat in state.stacks
    )


def cannot_close(state: TableState) -> Refusal | None:
    """
    Refuse to close the table while something is undecided or a player is away.

    Closing ends no absence: either the player comes back, or a floorperson records the seat as given up (14.7(c)5).
    """
    return cannot_stop(state) or holds.of_the_table(state) or _somebody_away(state)


def _somebody_away(state: TableState) -> Refusal | None:
    away = min(state.away, default=None)
    if away is None:
        return None
    reason = f"the player in seat {away} is away"
    allowed_by = "wait until the player is back, or have a floorperson record that the seat was given up"
    return refuse(reason, allowed_by, *AWAY)


def cannot_stop(state: TableState) -> Refusal | None:
    """Refuse to close or idle while the players owe a time charge or a bad beat is undecided."""
    return time_charge.unpaid(state) or fund.undecided(state)


def _cannot_idle(state: TableState) -> Refusal | None:
    if state.round is not None:
        return round_under_way()
    if state.dice is not None:
        return refuse("a mini-dice table has no decks to spread", "close the table instead", *preparation.IDLE)
    return None if state.is_open else refuse("the table is not open", "open the table first", *OPENING)


def folded(state: TableState, body: SessionBody, fact: Fact) -> TableState:
    """Fold the opening, idling or closing."""
    match body:
        case TableOpened():
            return replace(state, is_open=True, idle=False, stub_counted_at=fact.at, stub_due=False)
        case IdleDue():
            return replace(state, idle_due=True, struck_at=fact.at)
        case TableIdled():
            return replace(_nothing_going_on(state), idle=True)
        case TableClosed():
            away = tuple(Deck(back=deck.back) for deck in state.decks)
            gone = replace(
                _nothing_going_on(state), idle=False, decks=away, seats=(), stacks={}, dealer=None, dealer_since=None
            )
            dice = None if state.dice is None else _as_it_stands(state.dice)
            return replace(gone, seated={}, away={}, relief_due=False, hand_approved=False, dice=dice)
        case _:
            assert_never(body)


def _nothing_going_on(state: TableState) -> TableState:
    return replace(
        stub.gone(state),
        is_open=False,
        button=None,
        button_before_stud=None,
        kill_button=None,
        owed=BlindsOwed(),
        last_used=None,
    )


def _as_it_stands(dice: DiceState) -> DiceState:
    """Keep the state of the shaker's sensors, which closing the table does not change."""
    return DiceState(shaker=Shaker(covered=dice.shaker.covered), docked=dice.docked, tampered=dice.tampered)


Steps = tuple[TableStep, ...]


def opening_step(state: TableState) -> Steps:
    """Return the opening, once both decks lie face up and two players are there to inspect them."""
    seats = who_opens(state)
    prepared = all(deck.stage is Stage.READY or (deck.stage is Stage.SPREAD and deck.face_up) for deck in state.decks)
    if state.is_open or not prepared:
        return ()
    if state.dice is not None:
        return (_steps_open(f"Open the table: {len(seats)} players are seated.", ("I-2",)),)
    if too_few_to_open(state) or too_many_to_open(state):
        return ()
    away = f" and {len(state.away)} away" if state.away else ""
    say = (
        f"Let two players inspect both decks, then open the table: {len(seats)} players seated{away}{not_taken(state)}."
    )
    return (_steps_open(say, OPENING),)


def spreading_step(state: TableState) -> Steps:
    """Return the spreading of both decks, if nobody plays or the players have not looked at them (I-22)."""
    if not (state.idle_due or activity.is_quiet(state)) or cannot_stop(state) is not None:
        return ()
    two_are_here = len(state.present) >= activity.TWO
    why = "Players have come back to the table" if two_are_here else "Fewer than two players are at the table"
    say = f"{why}: spread both decks on the table{', face up' if two_are_here else ''}."
    return (
        Step(
            act=IdleTable(face_up=two_are_here),
            say=say,
            role=Role.DEALER,
            key=Key.NEXT,
            paragraphs=activity.IDLE,
            expected=True,
        ),
    )


def waits_for_players(state: TableState) -> Refusal | None:
    """Refuse because only the two players to inspect the decks are missing (14.4(c), 14.5(d))."""
    lie_there = all(deck.stage in (Stage.SPREAD, Stage.READY) for deck in state.decks)
    return (too_few_to_open(state) or too_many_to_open(state)) if lie_there and not state.is_open else None


def _steps_open(say: str, paragraphs: Paragraphs) -> TableStep:
    return Step(act=OpenTable(), say=say, role=Role.DEALER, key=Key.NEXT, paragraphs=paragraphs, expected=True)


def other_steps(state: TableState) -> Steps:
    """Offer to idle or close the table between rounds."""
    if state.round is not None:
        return ()
    if state.dice is not None:
        close = Step(act=CloseTable(), say="Close the table.", role=Role.DEALER)
        return (close,) if state.is_open and at_rest(state.dice) and cannot_close(state) is None else ()
    close = Step(act=CloseTable(), say="Close the table.", role=Role.DEALER, paragraphs=OPENING)
    idle = Step(
        act=IdleTable(), say="Idle the table: spread both decks.", role=Role.DEALER, paragraphs=preparation.IDLE
    )
    asked = state.idle_due or activity.is_quiet(state)
    idling = (idle,) if state.is_open and cannot_stop(state) is None and not asked else ()
    closing = (close,) if (state.is_open or state.idle) and cannot_close(state) is None else ()
    return (*idling, *closing)
