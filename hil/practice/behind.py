"""
The round behind a table that follows only the procedure: there every bet and card is played, here it is known.

At the procedure level the table is not given the bets, so the players' round is played beside it at the full level, and
the learner sees what a dealer would see. The two rounds meet at each step that the dealer indicates.
"""

import random
from typing import NamedTuple

from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import StubEnds
from firmware_host.rules.round import Phase, Round, advance, evolve, start_full
from firmware_host.rules.round.award_plan import work_out
from firmware_host.rules.round.dealing import can_be_told_short, street_due
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round.round_state import RoundDraft
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    Draw,
    RoundAct,
)
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Record
from hil.practice.hidden_cards import Cards, followed, shuffled
from hil.practice.players import Players

STACK_CENTS = 20_000

BLINDS = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, blinds_cents=(200, 400))

ANTES = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200, blinds_cents=())

MOST_MOVES = 600


class Behind(Record, frozen=True, kw_only=True):
    """The players' round as it stands, and their cards."""

    round: Round
    cards: Cards


class Played(Record, frozen=True, kw_only=True):
    """What the players do until the dealer's next step, and that step."""

    first: tuple[str, ...]
    """What the dealer turned up to begin with."""
    say: tuple[str, ...]
    """What the players do then, one after the other."""
    due: RoundAct | None
    after: Behind


class _Moved(NamedTuple):
    act: RoundAct
    say: tuple[str, ...]
    after: Behind


def begun(table: Round, chance: random.Random) -> Behind:
    """Begin the players' round with the table's seats and button."""
    seats = tuple(sorted(table.seats))
    started = start_full(
        table.rules,
        seats=seats,
        stacks=dict.fromkeys(seats, STACK_CENTS),
        button=table.button,
        stakes=BLINDS if table.rules.button else ANTES,
    )
    if isinstance(started, Refusal):
        raise RuntimeError(f"no round can be played behind the table: {started.reason}")  # noqa: TRY004 - a refusal is no type error
    first, *more = started
    return Behind(round=fold(evolve(None, first.body), more), cards=shuffled(chance))


def played(behind: Behind, table: Round, players: Players, *, at: str) -> Played:
    """Bring the players to where the table is, and play until the dealer has to indicate the next step."""
    first: tuple[str, ...] = ()
    for count in range(MOST_MOVES):
        moved = None if _is_there(behind.round, table) else _moved(behind, players, at=f"{at}/first/{count}")
        if moved is None:
            break
        first = moved.say if isinstance(moved.act, DealStreet) else first
        behind = moved.after
    said: list[str] = []
    drawn = 0
    for count in range(MOST_MOVES):
        before = behind.round
        here = before.phase is table.phase and before.at == table.at
        moved = _moved(behind, players, at=f"{at}/then/{count}") if here else None
        if moved is None:
            break
        said += moved.say
        drawn += len(moved.act.discards) if isinstance(moved.act, Draw) else 0
        behind = moved.after
    return Played(first=first, say=tuple(said), due=_due(behind.round, table, drawn), after=behind)


def _due(players: Round, table: Round, drawn: int) -> RoundAct | None:
    last = players.seats_in[0] if not players.contested else None
    match table.phase:
        case Phase.BETTING | Phase.DRAWING if last is not None or not table.contested:
            return AwardUncontested(seat=last)
        case Phase.BETTING:
            return CompleteBetting(stub_short=_is_short(players) and can_be_told_short(table))
        case Phase.DRAWING:
            return CompleteDraw(drawn=drawn)
        case Phase.SHOWDOWN if players.phase is Phase.SHOWDOWN:
            return AwardPot(seats=(last,) if last is not None else work_out(players).winners)
        case Phase.SHOWDOWN:
            return AwardPot()
        case _:
            return None


def _is_short(players: Round) -> bool:
    street = street_due(players)
    if street is None or players.rules.stub_ends not in (StubEnds.COMMON_CARD, StubEnds.SHUFFLE_MUCK_AND_BURNS):
        return False
    needed = (street.down + street.up) * len(players.live)
    return needed > 0 and needed + street.burn > players.stub


def _is_there(players: Round, table: Round) -> bool:
    """Return whether the players have got as far as the table; players who cannot bet any more are ahead of it."""
    if players.phase is Phase.SHOWDOWN:
        return True
    if players.at != table.at or players.stub == DECK:
        return players.at > table.at
    dealt_out = players.phase is Phase.DEALING and table.phase is Phase.BETTING
    return players.phase is table.phase or dealt_out


def _moved(behind: Behind, players: Players, *, at: str) -> _Moved | None:
    """Return the next thing that happens; None when the pot is to be pushed."""
    move = players.next_move(behind.round, behind.cards, at=at)
    if move is None or isinstance(move.act, AwardPot):
        return None
    answer = advance(behind.round, move.act)
    if isinstance(answer, Refusal):
        raise RuntimeError(f"{move.act} was refused: {answer.reason}")  # noqa: TRY004 - a refusal is no type error
    return _Moved(move.act, move.say, _after(behind, answer[0]))


def _after(behind: Behind, drafts: tuple[RoundDraft, ...]) -> Behind:
    for made in drafts:
        cards = followed(behind.cards, made.body, behind.round)
        behind = Behind(round=evolve(behind.round, made.body), cards=cards)
    return behind
