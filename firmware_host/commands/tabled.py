"""What was typed for a showdown, read and refused: a game, tabled hands, a board, a pot."""

import argparse
import re
from collections.abc import Sequence

from firmware_host.commands import amounts
from firmware_host.errors import UserError
from firmware_host.rules.game import Game, OddMoney, StubEnds
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.division import MOST_ODD_CENTS
from firmware_host.rules.ranking import CardTwice, NotACard, parse
from firmware_host.rules.struct import Paragraphs, Record, Seat

MOST_SEATS = 11

"""14.6(b)."""


class Tabled(Record, frozen=True, kw_only=True):
    """A showdown that can be ruled on: every number and every card of it can lie on one table."""

    game: Game
    hands: dict[Seat, tuple[str, ...]]
    board: tuple[str, ...]
    pot_cents: int
    chip_cents: int
    button: Seat | None
    button_assumed: bool

    @property
    def unit_cents(self) -> int:
        return min(self.chip_cents, MOST_ODD_CENTS)


def read(options: argparse.Namespace) -> Tabled:
    """Raises Trouble, naming the option and the paragraph, for what cannot be."""
    game = _game(options.game)
    hands = _hands(game, [word for words in options.seat for word in words])
    board = _cards("--board", options.board)
    _refuse_other_boards(game, board)
    for seat, cards in hands.items():
        _refuse_other_hands(game, f"--seat {seat}", cards, board)
    _refuse_cards_twice({"--board": board, **{f"--seat {seat}": cards for seat, cards in hands.items()}})
    chip_cents = amounts.cents(options.chip, place="--chip")
    if chip_cents == 0:
        raise UserError("--chip: nothing is divided in chips of $0.00; leave it out for $1.00")
    button = None if options.button is None else _seat("--button", options.button)
    assumed = button is None and game.odd is OddMoney.FROM_BUTTON
    return Tabled(
        game=game,
        hands=hands,
        board=board,
        pot_cents=amounts.cents(options.pot, place="--pot"),
        chip_cents=chip_cents,
        button=max(hands) if assumed else button,
        button_assumed=assumed,
    )


def own_cards(game: Game) -> int:
    """Return how many cards a player holds at the showdown."""
    return sum(street.down + street.up - street.discard for street in game.streets)


def community_cards(game: Game) -> int:
    return sum(street.board for street in game.streets)


def _game(name: str) -> Game:
    found = next((game for game in GAMES.values() if game.name == name), None)
    if found is None:
        raise UserError(f"GAME: no poker game is called {name!r}; there are {', '.join(GAMES)}")
    return found


def _hands(game: Game, words: Sequence[str]) -> dict[Seat, tuple[str, ...]]:
    typed: dict[Seat, list[str]] = {}
    seat: Seat | None = None
    for word in words:
        number, equals, cards = word.partition("=")
        if equals:
            seat = _seat("--seat", number)
            if seat in typed:
                raise UserError(f"--seat {seat}: this seat is given twice; one player, one hand")
            typed[seat] = [cards]
        elif seat is None:
            raise UserError(f"--seat: {word!r} names no seat; write the number and the cards, as in 1=AsKd")
        else:
            typed[seat].append(word)
    if len(typed) > game.most_players:
        raise UserError(
            f"--seat: {len(typed)} hands, but {game.title} is for {game.most_players} players at most "
            f"{_in_brackets(game.players_paragraphs)}"
        )
    return {seat: _cards(f"--seat {seat}", cards) for seat, cards in sorted(typed.items())}


def _seat(place: str, text: str) -> Seat:
    number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    if not 1 <= number <= MOST_SEATS:
        raise UserError(f"{place}: {text!r} is no seat; they are numbered 1 to {MOST_SEATS} (14.6(b))")
    return number


def _cards(place: str, words: Sequence[str]) -> tuple[str, ...]:
    try:
        return parse(" ".join(words).replace(",", " "))
    except NotACard as wrong:
        raise UserError(f"{place}: {wrong} (14.3(a))") from wrong
    except CardTwice as wrong:
        raise UserError(f"{place}: {wrong} (14.2(a))") from wrong


def _refuse_other_boards(game: Game, board: tuple[str, ...]) -> None:
    wanted = community_cards(game)
    if game.stub_ends is StubEnds.COMMON_CARD:
        if len(board) > 1:
            raise UserError(
                f"--board: {_counted(len(board))}; {game.title} has one common card at most "
                f"{_in_brackets(game.stub_paragraphs)}"
            )
    elif len(board) != wanted:
        has = f"is shown down with {wanted} on the board" if wanted else "has no cards on the board"
        raise UserError(f"--board: {_counted(len(board))}; {game.title} {has} {_by_showdown(game)}")


def _refuse_other_hands(game: Game, place: str, cards: tuple[str, ...], board: tuple[str, ...]) -> None:
    common = len(board) if game.stub_ends is StubEnds.COMMON_CARD else 0
    wanted = own_cards(game) - common
    if len(cards) != wanted:
        beside = " beside the common card" if common else ""
        raise UserError(
            f"{place}: {_counted(len(cards))}; a hand of {game.title} has {wanted}{beside} {_by_showdown(game)}"
        )


def _refuse_cards_twice(places: dict[str, tuple[str, ...]]) -> None:
    seen: dict[str, str] = {}
    for place, cards in places.items():
        for card in cards:
            if card in seen:
                raise UserError(f"{place}: {card} is at {seen[card]} too; one deck has each card once (14.2(a))")
            seen[card] = place


def _counted(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _by_showdown(game: Game) -> str:
    return _in_brackets(game.showdown_paragraphs[:1])


def _in_brackets(paragraphs: Paragraphs) -> str:
    return f"({', '.join(paragraphs)})"
