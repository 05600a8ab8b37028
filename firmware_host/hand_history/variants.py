"""The codes of the format, and ours for the games and limits it has none for."""

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

"""The codes of the format that are games of ours."""


UNOFFICIAL: Mapping[str, tuple[GameName, Limit]] = {"PT": (GameName.HOLDEM, Limit.POT)}

"""Read where somebody wrote it; the standard has no such code, so it is never written."""


FOREIGN: Mapping[str, str] = {
    "NS": "short-deck hold 'em",
    "FR": "seven-card razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
}

"""The codes of the format that no seed describes."""


EXTENSION = "fh:"

"""What our own codes begin with: `fh:<game>` is fixed limit, `fh:<game>:<limit>` any."""


_GAMES = {game.value: game for game in GAMES}

_LIMITS = {limit.value: limit for limit in Limit}

_READ = {**VARIANTS, **UNOFFICIAL}

_WRITE = {known: code for code, known in VARIANTS.items()}


def variant_of(variant: str) -> tuple[GameName, Limit | None]:
    """Return the game and the limit of a code. One of ours may leave the limit to be seen from the other fields."""
    known = _READ.get(variant)
    if known:
        return known
    if variant in FOREIGN:
        raise BadHistory("variant", f"{variant} is {FOREIGN[variant]}, which these rules do not know", ("14.8(a)",))
    if variant.startswith(EXTENSION):
        return _extension(variant)
    codes = ", ".join((*VARIANTS, f"{EXTENSION}<game>", f"{EXTENSION}<game>:<limit>"))
    raise BadHistory("variant", f"{variant[:40]!r} is no game of ours; there are {codes}", ("14.8(a)",))


def code_of(game: GameName, limit: Limit) -> str:
    """
    Return the format's code for a game and limit, or ours where it has none.

    >>> code_of(GameName.HOLDEM, Limit.NO), code_of(GameName.DRAW, Limit.FIXED), code_of(GameName.DRAW, Limit.POT)
    ('NT', 'fh:draw', 'fh:draw:pot')
    """
    return _WRITE.get((game, limit)) or f"{EXTENSION}{game}{'' if limit is Limit.FIXED else f':{limit}'}"


def _extension(variant: str) -> tuple[GameName, Limit | None]:
    name, _, limit = variant.removeprefix(EXTENSION).partition(":")
    if name not in _GAMES:
        raise BadHistory("variant", f"{name[:40]!r} is no game of ours; there are {', '.join(_GAMES)}", ("14.8(a)",))
    if limit and limit not in _LIMITS:
        raise BadHistory("variant", f"{limit[:40]!r} is no limit of ours; there are {', '.join(_LIMITS)}", ("I-6",))
    return _GAMES[name], _LIMITS[limit] if limit else None
