"""The base classes of all values: frozen, with named fields only, unknown fields refused."""

from typing import Annotated

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=1, le=11)]
"""Seat 1 is at the dealer's left; numbers run clockwise (19:47-14.6(b): eleven at most)."""


Paragraphs = tuple[str, ...]
"""Citations as in the index: `14.10(g)`, or `I-16` for an interpretation."""


def once(paragraphs: Paragraphs) -> Paragraphs:
    """
    Cite each paragraph once, in the order in which they were first named.

    >>> once(("14.9B(d)", "14.9B(e)", "14.9B(e)"))
    ('14.9B(d)', '14.9B(e)')
    """
    return paragraphs if len(paragraphs) < 2 else tuple(dict.fromkeys(paragraphs))


HIDDEN = "??"
"""A card the table has not been shown. The software never invents its value (I-11)."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """
    A value. A field added later has a default, so that older records can still be read.

    A value never contains a reference cycle, so it is not tracked by the garbage collector (`gc`).
    """


class Tagged(Record, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """A member of a union on the wire or in the journal. Its tag never changes meaning."""
