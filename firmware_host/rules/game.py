"""A game as data: what one file in `games/` says, in the words of its section."""

from enum import StrEnum

from firmware_host.rules.record import Paragraphs, Record


class GameName(StrEnum):
    """The name of a game everywhere: configuration, topics, journal, command line."""

    HOLDEM = "holdem"


class StreetName(StrEnum):
    """A deal with the betting round after it."""

    DEAL = "deal"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Tracking(StrEnum):
    """How much of a round the table is told: its steps, or every bet and card as well."""

    PROCEDURE = "procedure"
    FULL = "full"


class Street(Record, frozen=True, kw_only=True):
    """One deal and its betting round: a burn first or not, cards down to each, cards up for all."""

    name: StreetName
    say: str
    burn: bool = False
    down: int = 0
    board: int = 0
    deal_paragraphs: Paragraphs
    betting_paragraphs: Paragraphs


class Game(Record, frozen=True, kw_only=True):
    """What a section says of its game."""

    name: GameName
    title: str
    most_players: int
    players_paragraphs: Paragraphs
    button: bool
    button_paragraphs: Paragraphs
    blind_paragraphs: Paragraphs
    streets: tuple[Street, ...]
    showdown_paragraphs: Paragraphs

    def cards_needed(self, players: int) -> int:
        """Return what a whole round takes out of the deck."""
        return sum(s.down * players + s.board + s.burn for s in self.streets)
