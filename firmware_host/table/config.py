"""The [table] section of `table.toml`: the posted games, dealing, decks and mini-dice."""

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
    """When the table asks for service of the shuffler."""

    cycles: Annotated[int, Meta(ge=0, le=10_000_000)] = 0
    """Cycles between two services; 0 for the number that the shuffler reports."""
    life_percent: Annotated[int, Meta(ge=1, le=100)] = 95
    """Percent of the shuffler's rated life in cycles after which an alert is raised."""
    jams: Annotated[int, Meta(ge=0, le=100)] = 3
    """The most jams in 100 shuffles before an alert is raised; 0 for no limit."""


class PostedGame(Record, frozen=True, kw_only=True):
    """Another posted game; a floorperson changes to it between rounds of play."""

    game: GameName
    """The game."""
    blinds: Annotated[int, Meta(ge=1, le=3)] = 2
    """The number of posted blind bets (14.10(d))."""
    stakes: Stakes | None = None
    """The posted limits; null without full tracking."""
    kill: KillRules | None = None
    """The posted terms of a kill; null without kills."""


def what_is_wrong(posted: PostedGame, tracking: Tracking) -> str | None:
    """Return why a table cannot post this game; None if it can."""
    if posted.game not in GAMES:
        return f"{posted.game} cannot be posted together with other games: give it a table of its own"
    tracked = posted.stakes if tracking is Tracking.FULL else None
    if tracking is Tracking.FULL and tracked is None:
        return "full tracking needs `stakes` and `buy_in_cents`"
    wrong = cannot_be_played_for(posted.game, tracked) if tracked else None
    if wrong or posted.kill is None:
        return wrong
    return kill.what_is_wrong(posted.kill, GAMES[posted.game], tracked)


def blind_bets(posted: PostedGame, tracking: Tracking) -> int:
    """Return the number of blinds: with full tracking from `blinds_cents`, else from `blinds`."""
    if not GAMES[posted.game].button:
        return 0
    if tracking is Tracking.FULL and posted.stakes is not None:
        return len(posted.stakes.blinds_cents)
    return posted.blinds


def cannot_be_played_for(name: GameName, stakes: Stakes) -> str | None:
    """Return why this game cannot be played for these stakes; None if it can."""
    odd = not_in_chips(stakes)
    if odd:
        return odd
    game = GAMES[name]
    if stakes.bad_beat and not offered_at(game):
        return f"{name} has no flop: a bad beat can only be offered at hold 'em and omaha (I-10); remove `bad_beat`"
    if needs_a_flop(stakes.rake) and not offered_at(game):
        return f"{name} has no flop, so `no_flop_no_drop` does not apply; remove it (I-9)"
    if game.button and not stakes.blinds_cents:
        return f"{name} is played with blinds: set `blinds_cents` under [table.stakes] (14.10(d))"
    if not game.button and not stakes.forced_cents:
        return f"{name} begins with a forced bet: set `forced_cents` under [table.stakes] (14.7(b)3)"
    return None


def too_many_seats(config: "TableConfig") -> str | None:
    """
    Say which game could not be opened with the seats of table.toml taken; None if each can.

    It is asked of a file, not of the type: a record of an earlier version may hold such a configuration.
    """
    for posted in config.all_games[:1]:
        game = GAMES[posted.game]
        if len(config.seats) > game.most_players:
            paragraphs = ", ".join(game.players_paragraphs)
            return f"`seats` names {len(config.seats)}; {game.title} is for {game.most_players} players ({paragraphs})"
    return None


MOST_SEATS = 7
"""The most seats at a mini-dice table (I-2)."""


class DiceConfig(Record, frozen=True, kw_only=True):
    """Options of a mini-dice table; the defaults are the minimum that the regulation requires."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = MOST_SEATS
    """The number of seats at the table."""
    shakes: Annotated[int, Meta(ge=LEAST_SHAKES, le=20)] = LEAST_SHAKES
    """The fewest shakes of the dice, by the dealer and by the shooter each."""
    chip_cents: Annotated[int, Meta(ge=1)] = SMALLEST_CHIP_CENTS
    """In cents: the smallest chip at the table (I-3)."""
    odds: dict[Wager, str] = field(default_factory=dict)
    """Odds above the minimum of 13.6(b), by wager, for example "9 to 5"; for the field also "1 to 1, 3 to 1"."""

    def __post_init__(self) -> None:
        """Refuse unreadable odds and odds below the minimum."""
        for wager, text in self.odds.items():
            check_odds(wager, read_odds(wager, text))

    def offered(self, wager: Wager) -> tuple[Odds, ...]:
        """Return the odds offered on each prize of the wager."""
        stated = self.odds.get(wager)
        return read_odds(wager, stated) if stated else tuple(prize.floor for prize in TERMS[wager].prizes)

    def what_is_wrong(self, seats: tuple[Seat, ...]) -> str | None:
        """Name the first seat that this table does not have; None if it has all."""
        beyond = [seat for seat in seats if seat > self.seats]
        return f"this mini-dice table has {self.seats} seats and no seat {beyond[0]} (I-2)" if beyond else None


def check_odds(wager: Wager, offered: tuple[Odds, ...]) -> None:
    """Raise `ValueError` for odds that 13.6(b) does not allow."""
    prizes = TERMS[wager].prizes
    if len(offered) != len(prizes):
        raise ValueError(f"the odds on {wager} have to be stated once or {len(prizes)} times, not {len(offered)} times")
    for prize, offer in zip(prizes, offered, strict=True):
        if offer.pays_less_than(prize.floor):
            raise ValueError(f"{wager} has to pay at least {prize.floor}; {offer} is less (13.6(b))")


Level = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)")]
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
    "shuffle_least_s",
    "service",
)
"""Options without meaning at a mini-dice table, which may not be set there."""


class ButtonAfterStud(StrEnum):
    """Where the button is placed when the game changes from stud to a game with a button (I-21)."""

    FIRST_PLACE = "first-place"
    """At the first player to the right of the dealer, as play with the button commences again (14.10(c)2)."""
    WHERE_IT_LAY = "where-it-lay"
    """At the seat it had when the stud game began, or the next player clockwise."""


class TableConfig(Record, frozen=True, kw_only=True):
    """The table: its name, its games, and the conditions of the deal gate."""

    house: Level
    """The name of the casino in topics."""
    table: Level
    """The name of this table in topics."""
    game: GameName = GameName.HOLDEM
    """The game when the table opens."""
    tracking: Tracking = Tracking.PROCEDURE
    """`procedure` tracks the steps of a round; `full` tracks every wager, stack and shown card."""
    dealer: Annotated[str, Meta(min_length=1, max_length=64)]
    """The dealer on duty when the table opens."""
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=11)]
    """The seats that are taken when the table first opens; after the table was idle, players sit down themselves."""
    all_seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=11)] = tuple(range(1, 12))
    """All seats of this table."""
    blinds: Annotated[int, Meta(ge=1, le=3)] = 2
    """The number of posted blind bets (14.10(d))."""
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH
    """Which player posts first and acts first when only two play a game with a button (I-16)."""
    stakes: Stakes | None = None
    """The posted limits; required for full tracking."""
    buy_in_cents: Annotated[int, Meta(ge=0)] = 0
    """In cents: the chips of each player when the table opens; full tracking only."""
    kill: KillRules | None = None
    """The kill or half-kill, if offered (14.11(A)(i)); full tracking only."""
    games: tuple[PostedGame, ...] = ()
    """Further posted games; a floorperson changes to them between rounds."""
    button_after_stud: ButtonAfterStud = ButtonAfterStud.FIRST_PLACE
    """Where the button goes when a game with a button follows a game without one (I-21)."""
    straddle: bool = False
    """Whether the player left of the last blind may post twice that blind and keep the option to raise (I-7)."""
    missed_blinds: bool = False
    """Whether a player who missed a blind must wait for it or post it before playing on (I-7)."""
    seat_changes: bool = False
    """Whether a player may move to an empty seat between rounds, but not to avoid a blind (I-7)."""
    dealers_enrolled: bool = False
    """Whether dealers, too, must be enrolled with `people add`; all higher roles always must."""
    relief_minutes: Annotated[int, Meta(ge=0, le=480)] = 0
    """Minutes that a dealer deals before the table asks for the relief; 0 for never."""
    decks: tuple[Back, Back] = (Back.BLUE, Back.RED)
    """The colours of the two decks' backs (14.2(d)1)."""
    shuffler: bool = True
    """Whether an automated card shuffling device is in use; otherwise the dealer shuffles by hand (14.5(a))."""
    accepts: tuple[Grade, ...] = (Grade.ATTESTED,)
    """The grades of shuffle proof that open the deal gate."""
    idle_minutes: Annotated[int, Meta(ge=0, le=240)] = 5
    """How long the decks stay prepared while fewer than two players are at the table (I-22)."""
    idle_without_round_minutes: Annotated[int, Meta(ge=0, le=240)] = 15
    """
    How long the decks stay prepared without a round, where changes of seats are not entered; 0 for no limit (I-22).
    """
    deck_margin_min: Annotated[int, Meta(ge=0, le=120)] = 5
    """Minutes: a deck with fewer minutes left of its three or six hours is not dealt (14.2(b))."""
    shuffle_limit_s: Annotated[int, Meta(ge=10, le=3600)] = 180
    """Seconds after which a shuffle is overdue."""
    shuffle_least_s: Annotated[int, Meta(ge=0, le=600)] = 1
    """
    Seconds that a shuffle takes at least; a faster one is no proof of a shuffle. 0 is for simulated machines only.
    """
    service: ServiceConfig = ServiceConfig()
    """When the table asks for service of the shuffler."""
    program_must_match: bool = False
    """Whether no round begins while the installed program differs from the manifest under [program]."""
    dice: DiceConfig | None = None
    """Options of a mini-dice table; all have defaults."""

    approval_limit_s: Annotated[int, Meta(ge=10, le=3600)] = 300
    """Seconds that a request waits for the second person."""

    def __post_init__(self) -> None:
        """Refuse contradictory settings."""
        if len(set(self.seats)) != len(self.seats):
            raise ValueError("`seats` names a seat twice; remove one")
        if not set(self.seats) <= set(self.all_seats):
            raise ValueError("`seats` names a seat that is missing in `all_seats`; add it there")
        if self.mini_dice is None:
            self._can_play_poker()
        else:
            self._can_play_dice(self.mini_dice)

    @property
    def mini_dice(self) -> DiceConfig | None:
        """Return the mini-dice terms; none at a poker table."""
        return (self.dice or DiceConfig()) if self.game is GameName.MINI_DICE else None

    @property
    def poker(self) -> Game:
        """Return the poker game. Never called at a mini-dice table."""
        return GAMES[self.game]

    @property
    def all_games(self) -> tuple[PostedGame, ...]:
        """Return every posted poker game, starting with the one that the table opens with."""
        if self.mini_dice is not None:
            return ()
        return (self.first_game, *(posted for posted in self.games if posted.game is not self.game))

    @property
    def first_game(self) -> PostedGame:
        """Return the poker game `game` as posted."""
        return PostedGame(game=self.game, blinds=self.blinds, stakes=self.stakes, kill=self.kill)

    @property
    def places(self) -> tuple[Seat, ...]:
        """Return the table's seats in order; at mini-dice no more than `dice.seats` (I-2)."""
        dice = self.mini_dice
        return tuple(seat for seat in sorted(self.all_seats) if dice is None or seat <= dice.seats)

    @property
    def order_of_two(self) -> HeadsUp:
        """Return which of two players posts first, whether set at the top or under `stakes` (I-16)."""
        return self.stakes.heads_up if self.stakes and self.heads_up is HeadsUp.BY_PARAGRAPH else self.heads_up

    @property
    def posted(self) -> Stakes | None:
        """Return the stakes, with the `heads_up` order in force."""
        return replace(self.stakes, heads_up=self.order_of_two) if self.stakes else None

    def _can_play_dice(self, dice: DiceConfig) -> None:
        usual = {field.name: field.default for field in fields(type(self))}
        beside = next((name for name in POKER_ONLY if getattr(self, name) != usual[name]), None)
        if beside:
            raise ValueError(f"`{beside}` does not apply to a mini-dice table; remove it")
        wrong = dice.what_is_wrong(self.seats)
        if wrong:
            raise ValueError(wrong)

    def _can_play_poker(self) -> None:
        if self.dice is not None:
            raise ValueError(f"[table.dice] does not apply to a table of {self.game}; remove it")
        if len(self.seats) < 2:
            raise ValueError("`seats` names only one seat: poker needs at least two players (14.6(b))")
        if self.decks[0] is self.decks[1]:
            raise ValueError("the two decks must have backs of different colours (14.2(d)1)")
        if self.tracking is Tracking.FULL and not self.buy_in_cents:
            raise ValueError("full tracking needs `stakes` and `buy_in_cents`")
        if len({posted.game for posted in self.games}) != len(self.games):
            raise ValueError("a game is posted twice under [[table.games]]; remove one")
        wrong = next((wrong for posted in self.all_games if (wrong := what_is_wrong(posted, self.tracking))), None)
        if wrong:
            raise ValueError(wrong)
        if not self.accepts:
            raise ValueError("`accepts` is empty, so no deck could ever be dealt: list a grade of shuffle proof")
        if Grade.OVERRIDDEN in self.accepts:
            raise ValueError("`accepts` may not list overridden: an override is a decision of two people for one round")
        if not self.shuffler and Grade.BY_HAND not in self.accepts:
            raise ValueError("a table without a shuffler deals on the grade by-hand: list it under `accepts` (14.5(a))")
