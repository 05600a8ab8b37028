"""Take and leave seats: only seated players are dealt in (14.7(a)), and chips move only between rounds."""

from collections.abc import Collection
from typing import TypeVar, assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.roles import said
from firmware_host.rules.struct import Paragraphs, Seat
from firmware_host.rules.wording import joined
from firmware_host.table.acts.intent import Intent
from firmware_host.table.acts.seating import LeaveSeat, TakeSeat
from firmware_host.table.answering import answers, answers_asker
from firmware_host.table.corrections import holds
from firmware_host.table.dice import shooter as shaker
from firmware_host.table.dice.dice_folds import moved_player, without_player
from firmware_host.table.facts.fact import Decision, Fact
from firmware_host.table.facts.seating import (
    BlindMissed,
    ChipsAdded,
    MissedBlindsPromised,
    PlayerCameBack,
    PlayerWentAway,
    PostingWithdrawn,
    SeatChanged,
    SeatingBody,
    SeatLeft,
    SeatTaken,
    StraddleAnnounced,
)
from firmware_host.table.state import button, fund, seating
from firmware_host.table.state.between_rounds import NO_CHIPS, round_under_way
from firmware_host.table.state.seating import Away
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import TABLE_STAKES, AwayStakes

V = TypeVar("V")


def folded(state: TableState, body: SeatingBody, fact: Fact) -> TableState:
    """Fold a fact about seats."""
    match body:
        case SeatTaken(seat=seat, cents=cents):
            taken = tuple(sorted({*state.seats, seat}))
            return _moved(replace(state, seats=taken, seated={**state.seated, seat: fact.number}), seat, cents)
        case SeatLeft(seat=seat):
            left = tuple(taken for taken in state.seats if taken != seat)
            gone = replace(state, seats=left, stacks=_without(state.stacks, seat), away=_without(state.away, seat))
            gone = replace(gone, seated=_without(state.seated, seat), owed=seating.without(gone.owed, seat))
            return gone if state.dice is None else replace(gone, dice=without_player(state.dice, seat))
        case BlindMissed(seat=seat, blind=blind):
            return replace(state, owed=seating.and_missed(state.owed, seat, blind))
        case MissedBlindsPromised(seat=seat):
            return replace(state, owed=replace(state.owed, promised=(*state.owed.promised, seat)))
        case StraddleAnnounced(seat=seat):
            return replace(state, owed=replace(state.owed, straddler=seat))
        case PostingWithdrawn(seat=seat):
            return replace(state, owed=seating.without_promise(state.owed, seat))
        case SeatChanged(seat=seat, to=to):
            there = {**_without(state.seated, seat), to: fact.number}
            return replace(_elsewhere(state, seat, to), seated=there)
        case PlayerWentAway(seat=seat, stakes=stakes, cents=cents):
            out = cents if stakes is AwayStakes.COUNTED else 0
            return _moved(replace(state, away={**state.away, seat: Away(stakes=stakes, cents=out)}), seat, -out)
        case PlayerCameBack(seat=seat, stakes=stakes, cents=cents):
            back = cents if stakes is AwayStakes.COUNTED else 0
            return _moved(replace(state, away=_without(state.away, seat)), seat, back)
        case ChipsAdded(seat=seat, cents=cents):
            return _moved(state, seat, cents)
        case _:
            assert_never(body)


def _elsewhere(state: TableState, seat: Seat, to: Seat) -> TableState:
    """Move everything recorded about a player to the new seat number."""
    return replace(
        state,
        seats=tuple(sorted({*(each for each in state.seats if each != seat), to})),
        stacks={to if each == seat else each: cents for each, cents in state.stacks.items()},
        away={to if each == seat else each: away for each, away in state.away.items()},
        owed=seating.moved(state.owed, seat, to),
        kill_button=to if state.kill_button == seat else state.kill_button,
        dice=None if state.dice is None else moved_player(state.dice, seat, to),
    )


def _moved(state: TableState, seat: Seat, cents: int) -> TableState:
    """
    Add this amount to a player's stakes.

    The stakes of a player in the round belong to the round until it is over; an amount counted out in mid-round is
    subtracted then.
    """
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    in_round = state.round is not None and seat in state.round.seats
    if in_round or not cents or not tracked:
        return state
    return replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})


def _without(all_: dict[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {kept: value for kept, value in all_.items() if kept != seat}


MAY_RELEASE = frozenset({Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR})
"""The roles that may record an absent player's seat as given up; they answer for the stakes (14.7(c)5)."""


def of_sitting(state: TableState) -> Paragraphs:
    """Return the paragraphs on who may play and at how many seats."""
    return ("14.7(a)",) if state.dice is None else ("I-2",)


def of_leaving(state: TableState) -> Paragraphs:
    """Return the paragraphs on leaving: for the table stakes, or at mini-dice for the shaker."""
    return TABLE_STAKES if state.dice is None else ("I-15",)


def free(state: TableState) -> tuple[Seat, ...]:
    """Return the free seats, none where the game has no room for another player."""
    if _full(state):
        return ()
    return tuple(seat for seat in all_seats(state) if seat not in state.seats)


def all_seats(state: TableState) -> tuple[Seat, ...]:
    """Return all seats of the table."""
    return state.config.places if state.config else ()


def listed(seats: tuple[Seat, ...]) -> str:
    """
    List seats as alternatives.

    >>> listed((3, 6))
    'seat 3 or 6'
    """
    return f"seat {joined([str(seat) for seat in seats], 'or')}"


def leaving(state: TableState) -> tuple[Seat, ...]:
    """Return the seats whose players may leave now: not dealt into the round, and nothing pending."""
    played = (seat for seat in state.seats if seat not in in_round(state) and not wagers(state, seat))
    return tuple(seat for seat in played if _waited_for(state, seat) is None)


@answers(TakeSeat)
def take(state: TableState, act: TakeSeat) -> Decision:
    """Seat a player; in mid-round only without chips, which are added after the round."""
    refused = nobody_comes_yet(state) or _no_seat(state, act.seat)
    if refused:
        return refused
    if state.round is not None and act.cents:
        later = "sit down without chips now and add them when the round is over"
        return round_under_way(TABLE_STAKES, so=NO_CHIPS, allowed_by=later)
    present = (*state.present, act.seat)
    return (
        draft(SeatTaken(seat=act.seat, cents=act.cents), *of_sitting(state)),
        *button.between_rounds(state, present),
    )


@answers_asker(LeaveSeat)
def leave(state: TableState, act: LeaveSeat, intent: Intent) -> Decision:
    """Free a seat; the player takes all stakes along."""
    if act.seat not in state.seats:
        return nobody_at(state, act.seat)
    if act.seat in in_round(state):
        return refuse(
            f"seat {act.seat} was dealt into the round under way, and stakes stay on the table until it ends",
            "wait until the round is over; until then a floorperson can record the player as away",
            *TABLE_STAKES,
        )
    if act.seat in state.away and intent.role not in MAY_RELEASE:
        return refuse(
            f"the player in seat {act.seat} is away and keeps the seat",
            f"ask a {said(MAY_RELEASE)}",
            "14.7(c)5",
            code=Code.NOT_YOUR_ROLE,
        )
    if wagers(state, act.seat):
        return refuse(
            f"seat {act.seat} has wagers on the table",
            "wait until the wagers are settled, or take down those that may be taken down",
            "13.5(f)",
        )
    undecided = _waited_for(state, act.seat)
    if undecided is not None:
        return undecided
    present = tuple(seat for seat in state.present if seat != act.seat)
    without = replace(state, seats=tuple(seat for seat in state.seats if seat != act.seat))
    left = SeatLeft(seat=act.seat, cents=state.stacks.get(act.seat, 0))
    return (
        draft(left, *of_leaving(state)),
        *button.collected_from(state, act.seat),
        *button.between_rounds(state, present),
        *shaker.after_leaving(without, act.seat),
    )


def _waited_for(state: TableState, seat: Seat) -> Refusal | None:
    """Refuse a player's leaving while a decision about the player is pending, which names the seat."""
    return holds.of_seats(state, seat) or fund.undecided_about(state, seat)


def in_round(state: TableState) -> Collection[Seat]:
    """Return the seats that were dealt into the round under way."""
    return state.round.seats if state.round else ()


def wagers(state: TableState, seat: Seat) -> bool:
    """Return whether this player has a mini-dice wager on the table."""
    return state.dice is not None and any(up.seat == seat for up in state.dice.wagers)


def nobody_at(state: TableState, seat: Seat) -> Refusal:
    """Refuse an act for an empty seat."""
    return refuse(
        f"no player sits at seat {seat}", "name a seat with a player", *of_sitting(state), code=Code.NOT_SEATED
    )


def nobody_comes_yet(state: TableState) -> Refusal | None:
    """Refuse unless players may come: at an open table, or one that waits for its first two players (14.5(d))."""
    return None if state.receives_players else _not_open()


def not_open(state: TableState) -> Refusal | None:
    """Refuse unless the table is open."""
    return None if state.is_open else _not_open()


def _not_open() -> Refusal:
    return refuse("the table is not open", "open the table first", "14.4(c)")


def _no_seat(state: TableState, seat: Seat) -> Refusal | None:
    if seat not in all_seats(state):
        return refuse(
            f"this table has no seat {seat}",
            f"choose one of the free seats: {', '.join(str(free_seat) for free_seat in free(state))}",
            *of_sitting(state),
            code=Code.NOT_SEATED,
        )
    if seat in state.seats:
        return refuse(f"seat {seat} is taken", "choose a free seat", *of_sitting(state), code=Code.NOT_SEATED)
    return _full(state)


def _full(state: TableState) -> Refusal | None:
    """Refuse more players than the poker game allows; at mini-dice every seat may be taken."""
    if state.config is None or state.config.mini_dice or len(state.seats) < state.config.poker.most_players:
        return None
    game = state.config.poker
    return refuse(
        f"{game.title} is for at most {game.most_players} players",
        "wait until a player leaves, or change to a game for more players",
        *game.players_paragraphs,
        code=Code.TOO_MANY_PLAYERS,
    )
