"""
Amend the last sum of the dice: the settlement by the corrected dice, and the money due (13.5(e), (f)).

Before the losers are collected the dealer can take the roll back. Afterwards money has moved: the facts of the
settlement are amended along with the sum, and the amendment lists what each player received too much or too little.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, refuse
from firmware_host.rules.dice.shaker import SEVEN, Moment
from firmware_host.rules.dice.wagers import Dice
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.corrections.correctable import SUMS
from firmware_host.table.dice.settlement import Outcome, decides
from firmware_host.table.facts.corrections import Amended, Instead
from firmware_host.table.facts.dice import (
    Decided,
    LosersCollected,
    MoneyDue,
    Relinquished,
    ShakerRelinquished,
    ShakeSettled,
    SumCalled,
    WinnersPaid,
)
from firmware_host.table.facts.seating import SeatChanged, SeatLeft
from firmware_host.table.state.dice import LastShake
from firmware_host.table.state.round_log import Recorded, Told
from firmware_host.table.state.table import TableState


def amended(state: TableState, *, round_: int, dice: Dice, why: str) -> Amended | Refusal:
    """Return the amendment of this shake's facts; refuse another shake than the last, and unchanged dice."""
    terms = state.config.mini_dice if state.config else None
    if terms is None or state.dice is None:
        return refuse("this table does not play mini-dice", "correct a sum only at a mini-dice table", *SUMS.paragraphs)
    last = state.dice.last
    if last is None or last.round != round_:
        return refuse(
            f"the sum of round {round_} can no longer be corrected: it is not the last settled shake, or bets were "
            "closed since",
            "have two people correct the amounts of money instead",
            *SUMS.paragraphs,
        )
    if last.dice == dice:
        return refuse(
            f"these dice were already called in round {round_}", "name the dice as they lay", *SUMS.paragraphs
        )
    was, now = (decides(last.wagers, faces, terms) for faces in (last.dice, dice))
    players = {player.had: player for player in _players(last, state.told)}
    settled = state.dice.shaker.moment is Moment.WAGERS
    return Amended(
        changes=tuple(_changes(state.told, dice, now)),
        why=why,
        due=tuple(_due(players, was, now, settled=settled)),
        again=tuple(_again(players, was, now, settled=settled)),
    )


class _Player(Record, frozen=True, kw_only=True):
    """The player who `had` this seat when the losers were collected; `seat` is the present seat, or the last one."""

    had: Seat
    seat: Seat
    left: bool = False


def _players(last: LastShake, told: tuple[Told, ...]) -> Iterator[_Player]:
    for had in sorted({up.seat for up in last.wagers}):
        player = _Player(had=had, seat=had)
        for fact in told:
            match fact.body:
                case SeatChanged(seat=seat, to=to) if seat == player.seat:
                    player = replace(player, seat=to)
                case SeatLeft(seat=seat) if seat == player.seat:
                    player = replace(player, left=True)
                    break
                case _:
                    pass
        yield player


def _changes(told: tuple[Told, ...], dice: Dice, now: Outcome) -> Iterator[Instead]:
    for fact in told:
        body = _instead(fact.body, dice, now)
        if body != fact.body and not isinstance(body, SeatChanged | SeatLeft):
            yield Instead(of=fact.number, body=body)


def _instead(body: Recorded, dice: Dice, now: Outcome) -> Recorded | None:
    """Return the corrected body; a pass caused by a wrongly called 7 is dropped (13.7(a)1i)."""
    match body:
        case SumCalled():
            return SumCalled(dice=dice, total=sum(dice))
        case LosersCollected():
            return LosersCollected(wagers=now.losers)
        case WinnersPaid():
            return WinnersPaid(wagers=now.winners)
        case ShakerRelinquished(why=Relinquished.SEVEN):
            return body if sum(dice) == SEVEN else None
        case ShakeSettled():
            return ShakeSettled(
                total=sum(dice),
                collected_cents=sum(one.cents for one in now.losers),
                paid_cents=sum(one.pays_cents for one in now.winners),
            )
        case _:
            return body


def _due(players: dict[Seat, _Player], was: Outcome, now: Outcome, *, settled: bool) -> Iterator[MoneyDue]:
    """
    Yield the difference between what the house should have paid each player and what it paid.

    Until the winners are paid only losers have been collected; a player who has left is settled here in full.
    """
    due = Counter[Seat]()
    for sign, outcome in ((1, now), (-1, was)):
        for lost in outcome.losers:
            due[lost.seat] -= sign * lost.cents
        for won in outcome.winners:
            if settled or players[won.seat].left:
                due[won.seat] += sign * won.pays_cents
    for player in sorted(players.values(), key=lambda player: (player.left, player.seat)):
        if due[player.had]:
            yield MoneyDue(seat=player.seat, cents=due[player.had], left=player.left)


def _again(players: dict[Seat, _Player], was: Outcome, now: Outcome, *, settled: bool) -> Iterator[Decided]:
    """Yield the wagers wrongly taken from the table, which are put back, except those of players who left."""
    taken, still = (outcome.all if settled else outcome.losers for outcome in (was, now))
    decided = {(one.seat, one.wager) for one in still}
    for one in taken:
        player = players[one.seat]
        if (one.seat, one.wager) not in decided and not player.left:
            yield Decided(seat=player.seat, wager=one.wager, cents=one.cents)
