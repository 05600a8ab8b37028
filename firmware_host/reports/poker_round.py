"""The players and pots of a poker round, from its facts with corrections applied."""

from collections.abc import Iterable, Sequence

from firmware_host.reports.round_story import End, PotStory, Seated, Won
from firmware_host.rules.game import Tracking
from firmware_host.rules.money import money
from firmware_host.rules.pots.award_words import hand_of, hands_in_words, share_won
from firmware_host.rules.pots.division import HandWords
from firmware_host.rules.pots.side_pots import side_pots
from firmware_host.rules.round import Round, evolve
from firmware_host.rules.round_facts import (
    BadBeatContributed,
    BlindsPosted,
    HandFouled,
    PotAwarded,
    RakeTaken,
    RoundBody,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    ShowdownBegan,
)
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.facts.fact import Fact


class Played(Record, frozen=True, kw_only=True):
    """A poker round as far as it got. `cards` are those each player held last, `??` for cards never seen."""

    started: RoundStarted
    reached: Round
    before_award: Round
    cards: dict[Seat, tuple[str, ...]]
    fouled: frozenset[Seat]
    ended: tuple[int, ...]
    is_over: bool
    rake_cents: int
    bad_beat_cents: int
    dead: dict[Seat, int]


def played(facts: Sequence[Fact]) -> Played | None:
    """Fold the facts in effect of one round; None if it is not a poker round."""
    bodies = [fact.body for fact in facts if isinstance(fact.body, RoundBody)]
    if not bodies or not isinstance(bodies[0], RoundStarted):
        return None
    round_ = before = evolve(None, bodies[0])
    cards: dict[Seat, tuple[str, ...]] = {}
    for body in bodies[1:]:
        cards |= {player.seat: (*player.down, *player.up) for player in round_.live}
        if not isinstance(body, RoundCompleted | RoundVoided):
            round_ = evolve(round_, body)
            before = before if isinstance(body, PotAwarded) else round_
    cards |= {player.seat: (*player.down, *player.up) for player in round_.live}
    last = bodies[-1]
    return Played(
        started=bodies[0],
        reached=round_,
        before_award=before,
        cards=cards,
        fouled=frozenset(body.seat for body in bodies if isinstance(body, HandFouled)),
        ended=last.stacks if isinstance(last, RoundCompleted | RoundVoided) else (),
        is_over=isinstance(last, RoundCompleted | RoundVoided),
        rake_cents=sum(body.cents for body in bodies if isinstance(body, RakeTaken)),
        bad_beat_cents=sum(body.cents for body in bodies if isinstance(body, BadBeatContributed)),
        dead={seat: cents for body in bodies if isinstance(body, BlindsPosted) for seat, cents in _dead(body)},
    )


def _dead(posted: BlindsPosted) -> Iterable[tuple[Seat, int]]:
    """Return dead blinds by seat: money from that player, but not a wager (I-7)."""
    return zip(posted.made_up, posted.dead, strict=False)


def players(found: Played) -> tuple[Seated, ...]:
    """Return the players of the round in order of seats."""
    seats = sorted(found.started.seats)
    began = dict(zip(found.started.seats, found.started.stacks, strict=True)) if found.started.stacks else {}
    ended = dict(zip(seats, found.ended, strict=True)) if found.ended else {}
    wagered = {player.seat: player.put_in for player in found.before_award.players} if began else {}
    put_in = {seat: cents + found.dead.get(seat, 0) for seat, cents in wagered.items()}
    return tuple(
        Seated(
            seat=seat,
            began_cents=began.get(seat),
            ended_cents=ended.get(seat),
            put_in_cents=put_in.get(seat),
            cards=found.cards.get(seat, ()),
            end=_end(found, seat),
        )
        for seat in seats
    )


def _end(found: Played, seat: Seat) -> End:
    player = next(player for player in found.reached.players if player.seat == seat)
    if seat in found.fouled:
        return End.FOULED
    if player.mucked:
        return End.MUCKED
    if player.folded:
        return End.FOLDED
    if found.started.tracking is Tracking.PROCEDURE:
        return End.NOT_TOLD
    return End.SHOWED if player.shown else End.NOT_SHOWN


def pots(found: Played, facts: Iterable[Fact]) -> tuple[PotStory, ...]:
    """Return the pots in the order they were awarded."""
    standing = tuple(facts)
    return tuple(_pot(found, fact, fact.body, standing) for fact in standing if isinstance(fact.body, PotAwarded))


def _pot(found: Played, fact: Fact, award: PotAwarded, facts: tuple[Fact, ...]) -> PotStory:
    hands = _hands(found, tuple(fact.body for fact in facts if isinstance(fact.body, RoundBody)))
    shares = [
        Won(
            seat=share.seat,
            part=share.part,
            cents=share.cents,
            odd_cents=share.odd_cents,
            hand=hand_of(share, hands),
        )
        for share in award.shares
    ]
    words = [share_won(award, share, who=f"seat {share.seat}", said=money, hands=hands) for share in award.shares]
    return PotStory(
        number=fact.number,
        pot=award.pot,
        cents=award.cents if award.shares else None,
        uncontested=award.uncontested,
        between=_between(found, award),
        won=tuple(shares or [Won(seat=seat) for seat in award.seats]),
        words=tuple(f"{line[0].upper()}{line[1:]}." for line in words) or (_untold(award),),
        paragraphs=fact.paragraphs,
    )


def _hands(found: Played, bodies: tuple[RoundBody, ...]) -> dict[Seat, HandWords]:
    """Return the shown hands in words; empty unless there was a showdown."""
    at_showdown = any(isinstance(body, ShowdownBegan) for body in bodies)
    return hands_in_words(found.reached.rules, bodies) if at_showdown else {}


def _untold(award: PotAwarded) -> str:
    """Describe an award at the procedure level: no amounts, and the winner only if the dealer entered one."""
    won = f"seat{'s' * (len(award.seats) > 1)} {' and '.join(map(str, award.seats))}" if award.seats else "a player"
    alone = ", the last player left" if award.uncontested else ""
    return f"The pot went to {won}{alone}."


def _between(found: Played, award: PotAwarded) -> tuple[Seat, ...]:
    round_ = found.before_award
    live = tuple(player.seat for player in round_.live)
    if not award.shares:
        return ()
    contributed = {player.seat: player.put_in for player in round_.players}
    made = side_pots(contributed, live, dead_cents=round_.dead).pots
    return made[award.pot].eligible if award.pot < len(made) else live
