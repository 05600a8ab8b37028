"""A change of game, folded."""

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.games.bodies import GamesBody
from firmware_host.table.state import TableState


def folded(state: TableState, body: GamesBody, fact: Fact) -> TableState:
    """Return the table with this game in the place of the one before."""
    del fact
    if state.config is None or state.adopted is None:
        return state
    posted = next((game for game in state.adopted.all_games if game.game is body.game), None)
    if posted is None:
        raise ValueError(f"{body.game} is not posted")
    playing = replace(state.config, game=posted.game, blinds=posted.blinds, stakes=posted.stakes, kill=posted.kill)
    return replace(state, config=playing)
