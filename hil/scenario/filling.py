"""Filling in a script: each `?` is replaced by the table's words."""

from collections.abc import Mapping, Sequence

from hil.scenario.expecting import LISTS, Told
from hil.scenario.playing import Played
from hil.scenario.script import Expectation, Kind, Script

A_LINE_EACH = (Kind.THEN, Kind.OFFERS, Kind.DUE, Kind.ALERT, Kind.VIEW)
"""The kinds for which all texts are filled in; for the others only the first, which normally comes next."""


def filled(script: Script, played: Played) -> str:
    """Return the script's text with every `?` filled in."""
    blanks = {one.line: one for deed in script.deeds for one in deed.expected if one.blank}
    told = {line: _lines(blanks[line], script.source[line - 1], found) for line, found in played.filled.items()}
    return "".join(f"{line}\n" for line in _replaced(script.source, told))


def _replaced(source: Sequence[str], told: Mapping[int, Sequence[str]]) -> list[str]:
    return [line for at, old in enumerate(source, 1) for line in told.get(at, (old,))]


def _lines(expectation: Expectation, old: str, told: Sequence[Told]) -> list[str]:
    indent = old[: len(old) - len(old.lstrip())]
    return [f"{indent}{expectation.kind}: {text}" for text in _texts(expectation.kind, told)]


def _texts(kind: Kind, told: Sequence[Told]) -> list[str]:
    if kind in LISTS:
        return [", ".join(one.text for one in told)]
    return [str(one) for one in told] if kind in A_LINE_EACH else [str(one) for one in told[:1]]
