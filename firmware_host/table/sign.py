"""
What stands on the sign at the table, for patrons: the games it posts and what each is played for (19:47-8.3).

Made from the configuration in force alone, so a sign changes only when two people put another in force, or when the
floor changes to another posted game. Whoever hangs the sign finds its words; every amount is in whole cents.
"""

from msgspec.structs import replace

from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillRules
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.struct import Record
from firmware_host.table.config import DiceConfig, PostedGame, TableConfig, blind_bets
from firmware_host.table.dice.dice_view import PaysView, pays
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Grade

VERSION = 1


class GameSign(Record, frozen=True, kw_only=True):
    """
    A poker game as it is posted; `players` is the most it is played by.

    `blinds` is how many blind bets there are, none where a forced bet begins. `stakes` are there where the
    configuration names them, as it has to where every wager is tracked; else the house's own sign says what is played
    for. Their `raises` are 0, no cap, but at fixed limit (I-6). `kill` is there only where every wager is tracked.
    """

    game: GameName
    title: str
    players: int
    blinds: int
    stakes: Stakes | None
    kill: KillRules | None


class DiceSign(Record, frozen=True, kw_only=True):
    """What mini-dice pays on each wager (13.6), the smallest chip and how often the dice are shaken at least."""

    players: int
    chip_cents: int
    shakes: int
    pays: tuple[PaysView, ...]


class Sign(Record, frozen=True, kw_only=True):
    """
    The `sign` topic. `playing` is the game that is played now; `games` are all that the table posts, the first first.

    What follows are the options the house offers: a straddle, making up for missed blinds, changes of seat (I-7), and
    decks that come shuffled from the maker.
    """

    version: int = VERSION
    journal: str
    house: str
    table: str
    playing: GameName
    games: tuple[GameSign, ...] = ()
    straddle: bool = False
    missed_blinds: bool = False
    seat_changes: bool = False
    pre_shuffled: bool = False
    dice: DiceSign | None = None


def sign(state: TableState) -> Sign:
    """Return what the `sign` topic says. Needs a configuration in force."""
    if state.config is None or state.adopted is None:
        raise ValueError("nothing to post before the first configuration is in force")
    posted = state.adopted
    return Sign(
        journal=state.journal,
        house=posted.house,
        table=posted.table,
        playing=state.config.game,
        games=tuple(_game(game, posted) for game in posted.all_games),
        straddle=posted.straddle,
        missed_blinds=posted.missed_blinds,
        seat_changes=posted.seat_changes,
        pre_shuffled=posted.mini_dice is None and Grade.PRE_SHUFFLED in posted.accepts,
        dice=_dice(posted.mini_dice, len(posted.places)) if posted.mini_dice else None,
    )


def _game(posted: PostedGame, config: TableConfig) -> GameSign:
    game = GAMES[posted.game]
    return GameSign(
        game=game.name,
        title=game.title,
        players=min(game.most_players, len(config.places)),
        blinds=blind_bets(posted, config.tracking),
        stakes=_in_force(posted.stakes, config.heads_up) if posted.stakes else None,
        kill=posted.kill,
    )


def _in_force(stakes: Stakes, heads_up: HeadsUp) -> Stakes:
    """Return them with the order of two that holds, wherever it was said (I-16), and the cap that holds (I-6)."""
    order = stakes.heads_up if heads_up is HeadsUp.BY_PARAGRAPH else heads_up
    return replace(stakes, heads_up=order, raises=stakes.raises if stakes.limit is Limit.FIXED else 0)


def _dice(terms: DiceConfig, players: int) -> DiceSign:
    return DiceSign(players=players, chip_cents=terms.chip_cents, shakes=terms.shakes, pays=pays(terms))
