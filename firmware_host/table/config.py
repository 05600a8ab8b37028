"""The table's part of `table.toml`. What is in force is a fact; the file only asks for it."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta
from msgspec.structs import fields, replace

from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillRules
from firmware_host.rules.record import Record, Seat
from firmware_host.rules.stakes import HeadsUp, Stakes
from firmware_host.table.decks.deck import Back, Grade
from firmware_host.table.dice.config import DiceConfig
from firmware_host.table.posted import PostedGame, what_is_wrong
from firmware_host.table.shuffler.service import ServiceConfig

Level = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$")]
"""One level of a topic."""

POKER_ONLY = (
    "blinds",
    "heads_up",
    "stakes",
    "buy_in_cents",
    "kill",
    "games",
    "button_after_stud",
    "straddle",
    "missed_blinds",
    "decks",
    "shuffler",
    "accepts",
    "deck_margin_min",
    "shuffle_limit_s",
    "service",
)
"""What says nothing at a mini-dice table, and may not be set there."""


class ButtonAfterStud(StrEnum):
    """Where the button is placed when the game changes from one without it (I-21)."""

    FIRST_PLACE = "first-place"
    """Play with the button commences anew: before the first player to the right of the dealer (14.10(c)2)."""
    WHERE_IT_LAY = "where-it-lay"
    """Where it was when the stud game began, or before the next player clockwise."""


class TableConfig(Record, frozen=True, kw_only=True):
    """Which table this is, what is played at it and what the deal gate asks for."""

    house: Level
    """The casino, as it is called in topics."""
    table: Level
    """This table, as it is called in topics."""
    game: GameName = GameName.HOLDEM
    """What is played when the table opens."""
    tracking: Tracking = Tracking.PROCEDURE
    """`procedure`: streets as they complete; `full`: every wager, stack and shown card."""
    dealer: Annotated[str, Meta(min_length=1, max_length=64)]
    """On duty when the table is opened."""
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=11)]
    """Seats taken when the table is opened and nobody sits there yet; after an idle spell none is."""
    all_seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=11)] = tuple(range(1, 12))
    """Seats there are at this table."""
    blinds: Annotated[int, Meta(ge=1, le=3)] = 2
    """How many blind bets the sign posts (14.10(d))."""
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH
    """Who posts and acts first when two play with a button (I-16)."""
    stakes: Stakes | None = None
    """What is played for; needed for full tracking."""
    buy_in_cents: Annotated[int, Meta(ge=0)] = 0
    """What each player has on the table when it is opened; full tracking."""
    kill: KillRules | None = None
    """The kill or half-kill, where it is offered (14.11(A)(i)); full tracking."""
    games: tuple[PostedGame, ...] = ()
    """What else this table posts; a floorperson changes to it between rounds."""
    button_after_stud: ButtonAfterStud = ButtonAfterStud.FIRST_PLACE
    """Where the button goes when a game with one follows a stud game (I-21)."""
    straddle: bool = False
    """Whether the player left of the last blind may post twice as much, and keeps the option (I-7)."""
    missed_blinds: bool = False
    """Whether a blind that passed a player by is waited for or made up for (I-7); without it nobody owes any."""
    seat_changes: bool = False
    """Whether a player may move to an empty seat between rounds, away from no blind (I-7)."""
    dealers_enrolled: bool = False
    """Whether a dealer, too, has to be enrolled; everybody above one always has to."""
    relief_minutes: Annotated[int, Meta(ge=0, le=480)] = 0
    """How long a dealer deals before the table asks for the relief; 0 is no clock."""
    decks: tuple[Back, Back] = (Back.BLUE, Back.RED)
    """The colours of the two decks' backs (14.2(d)1)."""
    shuffler: bool = True
    """An automated card shuffling device is in use; without one the dealer shuffles by hand (14.5(a))."""
    accepts: tuple[Grade, ...] = (Grade.ATTESTED,)
    """The grades of shuffle proof this table deals on."""
    deck_margin_min: Annotated[int, Meta(ge=0, le=120)] = 5
    """A deck with less than this left of its three or six hours is not dealt (14.2(b), item 18)."""
    shuffle_limit_s: Annotated[int, Meta(ge=10, le=3600)] = 180
    """A shuffle that takes longer is called overdue."""
    service: ServiceConfig = ServiceConfig()
    """When the table asks for somebody to see to the shuffler."""
    dice: DiceConfig | None = None
    """What the house decides about its mini-dice; none of it has to be said."""

    approval_limit_s: Annotated[int, Meta(ge=10, le=3600)] = 300
    """How long a request waits for the second person."""

    def __post_init__(self) -> None:
        """Refuse what no table can be."""
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("a seat is named twice")
        if not set(self.seats) <= set(self.all_seats):
            raise ValueError("`seats` names a seat that `all_seats` does not have")
        if self.mini_dice is None:
            self._can_play_poker()
        else:
            self._can_play_dice(self.mini_dice)

    @property
    def mini_dice(self) -> DiceConfig | None:
        """Return what is offered at a mini-dice table, none where poker is played."""
        return (self.dice or DiceConfig()) if self.game is GameName.MINI_DICE else None

    @property
    def poker(self) -> Game:
        """Return the poker game. Nothing that needs one is reached at a mini-dice table."""
        return GAMES[self.game]

    @property
    def all_games(self) -> tuple[PostedGame, ...]:
        """Return every poker game the table posts, the one it opens with first."""
        if self.mini_dice is not None:
            return ()
        return (self.first_game, *(posted for posted in self.games if posted.game is not self.game))

    @property
    def first_game(self) -> PostedGame:
        """Return the poker game that `game` names, as it is posted."""
        return PostedGame(game=self.game, blinds=self.blinds, stakes=self.stakes, kill=self.kill)

    @property
    def places(self) -> tuple[Seat, ...]:
        """Return the seats there are, in their order; at mini-dice never more than are offered (I-2)."""
        dice = self.mini_dice
        return tuple(seat for seat in sorted(self.all_seats) if dice is None or seat <= dice.seats)

    @property
    def order_of_two(self) -> HeadsUp:
        """Return who posts first when two play, at both levels. Said under `stakes` it holds as well (I-16)."""
        return self.stakes.heads_up if self.stakes and self.heads_up is HeadsUp.BY_PARAGRAPH else self.heads_up

    @property
    def posted(self) -> Stakes | None:
        """Return what is played for, in the order of two that is in force."""
        return replace(self.stakes, heads_up=self.order_of_two) if self.stakes else None

    def _can_play_dice(self, dice: DiceConfig) -> None:
        usual = {field.name: field.default for field in fields(type(self))}
        beside = next((name for name in POKER_ONLY if getattr(self, name) != usual[name]), None)
        if beside:
            raise ValueError(f"`{beside}` says nothing at a mini-dice table: leave it out")
        wrong = dice.what_is_wrong(self.seats)
        if wrong:
            raise ValueError(wrong)

    def _can_play_poker(self) -> None:
        if self.dice is not None:
            raise ValueError(f"[table.dice] says nothing at a table of {self.game}: leave it out")
        if len(self.seats) < 2:
            raise ValueError("`seats` names one: poker is played by two players or more (14.6(b))")
        if self.decks[0] is self.decks[1]:
            raise ValueError("the two decks must have backs of different colours (14.2(d)1)")
        if self.tracking is Tracking.FULL and not self.buy_in_cents:
            raise ValueError("full tracking needs `stakes` and `buy_in_cents`")
        if len({posted.game for posted in self.games}) != len(self.games):
            raise ValueError("a game is posted twice under [[table.games]]")
        wrong = next((wrong for posted in self.all_games if (wrong := what_is_wrong(posted, self.tracking))), None)
        if wrong:
            raise ValueError(wrong)
        if not self.accepts:
            raise ValueError("no grade of shuffle proof is accepted, so nothing could ever be dealt")
        if Grade.OVERRIDDEN in self.accepts:
            raise ValueError("overridden is no grade to accept: an override is two people's decision on one round")
        if not self.shuffler and Grade.BY_HAND not in self.accepts:
            raise ValueError("a table without a shuffler deals on by-hand only: list it under `accepts` (14.5(a))")
