"""The blast radius: every round that may have been dealt from a bad deck because of a fault or a wrong count."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import tzinfo
from typing import Any, assert_never

from msgspec.structs import replace

from firmware_host.errors import UserError
from firmware_host.reports.fact_lines import plain, when
from firmware_host.reports.record_reader import SIMULATED
from firmware_host.rules.cards import DECK
from firmware_host.rules.round_facts import RoundVoided
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.decks import CardsCounted, DeckPutInPlay, DecksInspected, ForeignDeckSeen, ShuffleProved
from firmware_host.table.facts.fact import Fact, sentence, with_paragraphs
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.facts.shuffler import (
    CardsSeenAstray,
    ClearingFailed,
    ClearingOrdered,
    DeckDelivered,
    DeckLiftedOff,
    FirmwareListTaken,
    HouseKeyDiffers,
    HousingClosed,
    HousingOpened,
    LinkTampered,
    OrderEnded,
    OutputSeen,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShelfSeen,
    ShufflerBarred,
    ShufflerBody,
    ShufflerBooted,
    ShufflerCleared,
    ShufflerContradicted,
    ShufflerFaultOver,
    ShufflerFaultShown,
    ShufflerForeign,
    ShufflerJammed,
    ShufflerLidClosed,
    ShufflerLidOpened,
    ShufflerReconciled,
    ShufflerRestarted,
    ShufflerSwitched,
    ShufflerTested,
    ShufflerWear,
    ShufflerWorn,
)
from firmware_host.table.facts.system import DeviceWentDown
from firmware_host.table.floor.alerts import raised_by
from firmware_host.table.terms import Back, Counted, Grade, Mode

MACHINE = ("shuffler", "tamper")
"""The devices that put every deck in doubt while they are down: the shuffler, and its tamper contact."""

GOOD: Mapping[type, Callable[[Any], bool]] = {
    ShuffleProved: lambda it: it.mode is Mode.SHUFFLE and it.counted == DECK,
    CardsCounted: lambda it: it.what is Counted.DECK and it.counted == DECK,
    DecksInspected: lambda _: True,
}
"""The facts that may show that a deck is complete or was replaced, each with its condition."""

TELLING = (*GOOD, DeckPutInPlay, RoundVoided)
"""The kinds of facts to read."""


def concerns_all(body: object) -> bool:
    """Return whether this fault puts every deck in doubt: it concerns the shuffler, and names no deck."""
    match body:
        case ForeignDeckSeen():
            return True
        case DeviceWentDown(device=device):
            return device in MACHINE
        case _:
            return isinstance(body, ShufflerBody) and _puts_all_in_doubt(body)


def _puts_all_in_doubt(body: ShufflerBody) -> bool:
    """Count the end of a fault too: the fault lasted until then, and the cards were not checked meanwhile."""
    match body:
        case ShufflerReconciled():
            return not body.agrees
        case ShufflerTested():
            return bool(body.failed or body.worn)
        case (
            ShufflerLidOpened()
            | ShufflerLidClosed()
            | HousingOpened()
            | HousingClosed()
            | ShufflerJammed()
            | ShufflerCleared()
            | ShufflerSwitched()
            | ShufflerRestarted()
            | ShufflerFaultShown()
            | ShufflerFaultOver()
            | ReconciliationFailed()
            | ShufflerWorn()
            | ShufflerContradicted()
            | ShufflerBarred()
            | ShufflerForeign()
            | LinkTampered()
            | CardsSeenAstray()
            | ClearingFailed()
        ):
            return True
        case (
            ShelfSeen()
            | OutputSeen()
            | DeckDelivered()
            | DeckLiftedOff()
            | ReconciliationOrdered()
            | ClearingOrdered()
            | OrderEnded()
            | ShufflerBooted()
            | ShufflerWear()
            | FirmwareListTaken()
            | HouseKeyDiffers()
        ):
            return False
        case _:
            assert_never(body)


class Point(Record, frozen=True, kw_only=True):
    """A fact that the report cites."""

    number: int
    at: Stamp
    words: str
    paragraphs: Paragraphs


class Dealt(Record, frozen=True, kw_only=True):
    """A round dealt from a deck in doubt. `fact` put the deck in play; `later` means it came after the fault."""

    round: int
    fact: int
    at: Stamp
    grade: Grade
    order: int
    later: bool
    void: bool = False


class DeckInDoubt(Record, frozen=True, kw_only=True):
    """
    A deck and the rounds dealt from it between two good proofs around the fault.

    `since` is None if the record has no good proof before the fault, `until` if there is none after it yet.
    """

    back: Back
    since: Point | None = None
    until: Point | None = None
    rounds: tuple[Dealt, ...] = ()


class Blast(Record, frozen=True, kw_only=True):
    """The answer: the fault, and the decks it puts in doubt."""

    journal: str
    fault: Point
    decks: tuple[DeckInDoubt, ...]
    simulated: bool = False


def fault_of(facts: Iterable[Fact], number: int) -> Fact:
    """
    Return the fault that a fact number names: that fact, or for an alert the fact that raised it.

    `facts` are the one of this number and those just before it. Raises UserError if the fact concerns no deck, and for
    an alert carried over from an earlier record, which holds the fact that raised it.
    """
    before = {fact.number: fact for fact in facts if fact.number <= number}
    fault = before.get(number)
    if fault is not None and isinstance(fault.body, AlertRaised):
        fault = _cause(before.get(number - 1), fault, fault.body)
    if fault is None:
        raise UserError(f"the record has no fact {number}")
    if not isinstance(fault.body, RoundHalted) and not concerns_all(fault.body) and _back(fault.body) is None:
        raise UserError(
            f"fact {number} concerns no deck; give the number of a shuffler fault, of a count, or of the alert that "
            "it raised"
        )
    return fault


def blast(facts: Iterable[Fact], fault: Fact) -> Blast:
    """Return the blast radius of this fault, from one pass over the facts that are `TELLING`."""
    doubts: dict[str, _Doubt] = {}
    played: dict[int, str] = {}
    for fact in facts:
        if isinstance(fact.body, RoundVoided):
            if fact.round in played:
                doubts[played[fact.round]].voided(fact.round)
            continue
        for back in _backs(fact.body):
            doubt = doubts.setdefault(back, _Doubt(fault.number))
            if isinstance(fact.body, DeckPutInPlay):
                played[fact.round] = back
                doubt.dealt(fact, fact.body)
            elif GOOD[type(fact.body)](fact.body):
                doubt.proved(fact)
    return Blast(
        journal=fault.journal,
        fault=_point(fault),
        decks=tuple(
            doubts.get(back, _Doubt(fault.number)).told(Back(back)) for back in _concerned(fault, doubts, played)
        ),
    )


def _cause(before: Fact | None, alert: Fact, raised: AlertRaised) -> Fact:
    """Return the fact right before the alert if it raised the alert; a carried-over alert follows an unrelated fact."""
    new = raised_by(before.body) if before else None
    if before is None or new is None or new.kind != raised.alert:
        raise UserError(f"alert {alert.number} was raised in an earlier record, which this one continues")
    return before


def _concerned(fault: Fact, doubts: Mapping[str, "_Doubt"], played: Mapping[int, str]) -> list[str]:
    """Return the decks a fault puts in doubt: the one it names, all of them, or that of the halted round."""
    if isinstance(fault.body, RoundHalted):
        return [played[fault.round]] if fault.round in played else []
    return sorted(doubts) if concerns_all(fault.body) else [_back(fault.body) or ""]


class _Doubt:
    """One deck while the record is read: the two proofs around the fault, and the rounds between them."""

    def __init__(self, fault: int) -> None:
        self._fault = fault
        self._since: Fact | None = None
        self._until: Fact | None = None
        self._rounds: dict[int, Dealt] = {}

    def dealt(self, fact: Fact, body: DeckPutInPlay) -> None:
        if self._until is None:
            self._rounds[fact.round] = Dealt(
                round=fact.round,
                fact=fact.number,
                at=fact.at,
                grade=body.grade,
                order=body.order,
                later=fact.number > self._fault,
            )

    def voided(self, round_: int) -> None:
        if round_ in self._rounds:
            self._rounds[round_] = replace(self._rounds[round_], void=True)

    def proved(self, fact: Fact) -> None:
        """A good proof before the fault clears the rounds before it; the first one after it ends the doubt."""
        if fact.number < self._fault:
            self._since, self._rounds = fact, {}
        elif self._until is None:
            self._until = fact

    def told(self, back: Back) -> DeckInDoubt:
        return DeckInDoubt(
            back=back,
            since=_point(self._since) if self._since else None,
            until=_point(self._until) if self._until else None,
            rounds=tuple(self._rounds.values()),
        )


def _back(body: object) -> str | None:
    """Return the deck that a fact names, if any."""
    return getattr(body, "back", None)


def _backs(body: object) -> tuple[str, ...]:
    back = _back(body)
    return getattr(body, "backs", ()) if back is None else (back,)


def _point(fact: Fact) -> Point:
    return Point(number=fact.number, at=fact.at, words=sentence(fact), paragraphs=fact.paragraphs)


def page(found: Blast, zone: tzinfo | None) -> str:
    """Return the report: the fault, and for each deck in doubt its rounds and the proofs around them."""
    lines = [f"Journal {found.journal}", f"Fault: {_said(found.fault, zone)}"]
    if found.simulated:
        lines.insert(0, SIMULATED)
    for deck in found.decks:
        lines += ["", *_deck(deck, zone)]
    if not found.decks:
        lines += ["", "No round was dealt from any deck."]
    return "\n".join(map(plain, lines))


def _deck(deck: DeckInDoubt, zone: tzinfo | None) -> Iterator[str]:
    yield f"The {deck.back} deck: {_count(deck)} in doubt"
    since = (
        f"since {_said(deck.since, zone)}" if deck.since else "since the record began: no good proof before the fault"
    )
    yield f"  {since}"
    for dealt in deck.rounds:
        yield f"  {_round(dealt, zone)}"
    yield f"  until {_said(deck.until, zone)}" if deck.until else "  until now: no good proof since the fault"


def _count(deck: DeckInDoubt) -> str:
    return f"{len(deck.rounds)} {'round' if len(deck.rounds) == 1 else 'rounds'}"


def _round(dealt: Dealt, zone: tzinfo | None) -> str:
    marks = [*(["void"] if dealt.void else []), *(["after the fault"] if dealt.later else [])]
    said = f" ({', '.join(marks)})" if marks else ""
    return (
        f"round {dealt.round:5}  {when(dealt.at, zone)} fact {dealt.fact}, {dealt.grade} on order {dealt.order}{said}"
    )


def _said(point: Point, zone: tzinfo | None) -> str:
    return f"fact {point.number}, {when(point.at, zone)} {with_paragraphs(point.words, point.paragraphs)}"
