"""What may be asked of the game that is played."""

from firmware_host.rules.game import GameName
from firmware_host.rules.record import Tagged


class ChangeGame(Tagged, frozen=True, kw_only=True, tag="change-game"):
    """From the next round on, this game of those the table posts, for what it is posted for."""

    game: GameName


GamesAct = ChangeGame
