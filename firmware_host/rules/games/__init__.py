"""All poker games by name. A new game is a new file here and a line below."""

from firmware_host.rules.game import Game, GameName
from firmware_host.rules.games.badugi import BADUGI
from firmware_host.rules.games.five_card_draw import DRAW, DRAW_LOW
from firmware_host.rules.games.five_card_stud import FIVE_STUD
from firmware_host.rules.games.holdem_and_omaha import BIG_OMAHA, BIG_OMAHA_HILO_8, HOLDEM, OMAHA, OMAHA_HILO_8
from firmware_host.rules.games.mambo import MAMBO_HILO_6
from firmware_host.rules.games.seven_card_stud import STUD, STUD_HILO, STUD_HILO_8
from firmware_host.rules.games.super_seven_stud import SUPER_STUD, SUPER_STUD_HILO, SUPER_STUD_HILO_8, SUPER_STUD_LOW

GAMES: dict[GameName, Game] = {
    game.name: game
    for game in (
        HOLDEM,
        OMAHA,
        OMAHA_HILO_8,
        BIG_OMAHA,
        BIG_OMAHA_HILO_8,
        STUD,
        STUD_HILO,
        STUD_HILO_8,
        SUPER_STUD,
        SUPER_STUD_LOW,
        SUPER_STUD_HILO,
        SUPER_STUD_HILO_8,
        DRAW,
        DRAW_LOW,
        BADUGI,
        FIVE_STUD,
        MAMBO_HILO_6,
    )
}
