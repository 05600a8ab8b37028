"""
From words to an act: by a verb, by the name of the act, or by the first words of an offered step.

An act that a step offers is done through that step, as panel, keys and robots do it: the step's act, with the fields
named in the words filled in.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec

from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.facts.fact import with_paragraphs
from firmware_host.table.state.table import TableState
from hil.scenario import readings
from hil.scenario.verbs import VERBS, Values, Verb

NAMED = re.compile(r"act\s+(?P<tag>[a-z-]+)(?P<rest>(?:\s*,.*)?)")

FIELD = re.compile(r",\s*(?P<name>[a-z_]+)\s*=\s*(?P<value>(?:(?!,\s*[a-z_]+\s*=).)+)")


class NotSaid(Exception):  # noqa: N818 - an answer to a line, not a programming error
    """Words that are not understood, or that mean nothing on offer at this moment."""

    def __init__(self, why: str, offered: Iterable[str] = ()) -> None:
        """Store why, and what is on offer instead."""
        super().__init__(why)
        self.why = why
        self.offered = tuple(offered)


class _Match(NamedTuple):
    """A matching step: how many of the named fields it already has, and its act."""

    fits: int
    act: Act


def act_of(words: str, state: TableState, steps: Sequence[TableStep], *, trying: bool = False) -> Act:
    """Return the act these words mean now. Raises NotSaid; when `trying`, acts need not be on offer."""
    spoken = [(verb, values) for verb in VERBS if (values := verb.values(words)) is not None]
    for verb, values in spoken:
        found = _on_offer(verb.act, values, steps)
        if found:
            return found
    for verb, values in spoken:
        if verb.unasked or trying:
            return _built(verb, values, verb.given(state))
    if spoken:
        raise NotSaid("no step offers this now", on_offer(steps))
    return _by_name(words) or _by_step(words, steps)


def on_offer(steps: Iterable[TableStep]) -> list[str]:
    """Return the words of these steps, with their paragraphs."""
    return [with_paragraphs(step.say, step.paragraphs) for step in steps]


def _on_offer(kind: type, values: Values, steps: Sequence[TableStep]) -> Act | None:
    fitting = [match for step in steps if isinstance(step.act, kind) if (match := _match(step, values))]
    return max(fitting, key=lambda match: match.fits).act if fitting else None


def _match(step: TableStep, values: Values) -> _Match | None:
    """Fill in the step's act; None if its fields contradict the words."""
    offered: dict[str, Any] = msgspec.to_builtins(step.act)
    for name, value in values.items():
        if offered[name] != value and offered[name] and not _may_be(step, name, value):
            return None
    act = _converted(type(step.act), {**offered, **values})
    return _Match(sum(offered[name] == value for name, value in values.items()), act)


def _may_be(step: TableStep, name: str, value: object) -> bool:
    return (name == "seat" and value in step.seats) or _in_amounts(step, name, value)


def _in_amounts(step: TableStep, name: str, value: object) -> bool:
    """Return whether the step allows this amount: a whole number of its increments, or the maximum."""
    if step.amounts is None or not name.endswith("cents") or not isinstance(value, int):
        return False
    low, each, high = step.amounts.min, step.amounts.step, step.amounts.max
    return low <= value <= high and ((value - low) % each == 0 or value == high)


def _by_name(words: str) -> Act | None:
    found = NAMED.fullmatch(words)
    if not found:
        return None
    kind = next((act for act in get_args(Act) if readings.tag(act) == found["tag"]), None)
    if kind is None:
        raise NotSaid(f"there is no act {found['tag']}", sorted(readings.tag(act) for act in get_args(Act)))
    return _converted(kind, {"kind": found["tag"], **_fields(kind, found["rest"])})


def _by_step(words: str, steps: Sequence[TableStep]) -> Act:
    fields = FIELD.search(words)
    beginning = _plain(words[: fields.start()] if fields else words)
    begin = [step for step in steps if _plain(step.say).startswith(beginning)]
    if not begin:
        raise NotSaid("no verb and no offered step matches these words", on_offer(steps))
    if len({step.act for step in begin}) > 1:
        raise NotSaid("more than one offered step begins with these words", on_offer(begin))
    act = begin[0].act
    if not fields:
        return act
    return _converted(type(act), {**msgspec.to_builtins(act), **_fields(type(act), words[fields.start() :])})


def _fields(kind: type, text: str) -> Mapping[str, object]:
    """Read `, name = value, name = value` according to the types of the act's fields."""
    values = {}
    for name, value in ((found["name"], found["value"].strip()) for found in FIELD.finditer(text)):
        try:
            reading = readings.of_field(kind, name)
        except KeyError:
            raise NotSaid(f"{readings.tag(kind)} has no {name}") from None
        if not re.fullmatch(reading.pattern, value):
            raise NotSaid(f"{name} = {value}: write {reading.said}")
        values[name] = reading.read(value)
    return values


def _built(verb: Verb, values: Values, given: Values) -> Act:
    """Build the act from the words, and from what the table gives for its other fields."""
    fitting = {name: value for name, value in given.items() if name in readings.fields(verb.act)}
    return _converted(verb.act, {"kind": readings.tag(verb.act), **fitting, **values})


def _converted(kind: type, values: Mapping[str, object]) -> Act:
    """Return the act of this kind. To convert to any act at all would take half of the time of a script."""
    try:
        act: Act = msgspec.convert(values, kind)
    except msgspec.ValidationError as wrong:
        raise NotSaid(f"{values['kind']}: {wrong}") from None
    return act


def _plain(text: str) -> str:
    return " ".join(text.split()).removesuffix("...").strip().casefold()
