"""Expectations: what the table says of each kind, and whether it matches the script."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import field

from firmware_host.rules.decision import Refusal
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.rules.wording import money
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.clocks import Stamp
from firmware_host.table.deadlines import deadlines
from firmware_host.table.facts.fact import Fact, sentence, with_paragraphs
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from firmware_host.table.view import View, public_view
from hil.scenario.script import Expectation, Kind

NOTHING = "nothing"


class Told(Record, frozen=True, kw_only=True):
    """A text of the table, with its paragraphs."""

    text: str
    paragraphs: Paragraphs = ()

    def __str__(self) -> str:
        """Return the text as it is written in a script."""
        return with_paragraphs(self.text, self.paragraphs)


class Moment(Record, frozen=True, kw_only=True):
    """The table after a line of a script: the facts recorded, or the refusal."""

    state: TableState
    now: Stamp
    facts: tuple[Fact, ...] = ()
    refusal: Refusal | None = None
    steps: tuple[TableStep, ...] = field(default=())

    @property
    def view(self) -> View:
        """Return the public view."""
        return public_view(self.state)


def moment(state: TableState, now: Stamp, outcome: tuple[Fact, ...] | Refusal) -> Moment:
    """Return the moment after a line of the script."""
    refused = isinstance(outcome, Refusal)
    return Moment(
        state=state,
        now=now,
        facts=() if isinstance(outcome, Refusal) else outcome,
        refusal=outcome if isinstance(outcome, Refusal) and refused else None,
        steps=next_steps(state),
    )


def tells(kind: Kind, at: Moment) -> list[Told]:
    """Return everything the table says of this kind."""
    return list(TELLS[kind](at))


def holds(expectation: Expectation, told: Sequence[Told]) -> bool:
    """Return whether the table's texts match an expectation."""
    kind, text = expectation.kind, expectation.text
    if kind in NEVER:
        return not any(_is(text, expectation.paragraphs, one) for one in told)
    if kind in LISTS:
        return all(any(_is(part.strip(), (), one) for one in told) for part in text.split(","))
    if kind is Kind.VIEW:
        return _seen(text, told)
    if text == NOTHING and kind in MAY_BE_NOTHING:
        return not told
    return any(_is(text, expectation.paragraphs, one) for one in told)


def worth_telling(expectation: Expectation, told: Sequence[Told]) -> Sequence[Told]:
    """Return the texts relevant to an expectation: of the whole view only what is near its path."""
    if expectation.kind is not Kind.VIEW:
        return told
    path = expectation.text.partition("=")[0].strip()
    there = [one for one in told if one.text.partition(" = ")[0] == path]
    return there or [one for one in told if one.text.startswith(path.partition(".")[0])]


def first_after(expectation: Expectation, told: Sequence[Told], start: int) -> int | None:
    """Return the index after the first match from `start` on: facts are expected in order."""
    if expectation.text == NOTHING:
        return None if told else start
    fits = (at for at, one in enumerate(told) if at >= start and _is(expectation.text, expectation.paragraphs, one))
    return next((at + 1 for at in fits), None)


def _is(text: str, paragraphs: Paragraphs, told: Told) -> bool:
    """Compare texts without blanks and capitals; `...` matches any words; the named paragraphs must be cited."""
    pattern = ".*".join(re.escape(_plain(part)) for part in text.split("..."))
    return bool(re.fullmatch(pattern.replace(r".*\ ", r".*").replace(r"\ .*", r".*"), _plain(told.text))) and set(
        paragraphs
    ) <= set(told.paragraphs)


def _plain(text: str) -> str:
    return " ".join(text.split()).removesuffix(".").casefold()


def _says(at: Moment) -> Iterable[Told]:
    return _steps(step for step in at.steps if step.expected)


def _offers(at: Moment) -> Iterable[Told]:
    return _steps(at.steps)


def _steps(steps: Iterable[TableStep]) -> Iterable[Told]:
    return (Told(text=step.say, paragraphs=step.paragraphs) for step in steps)


def _facts(at: Moment) -> Iterable[Told]:
    return (Told(text=sentence(fact), paragraphs=fact.paragraphs) for fact in at.facts)


def _refused(at: Moment) -> Iterable[Told]:
    return () if at.refusal is None else (_reason(at.refusal),)


def _reason(refusal: Refusal) -> Told:
    """Return the reason of a refusal; without paragraphs its code stands in for them."""
    return Told(text=refusal.reason, paragraphs=refusal.paragraphs or (refusal.code.value,))


def _allowed_by(at: Moment) -> Iterable[Told]:
    return () if at.refusal is None else (Told(text=at.refusal.allowed_by),)


def _waits_for(at: Moment) -> Iterable[Told]:
    waiting = at.view.waiting_for
    return () if waiting is None else (_reason(waiting),)


def _due(at: Moment) -> Iterable[Told]:
    for due in deadlines(at.state):
        left_s = max(0, due.due_ms - at.now.mono_ms) // 1000 if due.boot == at.now.boot else 0
        yield Told(text=f"{due.name.replace('-', ' ')} in {_time(left_s)}", paragraphs=due.paragraphs)


def _time(seconds: int) -> str:
    hours, minutes, left = seconds // 3600, seconds // 60 % 60, seconds % 60
    told = [f"{count} {unit}" for count, unit in ((hours, "h"), (minutes, "min"), (left, "s")) if count]
    return " ".join(told) or "0 s"


def _alerts(at: Moment) -> Iterable[Told]:
    return (Told(text=alert.say, paragraphs=alert.paragraphs) for alert in at.state.alerts)


def _turn(at: Moment) -> Iterable[Told]:
    seat = at.view.round.turn if at.view.round else None
    return () if seat is None else (Told(text=f"seat {seat}"),)


def _pot(at: Moment) -> Iterable[Told]:
    return (Told(text=money(at.view.round.pot_cents if at.view.round else 0)),)


def _stacks(at: Moment) -> Iterable[Told]:
    """Return the chips of each player; during a round without what is already in the pot."""
    playing = {player.seat: player.stack_cents for player in at.view.round.players} if at.view.round else {}
    stacks = {**at.view.stacks_cents, **playing}
    return (Told(text=f"seat {seat} {money(cents)}") for seat, cents in sorted(stacks.items()))


def _button(at: Moment) -> Iterable[Told]:
    return () if at.view.button is None else (Told(text=f"seat {at.view.button}"),)


def _board(at: Moment) -> Iterable[Told]:
    board = at.view.round.board if at.view.round else ()
    return (Told(text=" ".join(board)),) if board else ()


def _view(at: Moment) -> Iterable[Told]:
    return (Told(text=f"{path} = {value}") for path, value in _leaves(msgspec.to_builtins(at.view, str_keys=True), ""))


def _leaves(value: Any, path: str) -> Iterable[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list | tuple) and any(isinstance(inner, dict) for inner in value):
        for at, inner in enumerate(value, 1):
            yield from _leaves(inner, f"{path}.{at}")
    else:
        yield path, _leaf(value)


def _leaf(value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join(str(inner) for inner in value)
        case _:
            return str(value)


def _seen(text: str, told: Sequence[Told]) -> bool:
    path, _, value = text.partition("=")
    return any(_is(f"{path.strip()} = {value.strip()}", (), one) for one in told)


TELLS: Mapping[Kind, Callable[[Moment], Iterable[Told]]] = {
    Kind.SAYS: _says,
    Kind.OFFERS: _offers,
    Kind.OFFERS_NOT: _offers,
    Kind.THEN: _facts,
    Kind.THEN_NOT: _facts,
    Kind.REFUSED: _refused,
    Kind.ALLOWED_BY: _allowed_by,
    Kind.WAITS_FOR: _waits_for,
    Kind.DUE: _due,
    Kind.ALERT: _alerts,
    Kind.TURN: _turn,
    Kind.POT: _pot,
    Kind.STACKS: _stacks,
    Kind.BUTTON: _button,
    Kind.BOARD: _board,
    Kind.VIEW: _view,
}
"""The function that returns the table's texts, for each kind of expectation."""


NEVER = (Kind.OFFERS_NOT, Kind.THEN_NOT)

LISTS = (Kind.STACKS,)

MAY_BE_NOTHING = (Kind.WAITS_FOR, Kind.DUE, Kind.ALERT, Kind.TURN, Kind.BUTTON, Kind.BOARD, Kind.SAYS)
