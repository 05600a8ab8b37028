"""The lines above the first heading: what the script is about, and the table it is played at."""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from firmware_host.config.errors import told
from firmware_host.errors import did_you_mean
from firmware_host.rules.game import GameName
from firmware_host.table.config import TableConfig
from firmware_host.table.terms import Grade
from hil.scenario.readings import MONEY, in_cents
from hil.scenario.script import Header, Unreadable

Entry = tuple[int, str, str]
"""Line number, key, and the text after the colon."""

Settings = dict[str, Any]


BEGINS = "2026-01-01 12:00"

LIMIT = re.compile(
    rf"(?P<limit>fixed|spread|pot|no)\s+(?P<least>{MONEY.pattern})(?:\s+(?:and|to)\s+(?P<most>{MONEY.pattern}))?"
)


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", text) if word]


def _limit(text: str) -> Settings:
    found = LIMIT.fullmatch(text)
    if not found:
        raise ValueError("write it like `fixed $2 and $4`, `spread $2 to $10`, `pot $2` or `no $2`")
    most = {"max_cents": in_cents(found["most"])} if found["most"] else {}
    return {"stakes": {"limit": found["limit"], "min_cents": in_cents(found["least"]), **most}}


def _money(text: str) -> int:
    if not re.fullmatch(MONEY.pattern, text):
        raise ValueError(f"write {MONEY.said}")
    return in_cents(text)


def _blinds(text: str) -> Settings:
    if text.isdecimal():
        return {"blinds": int(text)}
    return {"stakes": {"blinds_cents": [_money(word) for word in _words(text)]}}


def _seats(text: str) -> Settings:
    wrong = [word for word in _words(text) if not word.isdecimal()]
    if wrong:
        raise ValueError(f"{wrong[0]} is not a seat; write seats like `1, 2, 5`")
    return {"seats": [int(word) for word in _words(text)]}


def _set(text: str) -> Settings:
    """Read a setting of table.toml by its path: `stakes.raises = 4`."""
    path, equals, value = text.partition("=")
    if not equals:
        raise ValueError("write a setting of [table] like `stakes.raises = 4`")
    try:
        settings: Any = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"{value.strip()} is not a valid value in table.toml ({wrong})") from None
    for name in reversed(path.strip().split(".")):
        settings = {name.strip(): settings}
    return dict(settings)


SETTINGS: Mapping[str, Callable[[str], Settings]] = {
    "game": lambda text: {"game": text},
    "tracking": lambda text: {"tracking": text},
    "limit": _limit,
    "blinds": _blinds,
    "ante": lambda text: {"stakes": {"ante_cents": _money(text)}},
    "forced bet": lambda text: {"stakes": {"forced_cents": _money(text)}},
    "chip": lambda text: {"stakes": {"chip_cents": _money(text)}},
    "seats": _seats,
    "buy-in": lambda text: {"buy_in_cents": _money(text)},
    "dealer": lambda text: {"dealer": text},
    "decks": lambda text: {"decks": _words(text)},
    "deals on": lambda text: {"accepts": _words(text)},
    "set": _set,
}
"""The keys for the table and the settings they set; `set` sets any other one."""


KEYS = ("title", "paragraphs", "begins", *SETTINGS)

SEVERAL_TIMES = ("set", "paragraphs")


class TableToml:
    """The settings of the table: from the top of the script, and changed by later lines."""

    def __init__(self) -> None:
        """Start with the settings common to all scripts."""
        self._settings: Settings = {"house": "on-paper", "table": "script", "dealer": "dealer-1"}

    def says(self, line: int, key: str, text: str) -> None:
        """Read one setting. Raises Unreadable."""
        if key not in SETTINGS:
            raise Unreadable(line, f"`{key}` is not a setting of a table; the settings are {', '.join(SETTINGS)}")
        self._settings = _merged(self._settings, _read(SETTINGS[key], line, text, key=key))

    def config(self, line: int) -> TableConfig:
        """Return the configuration of the table. Raises Unreadable if it is not valid."""
        poker = {} if self._settings.get("game") == GameName.MINI_DICE else {"accepts": [Grade.REPORTED.value]}
        tracking = "full" if "stakes" in self._settings else "procedure"
        try:
            return msgspec.convert({**poker, "tracking": tracking, **self._settings}, TableConfig)
        except (msgspec.ValidationError, ValueError) as wrong:
            raise Unreadable(line, f"no such table can exist: {told(wrong, of=TableConfig, within='table')}") from None


def read_header(entries: list[Entry], toml: TableToml) -> Header:
    """Read the top of a script. Raises Unreadable."""
    given = _once(entries)
    if "title" not in given:
        raise Unreadable(1, "a script begins with `title:` and a text")
    for line, key, text in entries:
        if key in SETTINGS:
            toml.says(line, key, text)
    return Header(
        title=given["title"][1],
        paragraphs=tuple(word for _, key, text in entries if key == "paragraphs" for word in _words(text)),
        config=toml.config(entries[-1][0]),
        begins_ms=_read(_begins, *given.get("begins", (1, BEGINS)), key="begins"),
    )


def _once(entries: list[Entry]) -> dict[str, tuple[int, str]]:
    given: dict[str, tuple[int, str]] = {}
    for line, key, text in entries:
        if key not in KEYS:
            otherwise = f"before the first `== heading` these are allowed: {', '.join(KEYS)}"
            meant = did_you_mean(key, KEYS, otherwise=otherwise)
            raise Unreadable(line, f"`{key}` is not allowed at the top of a script; {meant}")
        if key in given and key not in SEVERAL_TIMES:
            raise Unreadable(line, f"`{key}` is already given in line {given[key][0]}")
        given[key] = line, text
    return given


def _read(reading: Callable[[str], Any], line: int, text: str, *, key: str) -> Any:
    try:
        return reading(text)
    except ValueError as wrong:
        raise Unreadable(line, f"{key}: {text}: {wrong}") from None


def _begins(text: str) -> int:
    try:
        return int(datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise ValueError(f"write date and time like {BEGINS}") from None


def _merged(settings: Settings, more: Settings) -> Settings:
    both = {name: _merged(settings[name], more[name]) for name in settings.keys() & more.keys() if _nested(more[name])}
    return {**settings, **more, **both}


def _nested(value: object) -> bool:
    return isinstance(value, dict)
