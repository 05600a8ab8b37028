"""A game as a table posts it: what it is played for, how many blinds, with a kill or without."""

from typing import Annotated

from msgspec import Meta

from firmware_host.rules import kill
from firmware_host.rules.bad_beat import offered_at
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillRules
from firmware_host.rules.rake import needs_a_flop
from firmware_host.rules.record import Record
from firmware_host.rules.stakes import Stakes, not_in_chips


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
