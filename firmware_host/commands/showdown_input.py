"""The options of `firmware-host showdown`, read and checked: every seat, card and amount is possible in the game."""

import argparse
import re
from collections.abc import Sequence

from firmware_host.commands.terminal import cents
from firmware_host.errors import UserError
from firmware_host.rules.game import Game, OddMoney, StubEnds
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.division import MOST_ODD_CENTS
from firmware_host.rules.ranking import CardTwice, NotACard, parse
from firmware_host.rules.struct import Paragraphs, Record, Seat

MOST_SEATS = 11
"""14.6(b)."""


class Tabled(Record, frozen=True, kw_only=True):
    """A valid showdown: every seat, card and amount is possible in this game."""

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


def read_options(options: argparse.Namespace) -> Tabled:
    """Read the options. Raises `UserError` that names the option and the paragraph if a value is impossible."""
    game = _game(options.game)
    hands = _hands(game, [word for words in options.seat for word in words])
    board = _cards("--board", options.board)
    _refuse_other_boards(game, board)
    for seat, cards in hands.items():
        _refuse_other_hands(game, f"--seat {seat}", cards, board)
    _refuse_cards_twice({"--board": board, **{f"--seat {seat}": cards for seat, cards in hands.items()}})
    chip_cents = cents(options.chip, place="--chip")
    if chip_cents == 0:
        raise UserError("--chip: must be more than zero; leave it out for $1.00")
    button = None if options.button is None else _seat("--button", options.button)
    assumed = button is None and game.odd is OddMoney.FROM_BUTTON
    return Tabled(
        game=game,
        hands=hands,
        board=board,
        pot_cents=_pot(options.pot),
        chip_cents=chip_cents,
        button=max(hands) if assumed else button,
        button_assumed=assumed,
    )


def _pot(text: str) -> int:
    pot = cents(text, place="--pot")
    if not pot:
        raise UserError("--pot: an empty pot has no winner; give an amount above 0")
    return pot


def _own_cards(game: Game) -> int:
    """Return how many cards a player holds at the showdown."""
    return sum(street.down + street.up - street.discard for street in game.streets)


def _community_cards(game: Game) -> int:
    return sum(street.board for street in game.streets)


def _game(name: str) -> Game:
    found = next((game for game in GAMES.values() if game.name == name), None)
    if found is None:
        raise UserError(f"GAME: there is no poker game {name!r}; choose from {', '.join(GAMES)}")
    return found


def _hands(game: Game, words: Sequence[str]) -> dict[Seat, tuple[str, ...]]:
    typed: dict[Seat, list[str]] = {}
    seat: Seat | None = None
    for word in words:
        number, equals, cards = word.partition("=")
        if equals:
            seat = _seat("--seat", number)
            if seat in typed:
                raise UserError(f"--seat {seat}: given twice; a player has one hand")
            typed[seat] = [cards]
        elif seat is None:
            raise UserError(f"--seat: {word!r} has no seat number; write the number and the cards, for example 1=AsKd")
        else:
            typed[seat].append(word)
    if len(typed) > game.most_players:
        raise UserError(
            f"--seat: {len(typed)} hands given, but {game.title} has {game.most_players} players at most "
            f"{_in_brackets(game.players_paragraphs)}"
        )
    return {seat: _cards(f"--seat {seat}", cards) for seat, cards in sorted(typed.items())}


def _seat(place: str, text: str) -> Seat:
    number = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0
    if not 1 <= number <= MOST_SEATS:
        raise UserError(f"{place}: {text!r} is not a seat; seats are numbered 1 to {MOST_SEATS} (14.6(b))")
    return number


def _cards(place: str, words: Sequence[str]) -> tuple[str, ...]:
    try:
        return parse(" ".join(words).replace(",", " "))
    except NotACard as wrong:
        raise UserError(f"{place}: {wrong} (14.3(a))") from wrong
    except CardTwice as wrong:
        raise UserError(f"{place}: {wrong} (14.2(a))") from wrong


def _refuse_other_boards(game: Game, board: tuple[str, ...]) -> None:
    wanted = _community_cards(game)
    if game.stub_ends is StubEnds.COMMON_CARD:
        if len(board) > 1:
            raise UserError(
                f"--board: {_counted(len(board))}; {game.title} has one common card at most "
                f"{_in_brackets(game.stub_paragraphs)}"
            )
    elif len(board) != wanted:
        has = f"has {wanted} cards on the board at the showdown" if wanted else "has no cards on the board"
        raise UserError(f"--board: {_counted(len(board))}; {game.title} {has} {_by_showdown(game)}")


def _refuse_other_hands(game: Game, place: str, cards: tuple[str, ...], board: tuple[str, ...]) -> None:
    common = len(board) if game.stub_ends is StubEnds.COMMON_CARD else 0
    wanted = _own_cards(game) - common
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
                raise UserError(f"{place}: {card} is also in {seen[card]}; a deck has each card once (14.2(a))")
            seen[card] = place


def _counted(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _by_showdown(game: Game) -> str:
    return _in_brackets(game.showdown_paragraphs[:1])


def _in_brackets(paragraphs: Paragraphs) -> str:
    return f"({', '.join(paragraphs)})"
