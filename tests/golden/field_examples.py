"""An example of each field that goes onto the wire, cut out of the golden samples, for the JSON Schemas."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from firmware_host.mqtt.asyncapi import TYPES
from firmware_host.mqtt.field_docs import EXAMPLES, structs
from firmware_host.mqtt.messages import FactEvent, fact_event
from tests.golden import samples

Found = dict[str, dict[str, Any]]


def made() -> bytes:
    """Return the examples as they are made now: for each type the first simple value of each field."""
    found: Found = {}
    for part in _parts():
        _see(part, found)
    named = {}
    for name, kind in sorted(structs(TYPES).items()):
        tag = kind.__struct_config__.tag_field
        fields = [field for field in msgspec.structs.fields(kind) if field.encode_name != tag]
        seen = found.get(name, {})
        named[name] = {
            field.encode_name: seen[field.encode_name] if field.encode_name in seen else _default(field)
            for field in fields
            if field.encode_name in seen or not field.required
        }
    return _lines(named)


def read() -> bytes:
    return EXAMPLES.read_bytes() if EXAMPLES.exists() else b""


def write(made: bytes) -> None:
    EXAMPLES.write_bytes(made)


def _parts() -> Iterator[object]:
    yield from samples.facts()
    yield from samples.intents()
    yield from samples.values()
    for link in samples.links():
        yield msgspec.json.decode(fact_event(samples.TOPICS, link), type=FactEvent)


def _see(part: object, found: Found) -> None:
    """Remember the fields of every struct inside."""
    if isinstance(part, msgspec.Struct):
        kept = found.setdefault(type(part).__name__, {})
        for field in msgspec.structs.fields(part):
            value = getattr(part, field.name)
            _see(value, found)
            plain = msgspec.json.decode(msgspec.json.encode(value))
            if field.encode_name not in kept or _rank(plain) < _rank(kept[field.encode_name]):
                kept[field.encode_name] = plain
    elif isinstance(part, Mapping):
        _see(list(part.values()), found)
    elif isinstance(part, tuple | list):
        for inside in part:
            _see(inside, found)


def _rank(value: Any) -> tuple[bool, int]:
    """Prefer a value that says something, and a short object or list; among equals the first stays."""
    return not value and value is not False, len(msgspec.json.encode(value)) if isinstance(value, dict | list) else 0


def _default(field: msgspec.structs.FieldInfo) -> Any:
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.decode(msgspec.json.encode(value))


def _lines(named: Mapping[str, Mapping[str, Any]]) -> bytes:
    """One type a line, so that a difference shows the types."""
    lines = (f'"{name}": {msgspec.json.encode(fields).decode()}' for name, fields in named.items() if fields)
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()
