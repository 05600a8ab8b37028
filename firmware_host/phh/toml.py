"""
TOML, fast where a hand history is written the usual way: one `name = value` a line, numbered tables between.

What is not of that kind is left to the library, line by line and in the end as a whole, so that nothing is read
otherwise than the standard says and nothing wrong is accepted. Fractions are decimals: money is never a float.
"""

import json
import re
import tomllib
from datetime import time
from decimal import Decimal
from typing import Any

Document = dict[str, Any]

_NAME = re.compile(r"[A-Za-z0-9_-]+")
_HEADER = re.compile(r"\[([A-Za-z0-9_-]+)\]")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")
_FRACTION = re.compile(r"(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
_NUMBERS = re.compile(r"\[[0-9., -]*\]")
_NUMBERS_READ = json.JSONDecoder(parse_float=Decimal)
_UNUSUAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that must not be in a text, and line ends other than the usual one."""


class _Unusual(Exception):  # noqa: N818 - nothing is wrong yet
    """Not written the usual way: left to the library."""


def loads(text: str) -> Document:
    """Return the document. Raises TOMLDecodeError, or another ValueError, ArithmeticError or RecursionError."""
    try:
        return _usual(text)
    except _Unusual:
        return tomllib.loads(text, parse_float=Decimal)


def _usual(text: str) -> Document:
    if _UNUSUAL.search(text):
        raise _Unusual
    document: Document = {}
    table = document
    for line in text.split("\n"):
        name, equals, value = line.partition(" = ")
        if equals and _NAME.fullmatch(name):
            if name in table:
                raise _Unusual
            table[name] = _value(value, line)
        elif header := _HEADER.fullmatch(line):
            if header[1] in document:
                raise _Unusual
            table = document[header[1]] = {}
        elif line and line[0] != "#":
            raise _Unusual
    return document


def _value(value: str, line: str) -> Any:
    first, last = value[:1], value[-1:]
    inside = value[1:-1]
    if first == "'" and last == "'" and len(value) > 1 and "'" not in inside:
        return inside
    if first == '"' and last == '"' and len(value) > 1 and '"' not in inside and "\\" not in inside:
        return inside
    if first == "[" and last == "]":
        return _list(value, line)
    if _WHOLE.fullmatch(value):
        return int(value)
    if _FRACTION.fullmatch(value):
        return Decimal(value)
    if _TIME.fullmatch(value):
        return time.fromisoformat(value)
    if value in ("true", "false"):
        return value == "true"
    return _by_itself(line)


def _list(value: str, line: str) -> Any:
    quote = value[1:2]
    if quote in ("'", '"') and value[-2] == quote and len(value) > 3:
        texts: list[str] = value[2:-2].split(f"{quote}, {quote}")
        plain = value.count(quote) == 2 * len(texts) and (quote == "'" or "\\" not in value)
        return texts if plain else _by_itself(line)
    if _NUMBERS.fullmatch(value):
        try:
            return _NUMBERS_READ.decode(value)
        except ValueError:
            pass
    return _by_itself(line)


def _by_itself(line: str) -> Any:
    """A line that is a whole document of its own means the same among others."""
    try:
        (value,) = tomllib.loads(line, parse_float=Decimal).values()
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise _Unusual from error
    return value
