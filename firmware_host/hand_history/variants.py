"""The game codes of the format, and our own for games and limits without one."""

from collections.abc import Mapping

from firmware_host.hand_history.errors import BadHistory
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.stakes import Limit

VARIANTS: Mapping[str, tuple[GameName, Limit]] = {
    "FT": (GameName.HOLDEM, Limit.FIXED),
    "NT": (GameName.HOLDEM, Limit.NO),
    "PO": (GameName.OMAHA, Limit.POT),
    "FO/8": (GameName.OMAHA_HILO_8, Limit.FIXED),
    "F7S": (GameName.STUD, Limit.FIXED),
    "F7S/8": (GameName.STUD_HILO_8, Limit.FIXED),
    "FB": (GameName.BADUGI, Limit.FIXED),
}
"""The codes of the format for games in these rules."""


UNOFFICIAL: Mapping[str, tuple[GameName, Limit]] = {"PT": (GameName.HOLDEM, Limit.POT)}
"""Codes other programs use that the standard does not have: read, but never written."""


FOREIGN: Mapping[str, str] = {
    "NS": "short-deck hold 'em",
    "FR": "seven-card razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
}
"""The codes of the format for games that are not in these rules."""


EXTENSION = "fh:"
"""The prefix of our own codes: `fh:<game>` is fixed limit, `fh:<game>:<limit>` any limit."""


_GAMES = {game.value: game for game in GAMES}

_LIMITS = {limit.value: limit for limit in Limit}

_READ = {**VARIANTS, **UNOFFICIAL}

_WRITE = {known: code for code, known in VARIANTS.items()}


def variant_of(variant: str) -> tuple[GameName, Limit | None]:
    """Return the game and limit of a code. The limit is None for our own codes that leave it to the other fields."""
    known = _READ.get(variant)
    if known:
        return known
    if variant in FOREIGN:
        raise BadHistory("variant", f"{variant} is {FOREIGN[variant]}, which is not in these rules", ("14.8(a)",))
    if variant.startswith(EXTENSION):
        return _extension(variant)
    codes = ", ".join((*VARIANTS, f"{EXTENSION}<game>", f"{EXTENSION}<game>:<limit>"))
    raise BadHistory("variant", f"{variant[:40]!r} is not a game in these rules; the codes are {codes}", ("14.8(a)",))


def code_of(game: GameName, limit: Limit) -> str:
    """
    Return the format's code for a game and limit, or our own if it has none.

    >>> code_of(GameName.HOLDEM, Limit.NO), code_of(GameName.DRAW, Limit.FIXED), code_of(GameName.DRAW, Limit.POT)
    ('NT', 'fh:draw', 'fh:draw:pot')
    """
    return _WRITE.get((game, limit)) or f"{EXTENSION}{game}{'' if limit is Limit.FIXED else f':{limit}'}"


def _extension(variant: str) -> tuple[GameName, Limit | None]:
    name, _, limit = variant.removeprefix(EXTENSION).partition(":")
    if name not in _GAMES:
        games = ", ".join(_GAMES)
        raise BadHistory("variant", f"{name[:40]!r} is not a game in these rules; the games are {games}", ("14.8(a)",))
    if limit and limit not in _LIMITS:
        limits = ", ".join(_LIMITS)
        raise BadHistory("variant", f"{limit[:40]!r} is not a limit in these rules; the limits are {limits}", ("I-6",))
    return _GAMES[name], _LIMITS[limit] if limit else None
