"""Describes the properties of the JSON Schemas: from the docstrings of the fields and the golden samples."""

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_origin

import msgspec

from firmware_host.mqtt.field_words import WORDS

EXAMPLES = Path(__file__).with_name("examples.json")
"""For each type an example of each field, cut out of the golden samples by `python -m tests.golden --write`."""


def describe(schemas: dict[str, Any], kinds: Iterable[Any]) -> None:
    """Add a description and an example to each property of these schemas of `kinds` and of what they contain."""
    examples: Mapping[str, Mapping[str, Any]] = msgspec.json.decode(EXAMPLES.read_bytes())
    for name, kind in structs(kinds).items():
        properties = schemas[name]["properties"]
        words = field_words(kind)
        for field, schema in properties.items():
            if field == kind.__struct_config__.tag_field:
                schema["description"] = "The kind of this object; no other kind has the same."
                schema["examples"] = schema["enum"]
                continue
            if field in words:
                schema["description"] = words[field]
            if field in examples.get(name, {}):
                schema["examples"] = [examples[name][field]]


def structs(kinds: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """Return every struct that these types contain, by the name of its schema."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting: list[object] = list(msgspec.inspect.multi_type_info(kinds))
    while waiting:
        part = waiting.pop()
        if isinstance(part, msgspec.inspect.StructType):
            kind = get_origin(part.cls) or part.cls
            if kind.__name__ in found:
                continue
            found[kind.__name__] = kind
        if isinstance(part, tuple | list):
            waiting.extend(part)
        elif isinstance(part, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting.extend(getattr(part, name) for name in part.__struct_fields__)
    return found


def field_words(kind: type[msgspec.Struct]) -> dict[str, str]:
    """
    Return the description of each field, by its name on the wire.

    The words are the docstring below the field; or else the sentences of the class's docstring that name the field; or
    else what the name means wherever it is used.
    """
    own, of_class = _docstrings(kind), _sentences(kind)
    said = {}
    for field in msgspec.structs.fields(kind):
        named = " ".join(sentence for sentence in of_class if f"`{field.name}`" in sentence)
        words = own.get(field.name) or named or WORDS.get(field.name)
        if words is not None:
            said[field.encode_name] = words
    return said


def _sentences(kind: type) -> list[str]:
    words = " ".join(" ".join(part.__doc__ or "" for part in _ours(kind)).split())
    return re.split(r"(?<=[.]) (?=[A-Z`])", words)


def _ours(kind: type) -> list[type]:
    """Return the class and those of ours that it extends, the most general first."""
    return [part for part in reversed(kind.__mro__) if part.__module__.startswith("firmware_host.")]


def _docstrings(kind: type) -> dict[str, str]:
    """Return the strings right below the fields of a class and of those it extends."""
    return {
        name: said for part in _ours(kind) for name, said in _by_class(part.__module__).get(part.__name__, {}).items()
    }


@cache
def _by_class(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings of the fields of each class of a module. Python does not keep them, so read its source."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: dict(_below_fields(part)) for part in tree.body if isinstance(part, ast.ClassDef)}


def _below_fields(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(tree.body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                yield name, " ".join(words.split())
            case _:
                pass
