"""Files of hand histories, read and written: one hand in a `.phh`, many in the numbered tables of a `.phhs`."""

import json
import os
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Any

from firmware_host.hand_history.errors import BadHistory
from firmware_host.hand_history.fields import Table
from firmware_host.hand_history.hand import Hand, parse_hand

SUFFIXES = (".phh", ".phhs")


MOST_BYTES = 32 * 2**20
"""The largest file read. Reading takes about 17 times the file's size in memory, and a small board has little."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """
    One hand of a file, or what is wrong with that hand; the other hands are still played.

    `number` is the number of its table in a file of many hands, or the value of its `hand` field. `variant` is None if
    it cannot be read.
    """

    file: str
    found: Hand | BadHistory
    number: str | int | None = None
    numbered: bool = False
    variant: str | None = None

    @property
    def name(self) -> str:
        """Return the file name, with the table number in a file of many hands."""
        return f"{self.file}[{self.number}]" if self.numbered else self.file


def paths(named: Path) -> tuple[Path, ...]:
    """Return the path itself, or for a folder all hand histories in it and below."""
    if not named.is_dir():
        return (named,)
    found = (Path(folder) / name for folder, _, names in os.walk(named) for name in names)
    return tuple(sorted(path for path in found if path.suffix in SUFFIXES and path.is_file()))


def read_file(path: Path) -> Iterator[Entry]:
    """Yield every hand of a file in order."""
    file = str(path)
    try:
        document = loads(_content(path))
    except (OSError, ValueError, ArithmeticError, RecursionError, MemoryError) as error:
        yield Entry(file=file, found=BadHistory("the file", _plain(error)))
        return
    numbered = document and all(name.isdecimal() and isinstance(table, dict) for name, table in document.items())
    if not numbered:
        yield _entry(file, document)
        return
    for number, table in document.items():
        yield _entry(file, table, int(number) if number.isascii() else number)


def loads(text: str) -> dict[str, Any]:
    """
    Return the document. Numbers with a fraction become decimals, because money is never a float.

    Raises TOMLDecodeError, or another ValueError, ArithmeticError or RecursionError.
    """
    return tomllib.loads(text, parse_float=Decimal)


def _content(path: Path) -> str:
    with path.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise MemoryError
    return data.decode("utf-8-sig")


def _entry(file: str, table: dict[str, Any], number: str | int | None = None) -> Entry:
    numbered = number is not None
    variant, own = table.get("variant"), table.get("hand")
    found: Hand | BadHistory
    try:
        found = parse_hand(table)
    except BadHistory as bad:
        found = bad
    return Entry(
        file=file,
        found=found,
        number=number if numbered else own if isinstance(own, str | int) else None,
        numbered=numbered,
        variant=variant if isinstance(variant, str) else None,
    )


def _plain(error: Exception) -> str:
    """Say in one line why a file cannot be read."""
    match error:
        case UnicodeDecodeError():
            return f"is not UTF-8 text (byte {error.start})"
        case OSError():
            return (error.strerror or "cannot be read").lower()
        case RecursionError():
            return "is nested too deeply to be read"
        case MemoryError():
            return f"is larger than {MOST_BYTES // 2**20} MB; write the hands into several files"
        case ArithmeticError():
            return "has a number that cannot be read"
        case _:
            said = " ".join(str(error).split())
            return f"is not valid TOML: {said}" if said else "is not valid TOML"


def dumps(table: Table) -> str:
    """Write one hand."""
    return "".join(f"{name} = {_value(value)}\n" for name, value in table.items())


def dumps_many(tables: Iterable[Table]) -> str:
    """Write many hands as the tables 1, 2, 3 and so on."""
    return "".join(numbered(tables))


def numbered(tables: Iterable[Table]) -> Iterator[str]:
    """Yield the text hand by hand, so that a month of hands need not fit in memory."""
    for number, table in enumerate(tables, 1):
        blank = "" if number == 1 else "\n"
        yield f"{blank}[{number}]\n{dumps(table)}"


def _value(value: object) -> str:
    """Write a value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Decimal():
            return f"{value:f}" if value.is_finite() else str(value).lower().replace("infinity", "inf")
        case str():
            return _text(value)
        case time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            raise TypeError(f"{value!r} cannot be written in a hand history")


def _text(value: str) -> str:
    if "'" not in value and value.isprintable():
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
