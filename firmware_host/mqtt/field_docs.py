"""
Describes the properties of the JSON Schemas: from the docstrings of the fields, or from the meaning of a name.

A name means the same wherever it is used; a class whose field means more says so in its own docstrings. The examples
are those of the golden samples.
"""

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

WORDS: Mapping[str, str] = {
    "about": "What the alert concerns: a device, a deck or a person; empty if the kind of the alert says enough.",
    "act": "The act that is requested.",
    "actor": "The person or device that acts.",
    "alerts": "The alerts that have not been cleared.",
    "approved_by": "The second person, who approves.",
    "asked_by": "The person who asked for the act.",
    "astray": "Cards that a sensor saw where no card should be.",
    "at": "When this was recorded.",
    "back": "The deck, named by the colour of its backs.",
    "backs": "The decks, named by the colours of their backs.",
    "beaten_by": "The winning hand, in words.",
    "board": "The community cards.",
    "body": "The content of the fact, by its kind.",
    "button": "The seat with the button; null if there is none.",
    "came_out": "Cards that came out of the shuffler.",
    "cards": "The cards, rank then suit, such as `Ah`; `??` is a card that the table has not been shown.",
    "cents": "The amount in cents.",
    "config": "The settings of the table.",
    "counted": "How many cards were counted.",
    "cycles": "Cycles of the shuffler since it was made.",
    "dealer": "The dealer's staff name.",
    "detail": "The device's condition in words, for people.",
    "device": "The name of the device.",
    "dice": "The uppermost faces of the two dice.",
    "discards": "The cards that the player discards; `??` is a hidden card.",
    "docked": "Whether the shaker is in its dock.",
    "duration_ms": "How long the shuffle took, in milliseconds.",
    "face": "The uppermost face of one die.",
    "face_up": "Whether the cards lie face up.",
    "failed": "The parts that failed the self-test.",
    "free_mib": "Free space for the record, in MiB.",
    "from_": "The number of the first fact.",
    "fund_cents": "The bad beat fund's balance in cents.",
    "game": "The game, by its name in table.toml.",
    "grade": "How well the shuffle is proved.",
    "hash": "The digest of the fact, which covers every fact before it, in hexadecimal.",
    "held": "A bad beat that waits for a supervisor.",
    "house_key": "The house's Ed25519 public key that signed the list, in hexadecimal.",
    "id": "The intent's id, which the asker chose.",
    "journal": "The id of the journal.",
    "key": "The id of the key: the first 16 hexadecimal digits of SHA-256 of the public key.",
    "kind": "The kind of this object.",
    "life": "The shuffler's rated life, in cycles.",
    "lines": "The differences between the money on the table and the record.",
    "lying": "Cards that lie on the shelf of the shuffler.",
    "mode": "What the shuffler is set to do; null if only its lamps are read.",
    "name": "The name of the deadline.",
    "note": "A remark for the record.",
    "number": "The number of the fact.",
    "open": "Whether the lid, the housing or the base is open.",
    "opened_ago_min": "How many minutes ago the deck was opened.",
    "order": "The number of the fact that gave the order to the shuffler.",
    "paragraphs": "The paragraphs that apply, as in the regulation; `I-6` is an interpretation.",
    "pays": "What the house pays on each wager.",
    "people": "The people, by staff name.",
    "person": "The person's staff name.",
    "place": "Where in the shuffler the cards are jammed.",
    "players": "The most players that the game allows.",
    "previous": "The journal that this one continues.",
    "public": "The Ed25519 public key, in hexadecimal.",
    "reason": "The reason in words, for people.",
    "refusal": "Why the request was refused, and what to do.",
    "request": "The number of the fact that made the request.",
    "revoked": "Whether it was revoked; the record keeps it.",
    "role": "The role in which the person acts.",
    "roles": "The roles of the person.",
    "round": "The number of the round, from 1.",
    "say": "The words for people; they may change with any version.",
    "seat": "The seat, from 1 at the dealer's left, clockwise.",
    "seats": "The seats, from 1 at the dealer's left, clockwise.",
    "serial": "The serial number of the firmware list; it only rises.",
    "service_every": "Cycles from one service to the next.",
    "severity": "How serious the alert is.",
    "sha256": "SHA-256 of the signed list, in hexadecimal.",
    "since_service": "Cycles since the last service.",
    "software": "The name and version of the program.",
    "sorted_ago_min": "How many minutes ago the deck was last in suit and sequence.",
    "stakes": "What happened to the table stakes of the player who is away.",
    "street": "The street of the round.",
    "to": "The number of the last fact.",
    "topic": "The topic of the message.",
    "total": "The sum of the two dice.",
    "tracking": "Whether the table records the steps of a round, or every bet and shown card.",
    "up": "Whether the device answers.",
    "version": "The version of this document. It rises only when older readers can no longer read the document.",
    "wager": "The kind of the wager.",
    "wagers": "The wagers, by seat and kind.",
    "went_in": "Cards that went into the shuffler.",
    "what": "What was counted: the stub, the discards or the whole deck.",
    "why": "The reason, in the words of the person or device that gave it.",
    "word": "Who reported it: a sensor, or the dealer by a key.",
    "words": "The losing hand, in words.",
    "worn": "The parts that the self-test found worn.",
    "wrong": "Why the message was refused before it reached the table.",
}


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
                schema["description"] = "The tag of this kind of object; each kind has its own."
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
