"""How values are written in a script, by the type of the field."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from msgspec import inspect

from firmware_host.rules.decision import Role
from firmware_host.rules.round_acts import DealtHand
from firmware_host.rules.struct import HIDDEN

Builtin = object
"""A value that msgspec can convert: numbers, text, lists, mappings."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """One way to write a value: `said` describes it for people, `pattern` matches it, `read` converts it."""

    said: str
    pattern: str
    read: Callable[[str], Builtin]


def in_cents(text: str) -> int:
    """
    Read an amount.

    >>> in_cents("$1,020.5"), in_cents("$7")
    (102050, 700)
    """
    dollars, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    return 100 * int(dollars) + int(rest.ljust(2, "0"))


_CARD = r"(?:[2-9TJQKA][shdc]|\?\?)"

_CARDS = rf"{_CARD}(?:\s+{_CARD})*"

_HAND = rf"seat\s+\d+\s+{_CARDS}"

_SEATS = r"(?:seats?\s+)?\d+(?:(?:\s*,\s*|\s+and\s+)(?:seat\s+)?\d+)*"


MONEY = Reading(said="an amount such as $12 or $0.50", pattern=r"\$\d[\d,]*(?:\.\d{1,2})?", read=in_cents)

NUMBER = Reading(said="a number", pattern=r"\d+", read=int)

TEXT = Reading(said="words", pattern=r"\S(?:.*\S)?", read=str)

YES_NO = Reading(said="yes or no", pattern=r"yes|no", read=lambda text: text == "yes")

CARDS = Reading(said="cards such as As Td ??", pattern=_CARDS, read=str.split)

COUNT = Reading(said="the number of unseen cards", pattern=r"\d+", read=lambda text: [HIDDEN] * int(text))

SEATS = Reading(
    said="seats such as 2, 5 and 7", pattern=_SEATS, read=lambda text: [int(seat) for seat in re.findall(r"\d+", text)]
)

HANDS = Reading(
    said="hands such as seat 2 ?? ?? Kd, seat 5 ?? ?? 4c",
    pattern=rf"{_HAND}(?:\s*,\s*{_HAND})*",
    read=lambda text: [_hand(hand) for hand in text.split(",")],
)

DICE = Reading(
    said="two faces such as 3 and 4",
    pattern=r"[1-6](?:\s*,\s*|\s+and\s+)[1-6]",
    read=lambda text: [int(face) for face in re.findall(r"[1-6]", text)],
)


ROLES = Reading(
    said="roles such as dealer and floorperson",
    pattern=r"[a-z][a-z ,-]*[a-z]",
    read=lambda text: [re.sub(r"\s+", "-", role.strip()) for role in re.split(r",|\band\b", text)],
)


BY_NAME = {"count": COUNT}
"""Readings that a verb asks for by name: `{discards:count}`."""


def fields(act: type) -> Mapping[str, inspect.Type]:
    """Return an act's fields by name, with their types."""
    return {field.encode_name: field.type for field in _struct(act).fields}


def of_field(act: type, name: str) -> Reading:
    """Return how this field of an act is written. Raises KeyError if the act has no such field."""
    return of_type(fields(act)[name], in_money=name == "cents" or name.endswith("_cents"))


def of_type(kind: inspect.Type, *, in_money: bool = False) -> Reading:
    """Return how a value of this type is written."""
    match kind:
        case inspect.Metadata(type=inner):
            return of_type(inner, in_money=in_money)
        case inspect.UnionType(types=types):
            inner = next(member for member in types if not isinstance(member, inspect.NoneType))
            return of_type(inner, in_money=in_money)
        case inspect.BoolType():
            return YES_NO
        case inspect.IntType():
            return MONEY if in_money else NUMBER
        case inspect.EnumType(cls=words):
            return one_of(str(member.value) for member in words)
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return CARDS
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=words)) if words is Role:
            return ROLES
        case inspect.VarTupleType(item_type=inspect.IntType()):
            return SEATS
        case inspect.TupleType(item_types=(inspect.IntType(), inspect.IntType())):
            return DICE
        case inspect.VarTupleType(item_type=inspect.StructType(cls=struct)) if struct is DealtHand:
            return HANDS
        case _:
            return TEXT


def one_of(words: Iterable[str]) -> Reading:
    """Return a reading for one of these words, written with hyphens or blanks."""
    known = sorted(words, key=len, reverse=True)
    return Reading(
        said=" or ".join(known),
        pattern="|".join(re.escape(word).replace(r"\-", r"[\s-]") for word in known),
        read=lambda text: re.sub(r"\s+", "-", text.casefold()),
    )


def tag(act: type) -> str:
    """Return an act's name on the wire."""
    return str(_struct(act).tag)


@cache
def _struct(act: type) -> inspect.StructType:
    found = inspect.type_info(act)
    if not isinstance(found, inspect.StructType):
        raise TypeError(f"{act} is not an act")
    return found


def _hand(text: str) -> dict[str, Builtin]:
    _, seat, *cards = text.split()
    return {"seat": int(seat), "cards": cards}
