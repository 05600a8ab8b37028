"""The layout of a message, read from its annotations, and the tag that precedes it on the wire."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, Self, TypeVar, get_type_hints

from drivers.shuffler.fields import Field

M = TypeVar("M")


class Tag(int):
    """The first byte of a message, with its name in PROTOCOL.md."""

    name: str

    def __new__(cls, number: int, name: str) -> Self:
        """Make a tag, which is an int that also has a name."""
        made = super().__new__(cls, number)
        made.name = name
        return made


class Layout:
    """A kind of message and its fields, in their order on the wire."""

    def __init__(self, kind: type[Any], tag: Tag) -> None:
        """Read the layout of a dataclass. Raises TypeError for a field whose annotation gives no encoding."""
        self.kind = kind
        self.tag = tag
        hints = get_type_hints(kind, include_extras=True)
        self._fields = {field.name: _written(kind, field.name, hints[field.name]) for field in fields(kind)}
        self.size = 1 + sum(field.size for field in self._fields.values())

    def pack(self, message: Any) -> bytes:
        """Encode the fields. Raises ValueError or OverflowError for a value that its field cannot hold."""
        return b"".join(field.pack(getattr(message, name)) for name, field in self._fields.items())

    def unpack(self, data: bytes) -> Any:
        """Decode exactly `size` bytes, including the tag. Raises ValueError."""
        if len(data) != self.size:
            raise ValueError(f"{len(data)} bytes instead of {self.size}")
        values: dict[str, Any] = {}
        at = 1
        for name, field in self._fields.items():
            values[name] = field.unpack(data[at : at + field.size])
            at += field.size
        return self.kind(**values)


LAYOUTS: Final[dict[int, Layout]] = {}
"""Every message of both directions, by its tag."""

_TAGS: Final[dict[type[Any], Tag]] = {}


def message(number: int, name: str) -> Callable[[type[M]], type[M]]:
    """Give the decorated dataclass its tag. Raises TypeError for a number that is taken."""

    def with_tag(kind: type[M]) -> type[M]:
        if number in LAYOUTS:
            raise TypeError(f"{kind.__name__} and {LAYOUTS[number].kind.__name__} have one tag, {number:02x}")
        _TAGS[kind] = Tag(number, name)
        LAYOUTS[number] = Layout(kind, _TAGS[kind])
        return kind

    return with_tag


def tag_of(kind: type[Any]) -> Tag:
    """Return the tag of a kind of message. Before sending one, check that the peer's vocabulary contains it."""
    return _TAGS[kind]


def _written(kind: type[Any], name: str, hint: Any) -> Field:
    for found in getattr(hint, "__metadata__", ()):
        field: Field = found
        return field
    raise TypeError(f"{kind.__name__}.{name} does not say how it is written")
