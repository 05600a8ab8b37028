"""Playing a script line by line on a table on paper, and collecting the differences."""

from typing import assert_never

from firmware_host.rules.decision import Refusal
from firmware_host.rules.struct import Record
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from hil.scenario.doing import NotSaid, act_of
from hil.scenario.expecting import Told, moment, tells
from hil.scenario.going_on import go_on
from hil.scenario.judging import Judge, Otherwise
from hil.scenario.paper import PaperTable
from hil.scenario.script import (
    Beginning,
    Deed,
    Filling,
    GoingOn,
    Kind,
    Restarting,
    Rewriting,
    Saying,
    Script,
    SettingClock,
    Waiting,
)


class Played(Record, frozen=True, kw_only=True):
    """The result of a script. `blank` are the lines with `?`, `filled` the texts for them."""

    facts: tuple[Fact, ...]
    state: TableState
    otherwise: tuple[Otherwise, ...] = ()
    blank: tuple[Otherwise, ...] = ()
    filled: dict[int, tuple[Told, ...]]


class _Broken(Exception):  # noqa: N818 - it carries the difference to `play`
    """The script cannot continue: a line could not be done, or should have been refused."""

    def __init__(self, otherwise: Otherwise) -> None:
        super().__init__(otherwise.expected)
        self.otherwise = otherwise


def play(script: Script) -> Played:
    """Play a script to the end, or to the first line that cannot be done."""
    table = PaperTable(script.header.config, begins_ms=script.header.begins_ms)
    judge = Judge()
    try:
        for deed in script.deeds:
            outcome = _done(table, deed)
            judge.hear(deed, moment(table.state, table.now, outcome))
    except _Broken as broken:
        judge.otherwise.append(broken.otherwise)
    return Played(
        facts=tuple(table.facts),
        state=table.state,
        otherwise=tuple(judge.otherwise),
        blank=tuple(judge.blank),
        filled=judge.filled,
    )


def _done(table: PaperTable, deed: Deed) -> tuple[Fact, ...] | Refusal:
    match deed.what:
        case Beginning():
            return table.start()
        case Waiting(ms=ms):
            return table.wait(ms)
        case Rewriting(config=config):
            return table.rewrite(config)
        case Restarting(off_ms=off_ms, synced=synced):
            return table.restart(off_ms, synced=synced)
        case SettingClock(by_ms=by_ms, synced=synced):
            return table.set_clock(by_ms, synced=synced)
        case Filling(free_mib=free_mib):
            return table.fill_disk(free_mib)
        case GoingOn(until=until):
            return _gone_on(table, deed, until)
        case Saying() as said:
            return _said(table, deed, said)
        case _:
            assert_never(deed.what)


def _gone_on(table: PaperTable, deed: Deed, until: str) -> tuple[Fact, ...]:
    before = len(table.facts)
    stuck = go_on(table, until)
    if stuck is not None:
        raise _Broken(Otherwise(line=deed.line, part=deed.part, expected=f"go on until {until}", got=stuck))
    return tuple(table.facts[before:])


def _said(table: PaperTable, deed: Deed, said: Saying) -> tuple[Fact, ...] | Refusal:
    before = len(table.facts)
    for words in said.words:
        answer = _one(table, deed, said, words)
        if isinstance(answer, Refusal):
            return answer
    return tuple(table.facts[before:])


def _one(table: PaperTable, deed: Deed, said: Saying, words: str) -> tuple[Fact, ...] | Refusal:
    steps = next_steps(table.state)
    try:
        act = act_of(words, table.state, steps, trying=said.trying)
    except NotSaid as unsaid:
        got = (unsaid.why, *(f"on offer: {offered}" for offered in unsaid.offered))
        raise _Broken(Otherwise(line=deed.line, part=deed.part, expected=words, got=got)) from None
    answer = table.ask(act, role=said.speaker.role, name=said.speaker.name, late=said.late)
    if isinstance(answer, Refusal) is not said.trying:
        got = _refusal(answer) if isinstance(answer, Refusal) else ("it was accepted", *_sentences(table, answer))
        expected = f"`{words}` is {'refused' if said.trying else 'accepted'}"
        raise _Broken(Otherwise(line=deed.line, part=deed.part, expected=expected, got=got))
    return answer


def _refusal(refusal: Refusal) -> tuple[str, ...]:
    told = Told(text=refusal.reason, paragraphs=refusal.paragraphs or (refusal.code.value,))
    return f"refused: {told}", f"allowed by: {refusal.allowed_by}"


def _sentences(table: PaperTable, facts: tuple[Fact, ...]) -> list[str]:
    return [f"then: {told}" for told in tells(Kind.THEN, moment(table.state, table.now, facts))]
