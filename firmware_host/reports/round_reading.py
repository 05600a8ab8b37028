"""What the facts of one round say: a round of poker, or a shake of the mini-dice."""

from collections.abc import Iterable, Sequence

from firmware_host.reports.round_story import End, PotStory, Seated, Shake, WagerDecided, Won
from firmware_host.rules.game import Tracking
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
from firmware_host.rules.wording import money
from firmware_host.table.facts.corrections import SumCorrected
from firmware_host.table.facts.dice import (
    Decided,
    DiceShaken,
    LosersCollected,
    NoRollCalled,
    ShakeFellShort,
    ShakeSettled,
    ShakeSpoiled,
    SumCalled,
    WagersOpened,
    WinnersPaid,
)
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
    words += _beaten(found, award, hands)
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


def _beaten(found: Played, award: PotAwarded, hands: dict[Seat, HandWords]) -> list[str]:
    """Return why each player who showed a hand and could win this pot did not."""
    game, pot = found.reached.rules, f"side pot {award.pot}" if award.pot else "centre pot"
    lines = []
    for seat in _between(found, award):
        worth = hands.get(seat)
        if worth is None or seat in award.seats:
            continue
        high = [f"{worth.high} is not the best hand"] if game.high else []
        low = (
            [f"{worth.low} is not the best low hand" if worth.low else "no low hand that qualifies"] if game.low else []
        )
        lines.append(f"seat {seat} wins nothing of the {pot}: {' and '.join([*high, *low])}")
    return lines


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


def shaken(facts: Iterable[Fact], *, tracked: bool) -> Shake | None:
    """Return the shake; None if this is not mini-dice. Amounts are None unless wagers are `tracked`."""
    bodies = [fact.body for fact in _of_this_shake(facts)]
    if not any(isinstance(body, WagersOpened) for body in bodies):
        return None
    shooters = [body.seat for body in bodies if isinstance(body, DiceShaken)]
    settled = next((body for body in bodies if isinstance(body, ShakeSettled)), None)
    faces = next((body.dice for body in reversed(bodies) if isinstance(body, SumCalled | SumCorrected)), None)
    known = settled if tracked else None
    return Shake(
        shaken_by=shooters[-1] if shooters else None,
        faces=faces,
        total=sum(faces) if faces else None,
        is_settled=settled is not None,
        no_rolls=sum(isinstance(body, NoRollCalled) for body in bodies),
        invalid=sum(isinstance(body, ShakeFellShort | ShakeSpoiled) for body in bodies),
        collected_cents=known.collected_cents if known else None,
        paid_cents=known.paid_cents if known else None,
        wagers=tuple(_wagers(bodies)),
    )


def _of_this_shake(facts: Iterable[Fact]) -> list[Fact]:
    """Drop corrections of another shake: version 0.1 could record a corrected sum during the next shake."""
    return [fact for fact in facts if not isinstance(fact.body, SumCorrected) or fact.body.round == fact.round]


def _wagers(bodies: Sequence[object]) -> Iterable[WagerDecided]:
    """Yield the decided wagers. If version 0.1 corrected the sum before paying, the correction names the losers."""
    collected = next((body for body in reversed(bodies) if isinstance(body, LosersCollected | SumCorrected)), None)
    losers = () if collected is None else collected.losers if isinstance(collected, SumCorrected) else collected.wagers
    yield from (_decided(wager, won=False) for wager in losers)
    for body in bodies:
        if isinstance(body, WinnersPaid):
            yield from (_decided(wager, won=True) for wager in body.wagers)


def _decided(wager: Decided, *, won: bool) -> WagerDecided:
    return WagerDecided(
        seat=wager.seat, wager=wager.wager, cents=wager.cents, won=won, pays_cents=wager.pays_cents if won else 0
    )
