"""The table's part of `table.toml`: the games it posts, how it deals, its decks, its mini-dice."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import fields, replace

from firmware_host.rules import kill
from firmware_host.rules.dice.shaker import LEAST_SHAKES
from firmware_host.rules.dice.wagers import SMALLEST_CHIP_CENTS, TERMS, Odds, Wager, read_odds
from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillRules
from firmware_host.rules.pots.bad_beat import offered_at
from firmware_host.rules.pots.rake import needs_a_flop
from firmware_host.rules.stakes import HeadsUp, Stakes, not_in_chips
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.terms import Back, Grade


class ServiceConfig(Record, frozen=True, kw_only=True):
    """When the table asks for somebody to see to the shuffler."""

    cycles: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    """So many cycles after a service the next is due; 0: as many as the shuffler itself says."""
    life_percent: Annotated[int, Meta(ge=1, le=100)] = 95
    """So much of the cycles that it is made for may be used up."""
    jams: Annotated[int, Meta(ge=0, le=100)] = 3
    """More jams than this within a hundred shuffles are too many; 0: any number is taken."""


class PostedGame(Record, frozen=True, kw_only=True):
    """A further game of the table, changed to by a floorperson between rounds of play."""

    game: GameName
    """What is played."""
    blinds: Annotated[int, Meta(ge=1, le=3)] = 2
    """How many blind bets the sign posts (14.10(d))."""
    stakes: Stakes | None = None
    kill: KillRules | None = None


def what_is_wrong(posted: PostedGame, tracking: Tracking) -> str | None:
    """Say why a table cannot post this; none where it can."""
    if posted.game not in GAMES:
        return f"{posted.game} has a table of its own"
    tracked = posted.stakes if tracking is Tracking.FULL else None
    if tracking is Tracking.FULL and tracked is None:
        return "full tracking needs `stakes` and `buy_in_cents`"
    wrong = cannot_be_played_for(posted.game, tracked) if tracked else None
    if wrong or posted.kill is None:
        return wrong
    return kill.what_is_wrong(posted.kill, GAMES[posted.game], tracked)


def blind_bets(posted: PostedGame, tracking: Tracking) -> int:
    """Return how many blinds are bet in turn: with full tracking those its stakes name, else as many as are posted."""
    if not GAMES[posted.game].button:
        return 0
    if tracking is Tracking.FULL and posted.stakes is not None:
        return len(posted.stakes.blinds_cents)
    return posted.blinds


def cannot_be_played_for(name: GameName, stakes: Stakes) -> str | None:
    """Say why this game cannot be played for these stakes; none where it can."""
    odd = not_in_chips(stakes)
    if odd:
        return odd
    game = GAMES[name]
    if stakes.bad_beat and not offered_at(game):
        return f"{name} has no flop: a bad beat is offered at hold 'em and omaha (I-10)"
    if needs_a_flop(stakes.rake) and not offered_at(game):
        return f"{name} has no flop: `no_flop_no_drop` says nothing there (I-9)"
    if game.button and not stakes.blinds_cents:
        return f"{name} is played with blinds: `blinds_cents` under [table.stakes] (14.10(d))"
    if not game.button and not stakes.forced_cents:
        return f"{name} begins with a forced bet: `forced_cents` under [table.stakes] (14.7(b)3)"
    return None


def too_many_seats(config: "TableConfig") -> str | None:
    """
    Say which game could not be opened with the seats of table.toml taken; none where each can.

    It is asked of a file, not of the type: a record of an earlier version may hold such a configuration.
    """
    for posted in config.all_games[:1]:
        game = GAMES[posted.game]
        if len(config.seats) > game.most_players:
            paragraphs = ", ".join(game.players_paragraphs)
            return f"`seats` names {len(config.seats)}; {game.title} is for {game.most_players} players ({paragraphs})"
    return None


MOST_SEATS = 7

"""I-2."""


class DiceConfig(Record, frozen=True, kw_only=True):
    """What is offered and how it is shaken; the defaults are what the regulation asks at least."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = MOST_SEATS
    """How many seats the table has."""
    shakes: Annotated[int, Meta(ge=LEAST_SHAKES, le=20)] = LEAST_SHAKES
    """How often the dice are shaken at least, by the dealer and by the one who accepted the shaker."""
    chip_cents: Annotated[int, Meta(ge=1)] = SMALLEST_CHIP_CENTS
    """The smallest chip the table keeps (I-3)."""
    odds: dict[Wager, str] = field(default_factory=dict)
    """Where the house pays more than 13.6(b) asks, in its words: `9 to 5`; for the field also `1 to 1, 3 to 1`."""

    def __post_init__(self) -> None:
        """Refuse odds in words that are none, and odds below the floor."""
        for wager, text in self.odds.items():
            check_odds(wager, read_odds(wager, text))

    def offered(self, wager: Wager) -> tuple[Odds, ...]:
        """Return the odds on each prize of the wager."""
        stated = self.odds.get(wager)
        return read_odds(wager, stated) if stated else tuple(prize.floor for prize in TERMS[wager].prizes)

    def what_is_wrong(self, seats: tuple[Seat, ...]) -> str | None:
        """Say which seat this table does not have."""
        beyond = [seat for seat in seats if seat > self.seats]
        return f"there is no seat {beyond[0]} at a mini-dice table with {self.seats} seats (I-2)" if beyond else None


def check_odds(wager: Wager, offered: tuple[Odds, ...]) -> None:
    """Raise `ValueError` for odds that 13.6(b) does not let a house offer."""
    prizes = TERMS[wager].prizes
    if len(offered) != len(prizes):
        raise ValueError(f"the odds on {wager} are stated once or {len(prizes)} times, not {len(offered)} times")
    for prize, offer in zip(prizes, offered, strict=True):
        if offer.pays_less_than(prize.floor):
            raise ValueError(f"{wager} pays no less than {prize.floor}; {offer} is less (13.6(b))")


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
    "idle_minutes",
    "idle_without_round_minutes",
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
    idle_minutes: Annotated[int, Meta(ge=0, le=240)] = 5
    """How long the decks stay prepared while fewer than two players are here, for the same ones to come back (I-22)."""
    idle_without_round_minutes: Annotated[int, Meta(ge=0, le=240)] = 15
    """The same without a round where nobody is told to sit down or leave; 0 is no clock (I-22)."""
    deck_margin_min: Annotated[int, Meta(ge=0, le=120)] = 5
    """A deck with less than this left of its three or six hours is not dealt (14.2(b))."""
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
