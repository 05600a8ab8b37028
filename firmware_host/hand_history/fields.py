"""The fields of the format: what each may hold. All are checked, whether or not a replay needs them."""

from collections.abc import Callable, Mapping
from datetime import time
from decimal import Decimal
from typing import Any

from firmware_host.hand_history.errors import BadHistory

Amount = int | Decimal

Table = Mapping[str, Any]


MOST = 10**15
"""The largest amount accepted; anything above it must be a mistake."""


PLACES = 6
"""The most digits an amount may have after the decimal point."""


SHOWN = 40
"""An error repeats at most this many characters of a wrong value."""


def amount(place: str, value: object) -> Amount:
    """Return the value as an amount of zero or more."""
    if type(value) is int:
        if 0 <= value <= MOST:
            return value
    elif not isinstance(value, Decimal):
        raise BadHistory(place, f"{_said(value)} is not an amount")
    elif not value.is_finite():
        raise BadHistory(place, f"{value} is not an amount: the bets allowed depend on it")
    if value < 0:
        raise BadHistory(place, f"{_said(value)} is below zero")
    if value > MOST:
        raise BadHistory(place, f"{_said(value)} is too large")
    if isinstance(value, Decimal) and _finer(value):
        raise BadHistory(place, f"{_said(value)} has more than {PLACES} digits after the point")
    return value


def amounts(table: Table, name: str, count: int | None = None) -> tuple[Amount, ...]:
    """Return a list of amounts, one for each of `count` players."""
    values = table.get(name)
    if not isinstance(values, list):
        raise BadHistory(name, "is missing" if values is None else f"{_said(values)} is not a list of amounts")
    if count is not None and len(values) != count:
        raise BadHistory(name, f"has {_amounts_said(len(values))}, but there are {count} players")
    return tuple([amount(name, value) for value in values])


def ended(table: Table, name: str, count: int) -> tuple[Amount, ...]:
    """Return each player's final stack, rounded: programs that split a pot in fractions write many more digits."""
    values = table.get(name)
    if not isinstance(values, list):
        return amounts(table, name, count)
    money = [round(value, PLACES) if _is_written_out(value) else value for value in values]
    return amounts({name: money}, name, count)


def posted(table: Table, name: str, count: int) -> tuple[Amount, ...]:
    """
    Return the blinds and straddles, one for each of `count` players.

    A negative amount is the usual way to write the post of a player who comes in between the blinds. It makes up for a
    missed blind, so a blind at least as large must come before it in the list.
    """
    values = table.get(name)
    if not isinstance(values, list) or len(values) != count:
        return amounts(table, name, count)
    said: list[Amount] = []
    for value in values:
        below = isinstance(value, Decimal | int) and value == value and value < 0  # noqa: PLR0124 - false for a NaN
        if below and max(said, default=0) >= -value:
            amount(name, -value)
            said.append(value)
        else:
            said.append(amount(name, value))
    return tuple(said)


def text(table: Table, name: str) -> str:
    """Return the text of a required field."""
    value = table.get(name)
    if not isinstance(value, str):
        raise BadHistory(name, "is missing" if value is None else f"{_said(value)} is not a text")
    return value


def texts(table: Table, name: str) -> tuple[str, ...]:
    """Return the list of texts of a required field."""
    values = table.get(name)
    if not isinstance(values, list):
        raise BadHistory(name, "is missing" if values is None else f"{_said(values)} is not a list of texts")
    for value in values:
        if not isinstance(value, str):
            raise BadHistory(name, f"{_said(value)} is not a text")
    return tuple(values)


def check_optional(table: Table, players: int) -> None:
    """Refuse an optional field of the format with a value of the wrong type; ignore unknown fields."""
    for name, value in table.items():
        holds = _OPTIONAL.get(name)
        if holds and not holds[0](value):
            raise BadHistory(name, f"{_said(value)} is not {holds[1]}")
        if name in _ONE_EACH and len(value) != players:
            raise BadHistory(name, f"has {len(value)} entries, but there are {players} players")


def _said(value: object) -> str:
    """Return a value shortened for an error message."""
    if isinstance(value, Decimal):
        return str(value)[:SHOWN]
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 10**SHOWN else "a number of more than 40 digits"
    return repr(value)[:SHOWN]


def _amounts_said(count: int) -> str:
    return f"{count} amount{'' if count == 1 else 's'}"


def _finer(value: Decimal) -> bool:
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent < -PLACES and value != round(value, PLACES)


def _is_written_out(value: object) -> bool:
    return isinstance(value, Decimal) and value.is_finite() and abs(value) <= MOST and _finer(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_name_or_number(value: object) -> bool:
    return _is_text(value) or _is_whole(value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_time(value: object) -> bool:
    return isinstance(value, time)


def _is_duration(value: object) -> bool:
    """Accept infinity too: no time limit may be written that way."""
    if isinstance(value, Decimal):
        return not value.is_nan() and value >= 0
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _are(holds: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(holds, value))


_TEXT = (_is_text, "a text")

_WHOLE = (_is_whole, "a whole number")

_NAME = (_is_name_or_number, "a text or a whole number")

_LENGTHS = (_is_duration, "a length of time")


_OPTIONAL: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "author": _TEXT,
    "event": _TEXT,
    "url": _TEXT,
    "venue": _TEXT,
    "address": _TEXT,
    "city": _TEXT,
    "region": _TEXT,
    "postal_code": _TEXT,
    "country": _TEXT,
    "time": (_is_time, "a time of day"),
    "time_zone": _TEXT,
    "time_zone_abbreviation": _TEXT,
    "day": _WHOLE,
    "month": _WHOLE,
    "year": _WHOLE,
    "hand": _NAME,
    "level": _WHOLE,
    "seats": (_are(_is_whole), "a list of whole numbers"),
    "seat_count": _WHOLE,
    "table": _NAME,
    "players": (_are(_is_text), "a list of texts"),
    "currency": _TEXT,
    "currency_symbol": _TEXT,
    "ante_trimming_status": (_is_flag, "true or false"),
    "time_limit": _LENGTHS,
    "time_banks": (_are(_is_duration), "a list of lengths of time"),
}


STANDARD = frozenset(_OPTIONAL) | {"finishing_stacks", "winnings"}
"""The optional fields of the format."""


REQUIRED = frozenset(
    [
        "variant",
        "antes",
        "blinds_or_straddles",
        "bring_in",
        "small_bet",
        "big_bet",
        "min_bet",
        "starting_stacks",
        "actions",
    ]
)
"""The fields that variants require; each variant requires some of them."""


_ONE_EACH = frozenset({"seats", "players", "time_banks"})
