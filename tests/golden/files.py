"""
The golden files: what the wire and the journal looked like when somebody last said that it was right.

Each is an object of name to JSON, indented for people; without its blanks every entry is byte for byte what is sent.
`earlier-facts.json` keeps every fact encoding that ever was golden: journals are read for years. `facts-version-1.json`
has one or more of every kind in the first version's shape; nothing in it is ever changed or taken out.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent

EARLIER = FOLDER / "earlier-facts.json"

VERSION_1 = FOLDER / "facts-version-1.json"


def path(name: str) -> Path:
    return FOLDER / f"{name}.json"


@cache
def read(name: str) -> Mapping[str, bytes]:
    entries = msgspec.json.decode(path(name).read_bytes(), type=dict[str, msgspec.Raw])
    return {key: compact(bytes(raw)) for key, raw in entries.items()}


def write(name: str, entries: Mapping[str, bytes]) -> None:
    _write(path(name), {key: msgspec.Raw(data) for key, data in entries.items()})


def earlier() -> list[bytes]:
    return [compact(bytes(raw)) for raw in msgspec.json.decode(EARLIER.read_bytes(), type=list[msgspec.Raw])]


def keep_as_earlier(entries: list[bytes]) -> None:
    kept = earlier() if EARLIER.exists() else []
    _write(EARLIER, [msgspec.Raw(data) for data in [*kept, *(entry for entry in entries if entry not in kept)]])


def version_1() -> Mapping[str, bytes]:
    return read(VERSION_1.stem)


def keep_for_ever(entries: Mapping[str, bytes]) -> None:
    """Add kinds that the file of the first version does not have yet; what is there stays as it is."""
    kept = version_1() if VERSION_1.exists() else {}
    _write(VERSION_1, {name: msgspec.Raw(data) for name, data in {**entries, **kept}.items()})


def compact(data: bytes) -> bytes:
    return msgspec.json.format(data, indent=-1)


def _write(file: Path, value: object) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
    read.cache_clear()
