"""
Rounds of play as nobody plans them: every act is one the engine offers, taken at random.

Cards are drawn from those the table has not been shown; a burnt card is one of them, which is all anybody knows.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Amounts, Refusal
from firmware_host.rules.game import Game
from firmware_host.rules.round import Phase, Player, Round, decide, evolve, next_steps, start_full
from firmware_host.rules.round.blinds_and_order import blinds_due, deal_order
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round.super_seven import throws_due
from firmware_host.rules.round_acts import (
    AwardPot,
    Bet,
    Call,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.round_facts import RoundBody
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import HIDDEN


class Played(NamedTuple):
    """All facts of one round, the same act by act, and where it ended."""

    bodies: tuple[RoundBody, ...]
    final: Round
    answers: tuple[tuple[RoundBody, ...], ...] = ()


def stakes(limit: Limit, *, button: bool, chip_cents: int = 100, ante_cents: int = 0) -> Stakes:
    """Everyday limits, $2 and $4 with blinds of $1 and $2 or a forced bet of $1."""
    return Stakes(
        limit=limit,
        min_cents=2_00,
        max_cents={Limit.FIXED: 4_00, Limit.SPREAD: 10_00}.get(limit, 0),
        ante_cents=ante_cents,
        blinds_cents=(1_00, 2_00) if button else (),
        forced_cents=0 if button else 1_00,
        chip_cents=chip_cents,
    )


def play(
    game: Game,
    posted: Stakes,
    stacks: Mapping[int, int],
    chance: random.Random,
    *,
    hidden: float = 0.0,
    fold: float = 0.15,
    muck: bool = True,
    options: bool = False,
) -> Played:
    """
    Play one round to its end. `hidden` is how often a down card is not shown to the table; with `options` there may be
    a straddle and missed blinds that are made up for (I-7).
    """
    table = _Table(chance, hidden, fold, muck=muck)
    seats = tuple(sorted(stacks))
    button = chance.choice(seats)
    further = _options(posted, stacks, deal_order(seats, button), chance) if options and game.button else {}
    table.tell(start_full(game, seats=seats, stacks=stacks, button=button, stakes=posted, **further))
    while table.now.phase is not Phase.COMPLETED:
        table.tell(decide(table.now, table.choose()))
    return Played(tuple(table.bodies), table.now, tuple(table.answers))


def _options(
    posted: Stakes, stacks: Mapping[int, int], order: tuple[int, ...], chance: random.Random
) -> dict[str, Any]:
    """A straddle left of the blinds, behind it some who missed the big blind, the small one or both."""
    due = blinds_due(order, posted)
    able = [seat for seat in order[len(due) :] if stacks[seat] >= posted.ante_cents + 3 * posted.blinds_cents[-1]]
    straddler = next((seat for seat in able[:1] if seat == order[len(due)] and chance.random() < 0.5), None)
    late = [seat for seat in able if seat != straddler and chance.random() < 0.5]
    live = {seat: chance.choice((0, posted.blinds_cents[-1])) for seat in late}
    dead = {seat: posted.blinds_cents[0] if not live[seat] or chance.random() < 0.5 else 0 for seat in late}
    straddle = {} if straddler is None else {straddler: 2 * posted.blinds_cents[-1]}
    return {"blinds": {**due, **straddle, **live}, "made_up": late, "dead": dead, "straddler": straddler}


class _Table:
    def __init__(self, chance: random.Random, hidden: float, fold: float, *, muck: bool) -> None:
        self._chance, self._hidden, self._fold, self._muck = chance, hidden, fold, muck
        self._round: Round | None = None
        self.bodies: list[RoundBody] = []
        self.answers: list[tuple[RoundBody, ...]] = []

    @property
    def now(self) -> Round:
        assert self._round is not None
        return self._round

    def tell(self, answer: object) -> None:
        assert isinstance(answer, tuple), f"offered and refused: {answer}"
        assert not isinstance(answer, Refusal)
        self.answers.append(tuple(made.body for made in answer))
        for made in answer:
            self._round = evolve(self._round, made.body)
            self.bodies.append(made.body)

    def choose(self) -> RoundAct:
        round_, chance = self.now, self._chance
        if round_.phase is Phase.DEALING:
            late = throws_due(round_)
            return self._throws_late(late[0]) if late else self._deal()
        steps = next_steps(round_)
        assert steps, f"nothing is offered: {round_}"
        if not self._muck:
            steps = tuple(step for step in steps if not isinstance(step.act, MuckHand))
        staying = tuple(step for step in steps if not isinstance(step.act, Fold))
        step = chance.choice(steps if chance.random() < self._fold or not staying else staying)
        match step.act:
            case Bet(seat=seat):
                return Bet(seat=seat, to_cents=self._amount(step.amounts), discards=self._throws(seat))
            case Call(seat=seat):
                return Call(seat=seat, discards=self._throws(seat))
            case Draw(seat=seat):
                return self._draw(seat)
            case ShowHand(seat=seat):
                return ShowHand(seat=seat, cards=self._whole(self._player(seat)))
            case AwardPot():
                return AwardPot()
            case act:
                return act

    def _amount(self, amounts: Amounts | None) -> int:
        assert amounts is not None, "a bet is offered with what may be bet"
        low, step, high = amounts.min, amounts.step, amounts.max
        between = low + step * ((min(high, 5 * low) - low) // step // 2)
        return self._chance.choice((low, low, between if low <= between <= high else low, high))

    def _deal(self) -> DealStreet:
        round_ = self.now
        street = street_due(round_)
        assert street is not None
        if street.draw:
            return DealStreet()
        pool = self._pool()
        if street.board or common_card_due(round_, street):
            return DealStreet(board=tuple(pool.pop() for _ in range(street.board or 1)))
        hands = []
        for player in round_.live:
            down = [self._down(pool) for _ in range(street.down)]
            up = [pool.pop() if pool else HIDDEN for _ in range(street.up)]
            hands.append(DealtHand(seat=player.seat, cards=(*down, *up)))
        return DealStreet(hands=tuple(hands))

    def _draw(self, seat: int) -> Draw:
        down = list(self._player(seat).down)
        discards = self._chance.sample(down, self._chance.randint(0, len(down)))
        pool = self._pool()
        return Draw(seat=seat, discards=tuple(discards), drawn=tuple(self._down(pool) for _ in discards))

    def _throws(self, seat: int) -> tuple[str, ...]:
        player = self._player(seat)
        if not self.now.on.discard or player.threw:
            return ()
        return tuple(self._chance.sample(player.down, self.now.on.discard))

    def _throws_late(self, player: Player) -> Draw:
        return Draw(seat=player.seat, discards=tuple(self._chance.sample(player.down, self.now.on.discard)))

    def _whole(self, player: Player) -> tuple[str, ...]:
        pool = self._pool()
        return tuple(pool.pop() if card == HIDDEN else card for card in (*player.down, *player.up))

    def _down(self, pool: list[str]) -> str:
        return HIDDEN if not pool or self._chance.random() < self._hidden else pool.pop()

    def _pool(self) -> list[str]:
        unknown = [card for card, bit in BIT.items() if not self.now.known & bit]
        self._chance.shuffle(unknown)
        return unknown

    def _player(self, seat: int) -> Player:
        return next(player for player in self.now.players if player.seat == seat)
