"""Folding facts into a round."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, assert_never

from msgspec.structs import replace

from firmware_host.rules.cards import DECK, mask
from firmware_host.rules.game import GameName, StreetName
from firmware_host.rules.games import GAMES
from firmware_host.rules.round.betting import betting_possible, one_owes, turn_after
from firmware_host.rules.round.blinds_and_order import blinds_due
from firmware_host.rules.round.round_state import Phase, Player, Round, RoundDraft, StreetTold
from firmware_host.rules.round_facts import (
    AntesPosted,
    BadBeatContributed,
    BadBeatHeld,
    BettingCompleted,
    BlindsPosted,
    CardBurned,
    CardsDiscarded,
    CardsDrawn,
    CommunityDealt,
    DownCardsDiscarded,
    DrawCompleted,
    DrawOpened,
    ForcedBetMade,
    HandFouled,
    HandMucked,
    HandsDealt,
    HandShown,
    LosingHandsCollected,
    Pile,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    PotAwarded,
    PotMispushed,
    RakeTaken,
    RoundBody,
    RoundCompleted,
    RoundStarted,
    RoundVoided,
    ShowdownBegan,
    StubShuffled,
    UncalledReturned,
)
from firmware_host.rules.seats import clockwise_from
from firmware_host.rules.stakes import Limit
from firmware_host.rules.struct import HIDDEN, Seat

AT: dict[tuple[GameName, StreetName], int] = {
    (game.name, street.name): at for game in GAMES.values() for at, street in enumerate(game.streets)
}


def evolve(round_: Round | None, body: RoundBody) -> Round:
    """Fold in one fact. Raises ValueError for a fact that does not belong in this round."""
    if isinstance(body, RoundStarted):
        return _started(body)
    if round_ is None:
        raise ValueError(f"{type(body).__name__} outside a round of play")
    return FOLDS[type(body)](round_, body)


def fold(round_: Round, drafts: Iterable[RoundDraft]) -> Round:
    """Fold in the facts of an answer."""
    for made in drafts:
        round_ = FOLDS[type(made.body)](round_, made.body)
    return round_


def _started(body: RoundStarted) -> Round:
    order = clockwise_from(body.button, body.seats) if body.button is not None else tuple(sorted(body.seats))
    stacks = dict(zip(body.seats, body.stacks or (0,) * len(body.seats), strict=True))
    return Round(
        game=body.game,
        tracking=body.tracking,
        button=body.button,
        players=tuple([Player(seat=seat, stack=stacks[seat]) for seat in order]),
        stakes=body.stakes,
        size=body.stakes.min_cents if body.stakes else 0,
        began=body.stacks,
    )


def _index(round_: Round, seat: Seat) -> int:
    turn = round_.to_act
    if turn is not None and round_.players[turn].seat == seat:
        return turn
    for index, player in enumerate(round_.players):
        if player.seat == seat:
            return index
    raise ValueError(f"seat {seat} is not in this round")


def _with(players: tuple[Player, ...], index: int, player: Player) -> tuple[Player, ...]:
    changed = list(players)
    changed[index] = player
    return tuple(changed)


def _pays(player: Player, cents: int, acted_at: int | None) -> Player:
    return replace(
        player,
        stack=player.stack - cents,
        paid=player.paid + cents,
        put_in=player.put_in + cents,
        acted_at=acted_at,
    )


def _checked(round_: Round, body: PlayerChecked) -> Round:
    return _acted(round_, body.seat, 0)


def _called(round_: Round, body: PlayerCalled) -> Round:
    return _acted(round_, body.seat, body.cents)


def _acted(round_: Round, seat: Seat, cents: int) -> Round:
    index, bet = _index(round_, seat), round_.bet
    players = _with(round_.players, index, _pays(round_.players[index], cents, bet))
    return replace(round_, players=players, to_act=turn_after(players, index, bet))


def _bet(round_: Round, body: PlayerBet) -> Round:
    index, to = _index(round_, body.seat), body.to_cents
    answered = [replace(p, acted_at=None) if body.full and p.acted_at is not None else p for p in round_.players]
    answered[index] = _pays(answered[index], body.cents, to)
    players = tuple(answered)
    return replace(
        round_,
        players=players,
        bet=max(to, round_.bet),
        # Completing the forced bet is the first full bet, not a raise by the difference (I-6).
        size=(to if round_.forced else to - round_.bet) if body.full else round_.size,
        raises=round_.raises + body.full,
        forced=round_.forced and not body.full,
        aggressor=index,
        to_act=turn_after(players, index, max(to, round_.bet)),
    )


def _forced(round_: Round, body: ForcedBetMade) -> Round:
    index, cents = _index(round_, body.seat), body.cents
    players = _with(round_.players, index, _pays(round_.players[index], cents, cents))
    # A forced bet as large as the minimum bet is a full bet: there is nothing to complete.
    below = round_.stakes is None or cents < round_.stakes.min_cents
    to_act = turn_after(players, index, cents)
    return replace(round_, players=players, bet=cents, forced=below, raises=int(not below), to_act=to_act)


def _folded(round_: Round, body: PlayerFolded | HandMucked) -> Round:
    index = _index(round_, body.seat)
    player = round_.players[index]
    cards = player.down + player.up
    gone = replace(player, folded=True, mucked=isinstance(body, HandMucked), down=(), up=())
    players = _with(round_.players, index, gone)
    to_act = turn_after(players, index, round_.bet) if round_.phase is Phase.BETTING and round_.stakes else None
    return replace(
        round_,
        players=players,
        discards=round_.discards + len(cards),
        thrown=round_.thrown | mask(cards),
        to_act=to_act,
    )


def _fouled(round_: Round, body: HandFouled) -> Round:
    """Fold a hand out of turn: the player to act or draw stays the same, unless it was this one."""
    turn = round_.to_act
    gone = _folded(round_, PlayerFolded(seat=body.seat))
    if turn is None:
        return replace(gone, to_act=None)
    if round_.phase is Phase.DRAWING:
        return replace(gone, to_act=_next_to_draw(gone.players), phase=_after_drawing(gone, gone.players))
    return replace(gone, to_act=turn_after(gone.players, turn - 1, gone.bet))


def _hands_dealt(round_: Round, body: HandsDealt) -> Round:
    each = body.down + body.up
    hidden = (HIDDEN,) * each
    given = dict(zip(body.seats, body.cards or (hidden,) * len(body.seats), strict=True))
    first, players = body.down, list(round_.players)
    for index, player in enumerate(round_.players):
        cards = given.get(player.seat)
        if cards is not None:
            players[index] = replace(player, down=player.down + cards[:first], up=player.up + cards[first:])
    left = round_.stub - each * len(body.seats)
    known = round_.known | mask([card for cards in body.cards for card in cards])
    noted = _noted(round_, body.street)
    return _open_street(noted, body.street, tuple(players), stub=left, known=known, board=round_.board)


def _community_dealt(round_: Round, body: CommunityDealt) -> Round:
    cards, known = body.cards, round_.known | mask(body.cards)
    left, board = round_.stub - len(cards), round_.board + cards
    noted = _noted(round_, body.street, short=not GAMES[round_.game].streets[AT[round_.game, body.street]].board)
    return _open_street(noted, body.street, round_.players, stub=left, known=known, board=board)


def _noted(round_: Round, street: StreetName, *, short: bool = False) -> Round:
    """Note a street at the procedure level, once; a stub that was made anew for it was too short."""
    at = AT[round_.game, street]
    if round_.stakes is not None or (round_.told and round_.told[-1].at == at):
        return round_
    return replace(round_, told=(*round_.told, StreetTold(at=at, live=len(round_.live), short=short)))


def _noted_short(round_: Round) -> Round:
    """The stub is made anew in the middle of a street that was begun, or before the next one."""
    if round_.stakes is not None or not round_.told:
        return round_
    begun = round_.phase is Phase.BETTING
    if begun:
        return replace(round_, told=(*round_.told[:-1], replace(round_.told[-1], short=True)))
    return replace(round_, told=(*round_.told, StreetTold(at=round_.at + 1, live=len(round_.live), short=True)))


def _burned(round_: Round, body: CardBurned) -> Round:
    del body
    if not round_.stub:
        # More players folded than were entered, so the stub holds cards that are counted as theirs.
        return replace(round_, burn_due=False)
    return replace(round_, stub=round_.stub - 1, burns=round_.burns + 1, burn_due=False)


def _open_street(
    round_: Round, street: StreetName, players: tuple[Player, ...], *, stub: int, known: int, board: tuple[str, ...]
) -> Round:
    """Open the betting round, if betting is possible; at the procedure level always."""
    bets = round_.stakes is None or betting_possible(players) or one_owes(players)
    at = AT[round_.game, street]
    return replace(
        round_,
        players=players,
        at=at,
        size=_size_on(round_, at),
        stub=stub,
        known=known,
        board=board,
        phase=Phase.BETTING if bets else Phase.DEALING,
        to_act=None,
    )


def _size_on(round_: Round, at: int) -> int:
    """Return the size of a full bet on this street: with fixed limit the higher one on later streets."""
    stakes = round_.stakes
    if stakes is not None and stakes.limit is Limit.FIXED and GAMES[round_.game].streets[at].big:
        return stakes.max_cents
    return round_.size


def _betting_completed(round_: Round, body: BettingCompleted) -> Round:
    del body
    players = tuple(
        [
            replace(player, paid=0, acted_at=None, drew=False) if player.paid or player.acted_at is not None else player
            for player in round_.players
        ]
    )
    one_left = round_.stakes is not None and not round_.contested
    return replace(
        round_,
        players=players,
        phase=Phase.SHOWDOWN if one_left else Phase.DEALING,
        bet=0,
        size=round_.stakes.min_cents if round_.stakes else 0,
        raises=0,
        forced=False,
        to_act=None,
    )


def _antes(round_: Round, body: AntesPosted) -> Round:
    due = dict(zip(body.seats, body.cents, strict=True))
    own = 0 if body.dead else 1
    players = tuple(
        replace(p, stack=p.stack - due[p.seat], put_in=p.put_in + due[p.seat] * own) if p.seat in due else p
        for p in round_.players
    )
    return replace(round_, players=players, dead=round_.dead + (sum(body.cents) if body.dead else 0))


def _blinds(round_: Round, body: BlindsPosted) -> Round:
    in_turn = [seat for seat in body.seats if seat not in body.made_up]
    if not body.cents:
        return replace(round_, blinds=len(in_turn), last_blind=in_turn[-1] if in_turn else None)
    due, dead = dict(zip(body.seats, body.cents, strict=True)), _dead(body)
    paid = [_pays(p, due[p.seat], None) if p.seat in due else p for p in round_.players]
    players = tuple([replace(p, stack=p.stack - dead[p.seat]) if p.seat in dead else p for p in paid])
    # A straddle is larger than the bet before it, so it is a raise (14.1).
    raises = int(round_.stakes is None or round_.stakes.blind_counts) + (body.straddler is not None)
    return replace(
        round_,
        players=players,
        blinds=len(in_turn),
        made_up=body.made_up,
        killer=body.killer,
        bet=max(*body.cents, _short_blinds(round_, players, body.killer)),
        raises=raises,
        dead=round_.dead + sum(body.dead),
    )


def _dead(body: BlindsPosted) -> dict[Seat, int]:
    return dict(zip(body.made_up, body.dead, strict=True)) if body.dead else {}


def _short_blinds(round_: Round, players: tuple[Player, ...], killer: Seat | None) -> int:
    """Return the largest blind posted all-in for less: the full blind is to be called (14.7(c)4)."""
    all_in = [player.seat for player in players if not player.stack]
    if not all_in or round_.stakes is None:
        return 0
    due = blinds_due(round_.seats, round_.stakes, killer)
    return max([due.get(seat, 0) for seat in all_in])


def _discarded(round_: Round, body: CardsDiscarded | DownCardsDiscarded) -> Round:
    index, cards, drew = _index(round_, body.seat), body.cards, isinstance(body, CardsDiscarded)
    player = round_.players[index]
    left = list(player.down)
    for card in cards:
        left.remove(card if card in left else HIDDEN)
    changed = replace(
        player,
        down=tuple(left),
        drew=player.drew or drew,
        threw=player.threw or not drew,
        tossed=(*player.tossed, *cards) if drew else player.tossed,
    )
    players = _with(round_.players, index, changed)
    # A player who has discarded still draws before the next player is asked.
    over = round_.phase is Phase.DRAWING and not cards
    return replace(
        round_,
        players=players,
        discards=round_.discards + len(cards),
        known=round_.known | mask(cards),
        thrown=round_.thrown | mask(cards),
        to_act=_next_to_draw(players) if over else round_.to_act,
        phase=_after_drawing(round_, players) if over else round_.phase,
    )


def _drawn(round_: Round, body: CardsDrawn) -> Round:
    index, cards = _index(round_, body.seat), body.cards
    player = round_.players[index]
    players = _with(round_.players, index, replace(player, down=player.down + cards))
    return replace(
        round_,
        players=players,
        stub=round_.stub - len(cards),
        known=round_.known | mask(cards),
        to_act=_next_to_draw(players),
        phase=_after_drawing(round_, players),
    )


def _next_to_draw(players: tuple[Player, ...]) -> int | None:
    return next((i for i, player in enumerate(players) if not player.folded and not player.drew), None)


def _after_drawing(round_: Round, players: tuple[Player, ...]) -> Phase:
    if _next_to_draw(players) is not None:
        return Phase.DRAWING
    return Phase.BETTING if round_.stakes is None or betting_possible(players) else Phase.DEALING


def _draw_opened(round_: Round, body: DrawOpened) -> Round:
    players = tuple(replace(player, drew=False) if player.drew else player for player in round_.players)
    round_ = _noted(round_, body.street)
    at = AT[round_.game, body.street]
    return replace(
        round_,
        players=players,
        at=at,
        size=_size_on(round_, at),
        phase=Phase.DRAWING,
        to_act=_next_to_draw(players) if round_.stakes else None,
        burn_due=body.burn_later,
    )


def _draw_completed(round_: Round, body: DrawCompleted) -> Round:
    out = min(body.drawn or 0, round_.stub)
    told = (*round_.told[:-1], replace(round_.told[-1], drawn=body.drawn)) if round_.told else ()
    return replace(round_, phase=Phase.BETTING, stub=round_.stub - out, discards=round_.discards + out, told=told)


def _shuffled(round_: Round, body: StubShuffled) -> Round:
    """Shuffle a pile into the stub: its cards may be dealt again."""
    back = replace(round_, stub=round_.stub + body.cards, ended=True)
    match body.pile:
        case Pile.BURNS:
            return replace(_noted_short(back), burns=round_.burns - body.cards)
        case Pile.MUCK_AND_BURNS:
            back = _noted_short(back)
            return replace(back, burns=0, discards=0, known=round_.known & ~round_.thrown, thrown=0)
        case Pile.DISCARDS:
            kept = mask(body.kept)
            known = round_.known & ~(round_.thrown & ~kept)
            players = tuple(
                [
                    replace(player, tossed=body.kept if player.seat == body.seat else ()) if player.tossed else player
                    for player in round_.players
                ]
            )
            left = round_.discards - body.cards
            return replace(back, discards=left, known=known, thrown=kept, players=players)
        case _:
            assert_never(body.pile)


def _showdown_began(round_: Round, body: ShowdownBegan) -> Round:
    del body
    return replace(round_, phase=Phase.SHOWDOWN, to_act=None)


def _shown(round_: Round, body: HandShown) -> Round:
    """Replace the cards in hand by those shown; up-cards stay up, hidden up-cards take the last cards shown."""
    index, cards = _index(round_, body.seat), body.cards
    player = round_.players[index]
    rest = [card for card in cards if card not in player.up]
    count = len(player.down)
    named = iter(rest[count:])
    up = tuple(next(named) if card == HIDDEN else card for card in player.up)
    shown = replace(player, down=tuple(rest[:count]), up=up, shown=True)
    return replace(round_, players=_with(round_.players, index, shown), known=round_.known | mask(cards))


def _returned(round_: Round, body: UncalledReturned) -> Round:
    index, cents = _index(round_, body.seat), body.cents
    player = round_.players[index]
    back = replace(player, stack=player.stack + cents, put_in=player.put_in - cents)
    return replace(round_, players=_with(round_.players, index, back))


def _collected(round_: Round, body: BadBeatContributed | BadBeatHeld | LosingHandsCollected | RakeTaken) -> Round:
    del body
    return round_


def _mispushed(round_: Round, body: PotMispushed) -> Round:
    return replace(round_, mispushed=body.seats)


def _awarded(round_: Round, body: PotAwarded) -> Round:
    won: dict[Seat, int] = {}
    for share in body.shares:
        won[share.seat] = won.get(share.seat, 0) + share.cents
    players = tuple([replace(p, stack=p.stack + won[p.seat]) if p.seat in won else p for p in round_.players])
    winners = (*round_.winners, *[seat for seat in body.seats if seat not in round_.winners])
    return replace(round_, players=players, phase=Phase.AWARDED, winners=winners, mispushed=())


def _completed(round_: Round, body: RoundCompleted) -> Round:
    del body
    players = tuple([replace(p, down=(), up=()) if p.down or p.up else p for p in round_.players])
    return replace(
        round_, players=players, phase=Phase.COMPLETED, stub=DECK, burns=0, discards=0, board=(), known=0, thrown=0
    )


def _voided(round_: Round, body: RoundVoided) -> Round:
    stacks = dict(zip(sorted(round_.seats), body.stacks, strict=True)) if body.stacks else {}
    players = tuple(replace(p, stack=stacks.get(p.seat, 0), paid=0, put_in=0) for p in round_.players)
    back = replace(round_, players=players, bet=0, dead=0, to_act=None)
    return _completed(back, RoundCompleted())


FOLDS: Mapping[type[RoundBody], Callable[[Round, Any], Round]] = {
    AntesPosted: _antes,
    BettingCompleted: _betting_completed,
    BlindsPosted: _blinds,
    CardBurned: _burned,
    CardsDiscarded: _discarded,
    CardsDrawn: _drawn,
    CommunityDealt: _community_dealt,
    DownCardsDiscarded: _discarded,
    DrawCompleted: _draw_completed,
    DrawOpened: _draw_opened,
    ForcedBetMade: _forced,
    HandFouled: _fouled,
    HandMucked: _folded,
    HandShown: _shown,
    HandsDealt: _hands_dealt,
    LosingHandsCollected: _collected,
    BadBeatContributed: _collected,
    BadBeatHeld: _collected,
    RakeTaken: _collected,
    PlayerBet: _bet,
    PlayerCalled: _called,
    PlayerChecked: _checked,
    PlayerFolded: _folded,
    PotAwarded: _awarded,
    PotMispushed: _mispushed,
    RoundCompleted: _completed,
    RoundVoided: _voided,
    ShowdownBegan: _showdown_began,
    StubShuffled: _shuffled,
    UncalledReturned: _returned,
}
"""The fold of each kind of fact. A dict, because `match` would try the kinds one by one."""
