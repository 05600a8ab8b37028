"""
The TypeScript types of the messages between a page and the box, made from the msgspec types.

A field with a default may be left out of a message to the box; the box itself sends every field.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import get_args, get_origin

import msgspec.inspect as types

from firmware_host.panel import messages
from firmware_host.rules.round_acts import RoundAct
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.intent import Act, Answer

PATH = Path(messages.__file__).parent / "ui" / "src" / "messages.d.ts"

HEAD = "// Made by `python -m tests.golden --write` from firmware_host/panel/messages.py; never edited by hand.\n"

UNIONS = {
    "PageMessage": messages.PageMessage,
    "BoxMessage": messages.BoxMessage,
    "Act": Act,
    "Approvable": Approvable,
    "RoundAct": RoundAct,
    "Answer": Answer,
}

POSTED = (messages.SignIn, messages.UseCode)

Found = dict[type, types.Type]


def read() -> str:
    return PATH.read_text(encoding="utf-8") if PATH.exists() else ""


def write(text: str) -> None:
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_text(text, encoding="utf-8")


def made() -> str:
    """Return the whole file."""
    names = {frozenset(get_args(union)): name for name, union in UNIONS.items()}
    from_page = _reachable((messages.PageMessage, *POSTED))
    found = {**from_page, **_reachable((messages.BoxMessage,))}
    parts = [f"export const VERSION: {messages.VERSION};"]
    parts += [f"export type {name} ={_union(get_args(union))};" for name, union in sorted(UNIONS.items())]
    for cls in sorted(found, key=_name):
        kind = found[cls]
        if isinstance(kind, types.EnumType):
            parts.append(_enum(kind))
        elif isinstance(kind, types.StructType):
            parts.append(_struct(kind, names, optional=cls in from_page))
    return HEAD + "\n" + "\n\n".join(parts) + "\n"


def _name(cls: object) -> str:
    """Return the plain name of a class: `Step` also for `Step[Act]`."""
    plain: object = get_origin(cls) or cls
    if not isinstance(plain, type):
        raise TypeError(f"{cls!r} has no name in TypeScript")
    return plain.__name__


def _union(members: Iterable[object]) -> str:
    return "".join(f"\n  | {_name(member)}" for member in members)


def _enum(kind: types.EnumType) -> str:
    return f"export type {_name(kind.cls)} =" + "".join(f'\n  | "{member.value}"' for member in kind.cls) + ";"


def _struct(kind: types.StructType, names: Mapping[frozenset[object], str], *, optional: bool) -> str:
    lines = [f'  readonly {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
    for field in kind.fields:
        mark = "?" if optional and not field.required else ""
        lines.append(f"  readonly {field.encode_name}{mark}: {_type(field.type, names)};")
    body = "\n".join(lines)
    return f"export interface {_name(kind.cls)} {{\n{body}\n}}" if lines else f"export type {_name(kind.cls)} = {{}};"


def _type(kind: types.Type, names: Mapping[frozenset[object], str]) -> str:
    match kind:
        case types.StructType() | types.EnumType():
            return _name(kind.cls)
        case types.UnionType():
            return _of_union(kind, names)
        case types.VarTupleType() | types.ListType():
            item = _type(kind.item_type, names)
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        case types.TupleType():
            return f"readonly [{', '.join(_type(item, names) for item in kind.item_types)}]"
        case types.DictType():
            return f"Readonly<Record<string, {_type(kind.value_type, names)}>>"
        case _:
            return _plain(kind)


def _of_union(kind: types.UnionType, names: Mapping[frozenset[object], str]) -> str:
    structs = frozenset(one.cls for one in kind.types if isinstance(one, types.StructType))
    others = [_type(one, names) for one in kind.types if not isinstance(one, types.StructType)]
    named = [names[structs]] if structs in names else sorted(_name(cls) for cls in structs)
    return " | ".join(
        [*named, *(other for other in others if other != "null"), *(["null"] if "null" in others else [])]
    )


def _plain(kind: types.Type) -> str:
    match kind:
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType():
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in kind.values)
        case _:
            raise TypeError(f"no TypeScript type for {kind!r}")


def _reachable(roots: Iterable[object]) -> Found:
    found: Found = {}
    waiting = list(types.multi_type_info(roots))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, types.StructType | types.EnumType):
            if kind.cls in found:
                continue
            found[kind.cls] = kind
        waiting += _inside(kind)
    return found


def _inside(kind: types.Type) -> tuple[types.Type, ...]:
    match kind:
        case types.StructType():
            return tuple(field.type for field in kind.fields)
        case types.UnionType():
            return kind.types
        case types.VarTupleType() | types.ListType():
            return (kind.item_type,)
        case types.TupleType():
            return kind.item_types
        case types.DictType():
            return (kind.value_type,)
        case _:
            return ()
