"""Comparing the expectations of a script with what the table says."""

from collections.abc import Sequence

from firmware_host.rules.struct import Record
from hil.scenario.expecting import NOTHING, Moment, Told, first_after, holds, tells, worth_telling
from hil.scenario.script import Deed, Expectation, Kind


class Otherwise(Record, frozen=True, kw_only=True):
    """A difference: what this line of the script expects, and what the table said."""

    line: int
    part: str
    expected: str
    got: tuple[str, ...]


class Judge:
    """Judges line after line; keeps the differences, the lines with `?`, and the texts for those lines."""

    def __init__(self) -> None:
        """Start without differences."""
        self.otherwise: list[Otherwise] = []
        self.blank: list[Otherwise] = []
        self.filled: dict[int, tuple[Told, ...]] = {}

    def hear(self, deed: Deed, at: Moment) -> None:
        """Judge the expectations of a line. Facts are expected, and filled in, in the order recorded."""
        became_true = [place for place, one in enumerate(deed.expected) if one.kind is Kind.THEN]
        behind = 0
        for place, expectation in enumerate(deed.expected):
            told = tells(expectation.kind, at)
            if place in became_true:
                behind = self._in_order(deed, place, told, behind)
            elif expectation.blank:
                self._fill(deed, expectation, told)
            elif not holds(expectation, told):
                self.otherwise.append(_otherwise(deed, expectation, told))

    def _in_order(self, deed: Deed, place: int, told: Sequence[Told], behind: int) -> int:
        """Judge one of several facts and return the index after it; a `?` covers all up to the next named fact."""
        expectation = deed.expected[place]
        if expectation.blank:
            end = _before_the_next(deed.expected[place + 1 :], told, behind)
            self._fill(deed, expectation, told[behind:end], nothing=not told)
            return end
        found = first_after(expectation, told, behind)
        if found is None:
            self.otherwise.append(_otherwise(deed, expectation, told))
            return behind
        return found

    def _fill(self, deed: Deed, expectation: Expectation, told: Sequence[Told], *, nothing: bool = True) -> None:
        self.blank.append(_otherwise(deed, expectation, told))
        self.filled[expectation.line] = tuple(told) if told or not nothing else (Told(text=NOTHING),)


def _before_the_next(following: Sequence[Expectation], told: Sequence[Told], behind: int) -> int:
    named = next((one for one in following if one.kind is Kind.THEN and not one.blank), None)
    found = first_after(named, told, behind) if named else None
    return len(told) if found is None else found - 1


def _otherwise(deed: Deed, expectation: Expectation, told: Sequence[Told]) -> Otherwise:
    asked = Told(text=expectation.text, paragraphs=expectation.paragraphs)
    got = tuple(str(one) for one in worth_telling(expectation, told)) or (NOTHING,)
    return Otherwise(line=expectation.line, part=deed.part, expected=f"{expectation.kind}: {asked}", got=got)
