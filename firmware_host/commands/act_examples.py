"""An example of every act as JSON, and its fields in words, both made from the act's type."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from firmware_host.rules.act_and_fact import ActBody
from firmware_host.rules.struct import Record

TYPICAL: Mapping[str, object] = {
    "alert": 71,
    "by": "pit-1",
    "board": ["As", "Kd", "2c"],
    "candidate": 80,
    "cards": ["As", "Kd"],
    "cents": 2000,
    "dealer": "dealer-2",
    "hash": "5e" * 32,
    "journal": "5e" * 16,
    "detail": "no answer for 3 s",
    "device": "shuffler",
    "dice": [3, 4],
    "house": "my-house",
    "life": 300_000,
    "name": "shuffle-blue",
    "of": 41,
    "order": 15,
    "reason": "jam",
    "request": 75,
    "second": "floor-1",
    "seat": 4,
    "seats": [1, 2, 4],
    "service_every": 25_000,
    "software": "firmware-host 0.2.0",
    "table": "poker-1",
    "to": 3,
    "to_cents": 800,
    "topic": "fh1/my-house/poker-1/fact",
    "why": "what was seen",
}
"""Plausible values by the name of the field, used where the type allows them."""

HEX = re.compile(r"\[0-9a-f\]\{(?P<digits>\d+)\}")
"""The pattern of keys and digests."""
NAME = "floor-1"
COUNT = 52
LAST_FACE = 6

CARDS = ("cards", "board", "discards", "drawn")
"""Fields that list cards."""


class ActField(Record, frozen=True, kw_only=True):
    """One field of an act."""

    name: str
    says: str
    required: bool


def example(act: type[ActBody]) -> dict[str, Any]:
    """Return the act with its required fields, as it is sent."""
    return _struct(act)


def fields(act: type[ActBody]) -> tuple[ActField, ...]:
    """Return the fields of the act, with what each accepts."""
    return tuple(
        ActField(name=field.encode_name, says=_field(field), required=field.required) for field in _info(act).fields
    )


def _field(field: inspect.Field) -> str:
    if field.encode_name in CARDS and isinstance(field.type, inspect.VarTupleType):
        return "a list of cards, such as As or 2c; ?? for a hidden card"
    return _says(field.type)


def tag(act: type[ActBody]) -> str:
    """Return the act's name in a message, its `kind`."""
    return str(_info(act).tag)


def _info(struct: type[Any]) -> inspect.StructType:
    found = inspect.type_info(struct)
    if not isinstance(found, inspect.StructType):
        raise TypeError(f"not a struct: {struct}")
    return found


def _struct(struct: type[Any]) -> dict[str, Any]:
    info = _info(struct)
    tagged = {} if info.tag_field is None else {info.tag_field: info.tag}
    return tagged | {field.encode_name: _value(field) for field in info.fields if field.required}


def _value(field: inspect.Field) -> object:
    kind = field.type.types[0] if isinstance(field.type, inspect.UnionType) else field.type
    typical = TYPICAL.get(field.encode_name)
    if typical is not None and not isinstance(kind, inspect.EnumType):
        return typical
    return _of(kind)


def _of(kind: inspect.Type) -> object:
    match kind:
        case inspect.EnumType(cls=options):
            return next(iter(options)).value
        case inspect.BoolType():
            return True
        case inspect.IntType(ge=least, le=most):
            return max(least or 0, min(most or COUNT, COUNT)) if most != LAST_FACE else 3
        case inspect.StrType(pattern=None):
            return "a word"
        case inspect.StrType(pattern=pattern):
            return "5" * _digits(pattern) or NAME
        case inspect.VarTupleType(item_type=item):
            return [_of(item)]
        case inspect.TupleType(item_types=items):
            return [_of(item) for item in items]
        case inspect.StructType(cls=struct):
            return _struct(struct)
        case inspect.UnionType(types=types):
            return _of(types[0])
        case _:
            raise TypeError(f"an example of {kind} is not known")


def _says(kind: inspect.Type) -> str:
    """Return what a field accepts, in words."""
    match kind:
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return _whole_number(kind)
        case inspect.EnumType(cls=options):
            return "one of " + ", ".join(str(option.value) for option in options)
        case inspect.StrType():
            return _text(kind)
        case inspect.VarTupleType(item_type=item):
            return f"a list, each {_says(item)}"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)}, each {_says(items[0])}"
        case inspect.StructType(cls=struct):
            named = ", ".join(field.encode_name for field in _info(struct).fields)
            return f"an object with {named}" if named else "an object"
        case inspect.UnionType(types=types) if all(isinstance(each, inspect.StructType) for each in types):
            return "one of the acts " + ", ".join(str(each.tag) for each in types if hasattr(each, "tag"))
        case inspect.UnionType(types=types):
            return ", or ".join(_says(each) for each in types)
        case _:
            return "an object"


def _whole_number(kind: inspect.IntType) -> str:
    least = kind.ge if kind.ge is not None else kind.gt + 1 if kind.gt is not None else None
    if least is None:
        return "a whole number"
    return f"a whole number from {least}" + (f" to {kind.le}" if kind.le is not None else "")


def _digits(pattern: str | None) -> int:
    """Return how many hexadecimal digits a pattern asks for; 0 for another pattern."""
    found = HEX.search(pattern or "")
    return int(found["digits"]) if found else 0


def _text(kind: inspect.StrType) -> str:
    if _digits(kind.pattern):
        return f"{_digits(kind.pattern)} hexadecimal digits"
    if kind.pattern is not None:
        return "a name of small letters, digits and hyphens, 32 at most"
    return "text" + (f" of at most {kind.max_length} letters" if kind.max_length else "")


def as_json(made: object) -> str:
    """Return an example as JSON on one line."""
    return msgspec.json.encode(made).decode()
