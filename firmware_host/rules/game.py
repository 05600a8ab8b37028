"""A game as data: the contents of a file in `games/`, in the terms of its section."""

from enum import StrEnum

from firmware_host.rules.ranking import Ranking
from firmware_host.rules.struct import Paragraphs, Record


class GameName(StrEnum):
    """The name of a game everywhere: configuration, topics, journal, command line."""

    HOLDEM = "holdem"
    OMAHA = "omaha"
    OMAHA_HILO_8 = "omaha-hilo-8"
    BIG_OMAHA = "big-omaha"
    BIG_OMAHA_HILO_8 = "big-omaha-hilo-8"
    STUD = "stud"
    STUD_HILO = "stud-hilo"
    STUD_HILO_8 = "stud-hilo-8"
    SUPER_STUD = "super-stud"
    SUPER_STUD_LOW = "super-stud-low"
    SUPER_STUD_HILO = "super-stud-hilo"
    SUPER_STUD_HILO_8 = "super-stud-hilo-8"
    DRAW = "draw"
    DRAW_LOW = "draw-low"
    BADUGI = "badugi"
    FIVE_STUD = "five-stud"
    MAMBO_HILO_6 = "mambo-hilo-6"
    MINI_DICE = "mini-dice"
    """Played with a shaker instead of a deck, so the round engine does not play it."""


class StreetName(StrEnum):
    """A deal with the betting round after it."""

    DEAL = "deal"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    THIRD = "third-card"
    FOURTH = "fourth-card"
    FIFTH = "fifth-card"
    SIXTH = "sixth-card"
    SEVENTH = "seventh-card"
    COMMUNITY = "community-card"
    DRAW = "draw"
    SECOND_DRAW = "second-draw"
    THIRD_DRAW = "third-draw"


class Tracking(StrEnum):
    """How much of a round is entered: only its steps, or every bet and card shown as well."""

    PROCEDURE = "procedure"
    FULL = "full"


class Opener(StrEnum):
    """Who opens a betting round."""

    AFTER_BLINDS = "after-blinds"
    LEFT_OF_BUTTON = "left-of-button"
    LOWEST_UP_CARD = "lowest-up-card"
    """The ace is high; equal ranks go to the lowest suit."""
    HIGHEST_UP_CARD = "highest-up-card"
    """The ace is high; equal ranks go to the highest suit."""
    HIGHEST_UP_CARD_ACE_LOW = "highest-up-card-ace-low"
    """The ace ranks below a two; equal ranks go to the highest suit."""
    BEST_SHOWING = "best-showing"
    BEST_LOW_SHOWING = "best-low-showing"
    BEST_WITH_COMMUNITY = "best-with-community"
    """The best pair of up-card and community card, otherwise the highest up-card; equal hands go by seat."""


class OddMoney(StrEnum):
    """Who receives the odd money that cannot be divided."""

    BY_SUIT = "by-suit"
    """Of the halves: the high hand. Of ties: the highest card by suit for high, the lowest for low."""
    FROM_BUTTON = "from-button"
    """The first winner clockwise from the button, high or low."""
    FROM_DEALER = "from-dealer"
    """The first winner from the dealer's left."""


class StubEnds(StrEnum):
    """What the game does when the stub is too short for the cards due."""

    NEVER = "never"
    """No legal round uses up the stub."""
    COMMON_CARD = "common-card"
    """A burn and one card for all; if at most one card is left, the burns are shuffled in (14.9(h))."""
    SHUFFLE_MUCK_AND_BURNS = "shuffle-muck-and-burns"
    """The stub is dealt out, muck and burns are shuffled, one is burned and the deal continues (14.9B(h))."""
    SHUFFLE_DISCARDS = "shuffle-discards"
    """The stub is dealt out, then the discards of players who have drawn or folded are shuffled (14.12(f)2)."""
    SHUFFLE_OTHERS_DISCARDS = "shuffle-others-discards"
    """The same, but all discards except those of the player who draws (14.12C(f))."""


class Street(Record, frozen=True, kw_only=True):
    """
    One deal and its betting round.

    A burn if the game has one; then cards down and up to each player still in, community cards face up, or a draw.
    `big` means that fixed limit uses the higher bet, `must_bet` that the opener may not check (I-18).
    """

    name: StreetName
    say: str
    burn: bool = False
    down: int = 0
    up: int = 0
    board: int = 0
    draw: bool = False
    opens: Opener
    forced: bool = False
    discard: int = 0
    must_bet: bool = False
    big: bool = False
    deal_paragraphs: Paragraphs
    betting_paragraphs: Paragraphs


class Game(Record, frozen=True, kw_only=True):
    """
    The rules of a game, from its section.

    `high` and `low` are the rankings that win: one of them the whole pot, two of them half each.
    """

    name: GameName
    title: str
    most_players: int
    players_paragraphs: Paragraphs
    button: bool
    button_paragraphs: Paragraphs = ()
    blind_paragraphs: Paragraphs = ()
    streets: tuple[Street, ...]
    high: Ranking | None = None
    low: Ranking | None = None
    odd: OddMoney
    odd_paragraphs: Paragraphs
    stub_ends: StubEnds = StubEnds.NEVER
    stub_paragraphs: Paragraphs = ()
    kill: bool = False
    showdown_paragraphs: Paragraphs
