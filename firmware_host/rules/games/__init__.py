"""Every game the table knows, by name. A new game is a new file here and a line below."""

from firmware_host.rules.game import Game, GameName
from firmware_host.rules.games.holdem import HOLDEM

GAMES: dict[GameName, Game] = {game.name: game for game in (HOLDEM,)}
