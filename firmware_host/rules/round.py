"""
One round of play of any game: decide, evolve, next steps. Pure.

At the procedure level the dealer says when a betting round is over and the engine says what comes next and
accounts for every card; who bet what stays on the felt.
"""

from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules.acts import AwardPot, AwardUncontested, CompleteBetting, RoundAct
from firmware_host.rules.answers import Code, Draft, Key, Refusal, Role, Step
from firmware_host.rules.bodies import (
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CommunityDealt,
    HandsDealt,
    LosingHandsCollected,
    PotAwarded,
    RoundBody,
    RoundCompleted,
    RoundStarted,
    ShowdownBegan,
)
from firmware_host.rules.cards import Places
from firmware_host.rules.game import Game, GameName, Street, StreetName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.record import HIDDEN, Paragraphs, Record, Seat
from firmware_host.rules.seats import clockwise_from

RoundDraft = Draft[RoundBody]
AWARD = ("14.6(e)5",)


class Phase(StrEnum):
    """Where a round of play stands."""

    DEALING = "dealing"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    AWARDED = "awarded"
    COMPLETED = "completed"


class Round(Record, frozen=True, kw_only=True):
    """A round of play as the table knows it."""

    game: GameName
    tracking: Tracking
    seats: tuple[Seat, ...]
    button: Seat | None
    phase: Phase = Phase.DEALING
    street: StreetName = StreetName.DEAL
    places: Places = Places()
    blinds: int = 0
    winners: tuple[Seat, ...] = ()


def start(
    game: Game, *, tracking: Tracking, seats: tuple[Seat, ...], button: Seat, blinds: int
) -> tuple[RoundDraft, ...] | Refusal:
    """Open a round and deal the first cards: the blinds are in before any card (14.7(b)2)."""
    if len(seats) < 2:
        return Refusal(
            code=Code.TOO_FEW_PLAYERS,
            paragraphs=("14.6(b)",),
            reason=f"poker needs two players; {len(seats)} seated",
            allowed_by="seat a second player",
        )
    if len(seats) > game.most_players:
        return Refusal(
            code=Code.TOO_MANY_PLAYERS,
            paragraphs=game.players_paragraphs,
            reason=f"{game.title} is for {game.most_players} players at most; {len(seats)} seated",
            allowed_by="a game for more players, or fewer at this table",
        )
    order = clockwise_from(button, seats)
    first = game.streets[0]
    return (
        _draft(
            RoundStarted(game=game.name, tracking=tracking, seats=seats, button=button),
            game.players_paragraphs + game.button_paragraphs,
        ),
        _draft(BlindsPosted(seats=order[: min(blinds, len(order))]), game.blind_paragraphs),
        _draft(HandsDealt(seats=order, down=first.down), first.deal_paragraphs),
    )


def decide(round_: Round, act: RoundAct) -> tuple[RoundDraft, ...] | Refusal:
    """Answer one act: what becomes true, or why not."""
    match act:
        case CompleteBetting():
            return _complete_betting(round_)
        case AwardUncontested():
            return _award_uncontested(round_, act)
        case AwardPot():
            return _award_pot(round_, act)
        case _:
            assert_never(act)


def evolve(round_: Round | None, body: RoundBody) -> Round:
    """Fold one fact in."""
    if isinstance(body, RoundStarted):
        return Round(game=body.game, tracking=body.tracking, seats=body.seats, button=body.button)
    if round_ is None:
        raise ValueError(f"{type(body).__name__} outside a round of play")
    places = round_.places
    match body:
        case BlindsPosted(seats=seats):
            return replace(round_, blinds=len(seats))
        case HandsDealt(seats=seats, down=down):
            out = len(seats) * down
            dealt = replace(places, stub=places.stub - out, hands=places.hands + out)
            return replace(round_, places=dealt, phase=Phase.BETTING)
        case BettingCompleted():
            return replace(round_, phase=Phase.DEALING)
        case CardBurned():
            return replace(round_, places=replace(places, stub=places.stub - 1, burns=places.burns + 1))
        case CommunityDealt(street=street, cards=cards):
            dealt = replace(places, stub=places.stub - len(cards), board=places.board + cards)
            return replace(round_, places=dealt, street=street, phase=Phase.BETTING)
        case ShowdownBegan():
            return replace(round_, phase=Phase.SHOWDOWN)
        case LosingHandsCollected():
            return round_
        case PotAwarded(seats=seats):
            return replace(round_, phase=Phase.AWARDED, winners=seats)
        case RoundCompleted():
            return replace(round_, phase=Phase.COMPLETED, places=Places())
        case _:
            assert_never(body)


def next_steps(round_: Round) -> tuple[Step[RoundAct], ...]:
    """Say what the dealer may do next, the expected step first."""
    game = GAMES[round_.game]
    match round_.phase:
        case Phase.BETTING:
            return (_betting_step(round_, game), _uncontested_step())
        case Phase.SHOWDOWN:
            return (_award_step(game),)
        case Phase.DEALING | Phase.AWARDED | Phase.COMPLETED:
            return ()
        case _:
            assert_never(round_.phase)


def opens(round_: Round) -> tuple[Seat, Paragraphs]:
    """Return who acts first: left of the last blind at first, left of the button on later streets (14.10(f), (g))."""
    game = GAMES[round_.game]
    if round_.button is None:
        raise ValueError("who opens without a button is not known here yet")
    order = clockwise_from(round_.button, round_.seats)
    street = _street(game, round_.street)
    first = round_.blinds % len(order) if street is game.streets[0] else 0
    return order[first], street.betting_paragraphs


def _complete_betting(round_: Round) -> tuple[RoundDraft, ...] | Refusal:
    if round_.phase is not Phase.BETTING:
        return _not_betting(round_)
    game = GAMES[round_.game]
    street = _street(game, round_.street)
    done = _draft(BettingCompleted(street=street.name), street.betting_paragraphs)
    following = _following(game, street)
    if following is None:
        return (done, _draft(ShowdownBegan(), game.showdown_paragraphs))
    dealt = CommunityDealt(street=following.name, cards=(HIDDEN,) * following.board)
    burn = (
        (_draft(CardBurned(street=following.name), (*following.deal_paragraphs, "14.6(e)3")),) if following.burn else ()
    )
    return (done, *burn, _draft(dealt, following.deal_paragraphs))


def _award_uncontested(round_: Round, act: AwardUncontested) -> tuple[RoundDraft, ...] | Refusal:
    if round_.phase is not Phase.BETTING:
        return _not_betting(round_)
    seats = () if act.seat is None else (act.seat,)
    return _unknown_winner(round_, seats) or _completed(round_, PotAwarded(seats=seats, uncontested=True))


def _award_pot(round_: Round, act: AwardPot) -> tuple[RoundDraft, ...] | Refusal:
    if round_.phase is not Phase.SHOWDOWN:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=AWARD,
            reason="there is no showdown to award",
            allowed_by="complete the betting rounds first",
        )
    award = PotAwarded(seats=act.seats, uncontested=False)
    return _unknown_winner(round_, act.seats) or _completed(round_, award)


def _completed(round_: Round, award: PotAwarded) -> tuple[RoundDraft, ...]:
    out = round_.places
    closing = RoundCompleted(stub=out.stub, burns=out.burns, board=len(out.board), hands=out.hands + out.discards)
    return (
        _draft(LosingHandsCollected(), AWARD),
        _draft(award, AWARD),
        _draft(closing, ("14.6(e)7",)),
    )


def _unknown_winner(round_: Round, seats: tuple[Seat, ...]) -> Refusal | None:
    strangers = [seat for seat in seats if seat not in round_.seats]
    if not strangers:
        return None
    return Refusal(
        code=Code.NOT_SEATED,
        paragraphs=("14.7(a)",),
        reason=f"seat {strangers[0]} was not dealt into this round",
        allowed_by=f"name one of the seats {', '.join(map(str, round_.seats))}",
    )


def _not_betting(round_: Round) -> Refusal:
    return Refusal(
        code=Code.NOT_NOW,
        paragraphs=GAMES[round_.game].players_paragraphs[:1],
        reason=f"no betting round is under way (the round is at {round_.phase})",
        allowed_by="wait for the next deal",
    )


def _betting_step(round_: Round, game: Game) -> Step[RoundAct]:
    seat, paragraphs = opens(round_)
    street = _street(game, round_.street)
    following = _following(game, street)
    then = following.say if following else "showdown: turn the hands face up"
    return Step(
        act=CompleteBetting(),
        say=f"When the betting is complete: {then}.",
        role=Role.DEALER,
        seat=seat,
        key=Key.NEXT,
        paragraphs=paragraphs + (following.deal_paragraphs if following else game.showdown_paragraphs),
        expected=True,
    )


def _uncontested_step() -> Step[RoundAct]:
    return Step(
        act=AwardUncontested(),
        say="All others folded: collect their cards, push the pot to the last player.",
        role=Role.DEALER,
        key=Key.NEXT_HELD,
        paragraphs=AWARD,
    )


def _award_step(game: Game) -> Step[RoundAct]:
    return Step(
        act=AwardPot(),
        say="Read the hands. Collect the losing cards, push the pot, then take in the winning hand.",
        role=Role.DEALER,
        key=Key.NEXT,
        paragraphs=game.showdown_paragraphs + AWARD,
        expected=True,
    )


def _street(game: Game, name: StreetName) -> Street:
    return next(street for street in game.streets if street.name is name)


def _following(game: Game, street: Street) -> Street | None:
    rest = game.streets[game.streets.index(street) + 1 :]
    return rest[0] if rest else None


def _draft(body: RoundBody, paragraphs: Paragraphs) -> RoundDraft:
    return Draft(body=body, paragraphs=paragraphs)
