"""The one way values are written here: frozen, named fields only, unknown fields refused."""

from typing import Annotated

from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=1, le=11)]

"""Seat 1 is at the dealer's left; numbers run clockwise (19:47-14.6(b): eleven at most)."""


Paragraphs = tuple[str, ...]

"""Where it is written, as in the index: `14.10(g)`, or `I-16` for an interpretation."""


def once(paragraphs: Paragraphs) -> Paragraphs:
    """
    Cite each paragraph once, in the order in which they were first named.

    >>> once(("14.9B(d)", "14.9B(e)", "14.9B(e)"))
    ('14.9B(d)', '14.9B(e)')
    """
    return paragraphs if len(paragraphs) < 2 else tuple(dict.fromkeys(paragraphs))


HIDDEN = "??"

"""A card the table has not been shown. Software never invents one (I-11)."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """
    A value. A field added later has a default, so that yesterday's record still reads.

    Values made of values hold nothing that could lead back to them, so the collector of cycles need not look (`gc`).
    """


class Tagged(Record, frozen=True, kw_only=True, tag_field="kind", tag=True):
    """A member of a union on the wire or in the journal. Its tag never changes meaning."""
