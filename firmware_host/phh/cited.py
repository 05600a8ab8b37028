"""Where it is written, for people: an interpretation is marked as one wherever it is shown."""

from collections.abc import Iterable


def cited(paragraphs: Iterable[str]) -> str:
    """
    Return the paragraphs in brackets, nothing where there are none.

    >>> cited(["14.10(f)", "I-6"])
    ' (14.10(f), I-6, an interpretation)'
    """
    said = ", ".join(map(_marked, paragraphs))
    return f" ({said})" if said else ""


def _marked(paragraph: str) -> str:
    return f"{paragraph}, an interpretation" if paragraph.startswith("I-") else paragraph
