"""The kinds of field a message is made of: how many bytes each has, and what they mean.

There is no field of free length and none for a card; a new kind belongs here, where that can be seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol

from drivers.shuffler.words import JOURNAL_BYTES, CommandId, EventId

NAME_MAX: Final = 16


class Field(Protocol):
    """Both raise ValueError (or OverflowError) for what the field cannot hold or what has no meaning."""

    @property
    def size(self) -> int: ...

    def pack(self, value: Any) -> bytes: ...

    def unpack(self, data: bytes) -> Any: ...


@dataclass(frozen=True, slots=True)
class Number:
    """Without a sign, big-endian."""

    size: int

    def pack(self, value: int) -> bytes:
        return value.to_bytes(self.size)

    def unpack(self, data: bytes) -> int:
        return int.from_bytes(data)


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes that mean nothing by themselves: a nonce or a digest."""

    size: int

    def pack(self, value: bytes) -> bytes:
        if len(value) != self.size:
            raise ValueError(f"{len(value)} bytes instead of {self.size}")
        return value

    def unpack(self, data: bytes) -> bytes:
        return data


@dataclass(frozen=True, slots=True)
class Word:
    """One of a list, by its number."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum) -> bytes:
        return bytes((next(code for code, word in self.meanings.items() if word is value),))

    def unpack(self, data: bytes) -> StrEnum:
        if data[0] not in self.meanings:
            raise ValueError(f"{data[0]} stands for nothing")
        return self.meanings[data[0]]


@dataclass(frozen=True, slots=True)
class WordOrNone:
    """A word whose list has no 0: that says there is none."""

    meanings: Mapping[int, StrEnum]
    size: int = 1

    def pack(self, value: StrEnum | None) -> bytes:
        return b"\0" if value is None else Word(self.meanings).pack(value)

    def unpack(self, data: bytes) -> StrEnum | None:
        return None if data == b"\0" else Word(self.meanings).unpack(data)


@dataclass(frozen=True, slots=True)
class YesNo:
    """0 is no, 1 is yes."""

    size: int = 1

    def pack(self, value: bool) -> bytes:  # noqa: FBT001 - the value of a field, not a switch
        return bytes((value,))

    def unpack(self, data: bytes) -> bool:
        if data[0] > 1:
            raise ValueError(f"{data[0]} is neither yes nor no")
        return data == b"\1"


@dataclass(frozen=True, slots=True)
class Name:
    """Printable ASCII without spaces at the ends, so that padding and name cannot be confused."""

    size: int = NAME_MAX

    def pack(self, value: str) -> bytes:
        fits = 0 < len(value) <= self.size and value.isascii() and value.isprintable() and value == value.strip()
        if not fits:
            raise ValueError(f"{value!r} is not a name of 1 to {self.size} printable characters")
        return value.encode("ascii").ljust(self.size, b"\0")

    def unpack(self, data: bytes) -> str:
        name = data.rstrip(b"\0").decode("ascii")
        self.pack(name)
        return name


@dataclass(frozen=True, slots=True)
class Command:
    """The journal, then the number in it."""

    size: int = JOURNAL_BYTES + 8

    def pack(self, value: CommandId) -> bytes:
        return value.journal + value.number.to_bytes(8)

    def unpack(self, data: bytes) -> CommandId:
        return CommandId(journal=data[:JOURNAL_BYTES], number=int.from_bytes(data[JOURNAL_BYTES:]))


@dataclass(frozen=True, slots=True)
class Event:
    """The boot, then the number in it."""

    size: int = 8

    def pack(self, value: EventId) -> bytes:
        return value.boot.to_bytes(4) + value.number.to_bytes(4)

    def unpack(self, data: bytes) -> EventId:
        return EventId(boot=int.from_bytes(data[:4]), number=int.from_bytes(data[4:]))
