"""
How many cards may lie in the stub, the burns and the discards when a round is over (14.6(e)4 and 7).

Where every fold and draw is told, one number is right. At the procedure level the streets allow several: this goes
through every way in which players may have folded and drawn, so that a count is compared with the least and the most.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from firmware_host.rules.cards import DECK
from firmware_host.rules.game import Game, GameName, Street, StubEnds, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round.round_state import Round, StreetTold
from firmware_host.rules.struct import Record


class Played(Record, frozen=True, kw_only=True):
    """
    What a round leaves behind for the counts: where its cards are by what was told, and what was told of each street.

    `streets` is empty where everything was told: `stub`, `burns` and `hands` are exact then.
    """

    game: GameName
    players: int
    board: int
    stub: int
    burns: int
    hands: int
    streets: tuple[StreetTold, ...] = ()


class Range(NamedTuple):
    """From the least number to the most."""

    least: int
    most: int

    @property
    def exact(self) -> int | None:
        """Return the number, where only one is possible."""
        return self.least if self.least == self.most else None


class LeftOver(NamedTuple):
    """What may lie where. `hands` are all cards that were dealt to players, thrown away or held to the end."""

    stub: Range
    burns: Range
    hands: Range


class _Way(NamedTuple):
    """One way in which a round may have gone: who was still in, what is left of the stub, what was burnt."""

    live: int
    stub: int
    burns: int


class _Draw(NamedTuple):
    """A draw under way: `due` says that the burn waits for the discards to be shuffled."""

    stub: int
    burns: int
    due: bool


def played(round_: Round) -> Played:
    """Return what this round leaves behind if it ends now."""
    places = round_.places
    return Played(
        game=round_.game,
        players=len(round_.players),
        board=len(round_.board),
        stub=places.stub,
        burns=places.burns,
        hands=places.hands + places.discards,
        streets=round_.told if round_.tracking is Tracking.PROCEDURE else (),
    )


@lru_cache(maxsize=64)
def left_over(of: Played, stub: int | None = None) -> LeftOver:
    """Return what is possible; where the stub was counted, what is possible with that number in it."""
    if not of.streets:
        return LeftOver(Range(of.stub, of.stub), Range(of.burns, of.burns), Range(of.hands, of.hands))
    ways = _ways(of)
    with_it = [way for way in ways if way.stub == stub] or ways
    return LeftOver(
        stub=_range([way.stub for way in with_it]),
        burns=_range([way.burns for way in with_it]),
        hands=_range([DECK - way.stub - way.burns - of.board for way in with_it]),
    )


def _range(numbers: list[int]) -> Range:
    return Range(min(numbers), max(numbers))


def _ways(of: Played) -> list[_Way]:
    game = GAMES[of.game]
    first = game.streets[0]
    held = first.down + first.up
    ways = {_Way(of.players, DECK - held * of.players, 0)}
    drawn = 0
    for told in of.streets[1:]:
        street = game.streets[told.at]
        if street.draw:
            ways = set(_drawn(ways, game, told, held=held, earlier=drawn))
            drawn += 1
        else:
            held -= game.streets[told.at - 1].discard
            ways = {after for way in ways for after in _dealt(way, game, street, told, held)}
            held += 0 if told.short and game.stub_ends is StubEnds.COMMON_CARD else street.down + street.up
    return sorted(ways)


def _dealt(way: _Way, game: Game, street: Street, told: StreetTold, held: int) -> Iterator[_Way]:
    """Deal one street to each number of players who may be left: two at least, or there is nothing more to deal."""
    each, burn = street.down + street.up, int(street.burn)
    for live in range(2, min(way.live, told.live) + 1):
        needed = each * live + street.board
        if not told.short or street.board:
            if needed + burn <= way.stub:
                yield _Way(live, way.stub - needed - burn, way.burns + burn)
        elif needed + burn > way.stub:
            yield _short(way, game, live, needed, held)


def _short(way: _Way, game: Game, live: int, needed: int, held: int) -> _Way:
    """Deal from a stub that is too short for a card each, in the game's own way."""
    if game.stub_ends is StubEnds.COMMON_CARD:
        if way.stub > 1:
            return _Way(live, way.stub - 2, way.burns + 1)
        return _Way(live, way.stub + way.burns - 2, 1)
    muck_and_burns = DECK - way.stub - held * live + min(way.stub, 1)
    return _Way(live, muck_and_burns - 1 - (needed - max(0, way.stub - 1)), 1)


def _drawn(ways: set[_Way], game: Game, told: StreetTold, *, held: int, earlier: int) -> Iterator[_Way]:
    most = min(max(way.live for way in ways), told.live)
    for live in range(2, most + 1):
        begun = {_burnt(way) for way in ways if way.live >= live}
        for state in _draws(begun, game, told.drawn, live=live, held=held, earlier=earlier):
            yield _Way(live, state.stub, state.burns)


def _burnt(way: _Way) -> _Draw:
    return _Draw(way.stub - 1, way.burns + 1, due=False) if way.stub else _Draw(0, way.burns, due=True)


def _draws(begun: set[_Draw], game: Game, told: int | None, *, live: int, held: int, earlier: int) -> set[_Draw]:
    """Let each player in turn draw any number; where all of them together are told and the stub has them, so many."""
    if told is not None:
        exact = {state._replace(stub=state.stub - told) for state in begun if told <= state.stub}
        begun = {state for state in begun if told > state.stub}
        return exact | _draws(begun, game, None, live=live, held=held, earlier=earlier) if begun else exact
    for _ in range(live):
        begun = {
            after
            for state in begun
            for count in range(held + 1)
            for after in _one_draws(state, game, count, all_held=live * held, own=held * earlier)
        }
    return begun


def _one_draws(state: _Draw, game: Game, count: int, *, all_held: int, own: int) -> Iterator[_Draw]:
    """
    Let one player draw so many. A stub that is too short is made anew from the discards.

    Badugi leaves out the player's own discards of the round that still lie in the pile: nobody told how many.
    """
    if count <= state.stub:
        yield state._replace(stub=state.stub - count)
        return
    pile = DECK - state.stub - state.burns - all_held
    others = game.stub_ends is StubEnds.SHUFFLE_OTHERS_DISCARDS
    for left_out in range(min(own, pile) + 1) if others else (-count,):
        left = state.stub + pile - left_out - count - int(state.due)
        if left >= 0:
            yield _Draw(left, state.burns + int(state.due), due=False)
