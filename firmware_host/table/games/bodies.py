"""What can become true of the game that is played."""

from firmware_host.rules.game import GameName
from firmware_host.rules.record import Tagged


class GameChanged(Tagged, frozen=True, kw_only=True, tag="game-changed"):
    """This game is played from here on, as the configuration in force posts it."""

    game: GameName


GamesBody = GameChanged
