"""Seats and stakes, folded."""

from collections.abc import Collection
from typing import TypeVar, assert_never

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, Role, draft, refuse
from firmware_host.rules.game import Tracking
from firmware_host.rules.struct import Paragraphs, Seat
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
    """Return the table after one of these."""
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
    """What lies before the player and what is known of him goes along, under the number of the new seat."""
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
    Put so much more in front of a player.

    What a player in the round has is the round's to say until it is over; then what is counted out is taken off.
    """
    tracked = state.config is not None and state.config.tracking is Tracking.FULL
    in_round = state.round is not None and seat in state.round.seats
    if in_round or not cents or not tracked:
        return state
    return replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})


def _without(all_: dict[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {kept: value for kept, value in all_.items() if kept != seat}


MAY_RELEASE = frozenset({Role.FLOORPERSON, Role.POKER_SHIFT_SUPERVISOR})

"""Who decides that a player who is away has given the seat up: they answer for the stakes (14.7(c)5)."""


def of_sitting(state: TableState) -> Paragraphs:
    """Return where it is written that only the seated play, and at how many seats."""
    return ("14.7(a)",) if state.dice is None else ("I-2",)


def of_leaving(state: TableState) -> Paragraphs:
    """Return what stands behind giving a seat up: the table stakes go along, or the shaker goes on without him."""
    return TABLE_STAKES if state.dice is None else ("I-15",)


def free(state: TableState) -> tuple[Seat, ...]:
    """Return the seats somebody could take: those there are, while the game has room for another player."""
    if _full(state):
        return ()
    return tuple(seat for seat in all_seats(state) if seat not in state.seats)


def all_seats(state: TableState) -> tuple[Seat, ...]:
    """Return the seats there are."""
    return state.config.places if state.config else ()


def listed(seats: tuple[Seat, ...]) -> str:
    """
    Name seats one of which is meant.

    >>> listed((3, 6))
    'seat 3 or seat 6'
    """
    return " or ".join(f"seat {seat}" for seat in seats)


def leaving(state: TableState) -> tuple[Seat, ...]:
    """Return the seats whose players may give them up now: a hand that was dealt is played first."""
    played = (seat for seat in state.seats if seat not in in_round(state) and not wagers(state, seat))
    return tuple(seat for seat in played if _waited_for(state, seat) is None)


@answers(TakeSeat)
def take(state: TableState, act: TakeSeat) -> Decision:
    """Seat a player. In mid-round without chips: those come to the table when it is over."""
    refused = nobody_comes_yet(state) or _no_seat(state, act.seat)
    if refused:
        return refused
    if state.round is not None and act.cents:
        later = "sitting down without chips now and adding them when the round is over"
        return round_under_way(TABLE_STAKES, so=NO_CHIPS, allowed_by=later)
    present = (*state.present, act.seat)
    return (
        draft(SeatTaken(seat=act.seat, cents=act.cents), *of_sitting(state)),
        *button.between_rounds(state, present),
    )


@answers_asker(LeaveSeat)
def leave(state: TableState, act: LeaveSeat, intent: Intent) -> Decision:
    """Free a seat, with everything its player has on the table."""
    if act.seat not in state.seats:
        return nobody_at(state, act.seat)
    if act.seat in in_round(state):
        return refuse(
            f"seat {act.seat} was dealt into the round under way, and nothing is taken off the table in it",
            "the end of the round; until then a floorperson can note the player as away",
            *TABLE_STAKES,
        )
    if act.seat in state.away and intent.role not in MAY_RELEASE:
        return refuse(
            f"the player of seat {act.seat} is away without having given the seat up",
            " or ".join(sorted(MAY_RELEASE)),
            "14.7(c)5",
            code=Code.NOT_YOUR_ROLE,
        )
    if wagers(state, act.seat):
        return refuse(
            f"wagers of seat {act.seat} are on the table",
            "their settlement, or taking down those that may be",
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
    """What is decided about this player by his seat is decided while he has it."""
    return holds.of_seats(state, seat) or fund.undecided_about(state, seat)


def in_round(state: TableState) -> Collection[Seat]:
    """Return the seats that were dealt into the round under way."""
    return state.round.seats if state.round else ()


def wagers(state: TableState, seat: Seat) -> bool:
    """Return whether this player has a wager on the table of mini-dice."""
    return state.dice is not None and any(up.seat == seat for up in state.dice.wagers)


def nobody_at(state: TableState, seat: Seat) -> Refusal:
    """Say that nobody sits there."""
    return refuse(f"nobody sits at seat {seat}", "a seated player", *of_sitting(state), code=Code.NOT_SEATED)


def nobody_comes_yet(state: TableState) -> Refusal | None:
    """Refuse what needs a table to which players come: one that idles needs the second of them to go on (14.5(d))."""
    return None if state.receives_players else _not_open()


def not_open(state: TableState) -> Refusal | None:
    """Refuse what needs a table that is open."""
    return None if state.is_open else _not_open()


def _not_open() -> Refusal:
    return refuse("the table is not open", "open the table", "14.4(c)")


def _no_seat(state: TableState, seat: Seat) -> Refusal | None:
    if seat not in all_seats(state):
        return refuse(
            f"this table has no seat {seat}",
            "one of " + ", ".join(str(free_seat) for free_seat in free(state)),
            *of_sitting(state),
            code=Code.NOT_SEATED,
        )
    if seat in state.seats:
        return refuse(f"seat {seat} is taken", "a seat that is free", *of_sitting(state), code=Code.NOT_SEATED)
    return _full(state)


def _full(state: TableState) -> Refusal | None:
    """Poker is for so many, by its game; at mini-dice every seat there is may be taken."""
    if state.config is None or state.config.mini_dice or len(state.seats) < state.config.poker.most_players:
        return None
    game = state.config.poker
    return refuse(
        f"{game.title} is for {game.most_players} players at most",
        "a seat given up, or a game for more players",
        *game.players_paragraphs,
        code=Code.TOO_MANY_PLAYERS,
    )
