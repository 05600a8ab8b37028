"""The reference of `table.toml`: every option with type, default and text, read from the Config types."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import inspect as types

from firmware_host.rules.struct import Record


class Option(Record, frozen=True, kw_only=True):
    """One option: its section, its type in words, its default, and its explanation."""

    section: str
    name: str
    type: str
    required: bool = False
    default: str = ""
    says: str = ""


class Section(Record, frozen=True, kw_only=True):
    """A section of the file. A section with `many` is written in double brackets and may be repeated."""

    name: str
    many: bool = False
    says: str
    options: tuple[Option, ...]


@cache
def sections(of: type) -> tuple[Section, ...]:
    """Return every section of a file of type `of`, in the order of the fields."""
    return tuple(_sections(of, ""))


def _sections(of: type, name: str, *, many: bool = False) -> Iterator[Section]:
    options: list[Option] = []
    within: list[Section] = []
    says = _field_words(of)
    for field in msgspec.structs.fields(of):
        place = f"{name}.{field.encode_name}" if name else field.encode_name
        found = _struct_in(types.type_info(field.type))
        if found is None:
            options.append(_option(name, field, says.get(field.name, "")))
        else:
            struct, many = found
            within.extend(_sections(struct, place, many=many))
    if options:
        yield Section(name=name, many=many, says=" ".join((inspect.getdoc(of) or "").split()), options=tuple(options))
    yield from within


def _option(section: str, field: msgspec.structs.FieldInfo, says: str) -> Option:
    return Option(
        section=section,
        name=field.encode_name,
        type=_words(types.type_info(field.type)),
        required=field.required,
        default="" if field.required else _default(field),
        says=says,
    )


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return "none" if value is None else msgspec.json.encode(value).decode()


def _struct_in(found: types.Type) -> tuple[type, bool] | None:
    """Return the type of the section that a field is, and whether the section may be repeated; None for an option."""
    match found:
        case types.Metadata(type=inner):
            return _struct_in(inner)
        case types.StructType(cls=cls):
            return cls, False
        case types.UnionType(types=members):
            # An optional section. A union of several types is an option, described in words.
            kinds = [member for member in members if not isinstance(member, types.NoneType)]
            return _struct_in(kinds[0]) if len(kinds) == 1 else None
        case types.VarTupleType(item_type=types.StructType(cls=cls)):
            return cls, True
        case _:
            return None


NO_NEW_LINE = r"(?!\n)"
"""Ends every pattern: in Python `$` lets a new line follow."""


PATTERNS = {
    r"^[a-z0-9-]{1,32}$": "name of small letters, digits and hyphens, 32 at most",
    r"^[0-9a-f]{64}$": "64 hexadecimal digits, a to f in small letters",
    r"^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$": "host name in small letters, such as table-7.example.com",
}
"""What a text has to look like, for readers who know no regular expressions."""


def _words(found: types.Type) -> str:
    match found:
        case types.Metadata(type=inner):
            return _words(inner)
        case types.BoolType():
            return "true or false"
        case types.IntType(ge=least, gt=above, le=most, lt=below):
            least = above + 1 if above is not None else least
            return _bounds("whole number", least, below - 1 if below is not None else most)
        case types.StrType(pattern=pattern):
            return PATTERNS[pattern.removesuffix(NO_NEW_LINE)] if pattern else "text"
        case types.EnumType(cls=cls):
            return "one of " + ", ".join(str(member.value) for member in cls)
        case types.UnionType(types=members):
            return " or ".join(_words(each) for each in members if not isinstance(each, types.NoneType))
        case types.VarTupleType(item_type=item):
            return f"list: {_words(item)}"
        case types.TupleType(item_types=items):
            return f"list of {len(items)}: {_words(items[0])}"
        case types.DictType(key_type=key, value_type=value):
            return f"table: {_words(key)} = {_words(value)}"
        case types.StructType(cls=cls, tag=tag):
            names = [field.encode_name for field in msgspec.structs.fields(cls)]
            return f"{{ {', '.join([f'kind = {tag}', *names] if tag else names)} }}"
        case _:
            return str(found)


def _bounds(what: str, least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"{what}, {least} to {most}"
    if least is not None:
        return f"{what}, {least} or more"
    if most is not None:
        return f"{what}, {most} at most"
    return what


def _field_words(of: type) -> dict[str, str]:
    """Return the docstring under each field, read from the source."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(of))).body
    found: dict[str, str] = {}
    statements: list[Any] = body.body if isinstance(body, ast.ClassDef) else []
    for statement, after in pairwise(statements):
        match statement, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(says))):
                found[name] = " ".join(says.split())
            case _:
                pass
    return found
