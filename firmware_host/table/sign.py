"""
The contents of the sign at the table, for patrons: the posted games and their stakes (19:47-8.3).

The sign follows from the configuration in force alone. It changes only when two people adopt another configuration,
or when the floor changes to another posted game. All amounts are whole cents; the display chooses the words.
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
from firmware_host.table.terms import Grade, Pins

VERSION = 1


class GameSign(Record, frozen=True, kw_only=True):
    """
    A posted poker game; `players` is the most players it allows.

    `blinds` is the number of blind bets, 0 where a forced bet begins. `stakes` are given where the configuration names
    them, which full tracking requires; otherwise the house posts its own sign. Their `raises` are 0, meaning no cap,
    except at fixed limit (I-6). `kill` is given only with full tracking.
    """

    game: GameName
    title: str
    """The name of the game for people."""
    players: int
    blinds: int
    stakes: Stakes | None
    kill: KillRules | None


class DiceSign(Record, frozen=True, kw_only=True):
    """What mini-dice pays on each wager (13.6), the smallest chip and the least number of shakes."""

    players: int
    """The most players at the table."""
    chip_cents: int
    """The smallest chip, in cents."""
    shakes: int
    """How often the dice are shaken at least."""
    pays: tuple[PaysView, ...]


class Sign(Record, frozen=True, kw_only=True):
    """
    The `sign` topic. `playing` is the present game; `games` are all posted games, in their order.

    The flags are options that the house offers: straddles, posting missed blinds, changes of seat (I-7), and
    pre-shuffled decks. `simulated` says that the table runs on simulated pins.
    """

    version: int = VERSION
    journal: str
    house: str
    """The name of the casino in the topics."""
    table: str
    """The name of the table in the topics."""
    playing: GameName
    games: tuple[GameSign, ...] = ()
    straddle: bool = False
    """Whether straddles are allowed (I-7)."""
    missed_blinds: bool = False
    """Whether players may post missed blinds (I-7)."""
    seat_changes: bool = False
    """Whether players may change seats (I-7)."""
    pre_shuffled: bool = False
    """Whether decks may be delivered shuffled."""
    dice: DiceSign | None = None
    """What mini-dice pays; null at a poker table."""
    simulated: bool = False


def sign(state: TableState) -> Sign:
    """Return the message of the `sign` topic. Needs a configuration in force."""
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
        simulated=state.pins is Pins.SIMULATED,
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
    """Return the stakes with the `heads_up` order (I-16) and the cap on raises (I-6) in force."""
    order = stakes.heads_up if heads_up is HeadsUp.BY_PARAGRAPH else heads_up
    return replace(stakes, heads_up=order, raises=stakes.raises if stakes.limit is Limit.FIXED else 0)


def _dice(terms: DiceConfig, players: int) -> DiceSign:
    return DiceSign(players=players, chip_cents=terms.chip_cents, shakes=terms.shakes, pays=pays(terms))
