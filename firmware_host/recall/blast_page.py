"""The blast radius as a page to read out."""

from collections.abc import Iterator
from datetime import tzinfo

from firmware_host.recall.blast import Blast, Dealt, DeckInDoubt, Point
from firmware_host.recall.lines import plain, when
from firmware_host.words import with_paragraphs


def page(found: Blast, zone: tzinfo | None) -> str:
    """Write it: the fault, and for each deck in doubt its rounds with the proofs around them."""
    lines = [f"Journal {found.journal}", f"The fault: {_said(found.fault, zone)}"]
    for deck in found.decks:
        lines += ["", *_deck(deck, zone)]
    if not found.decks:
        lines += ["", "No round was dealt from any deck."]
    return "\n".join(map(plain, lines))


def _deck(deck: DeckInDoubt, zone: tzinfo | None) -> Iterator[str]:
    yield f"The {deck.back} deck: {_count(deck)} in doubt"
    since = f"since {_said(deck.since, zone)}" if deck.since else "since the record began: no good proof is in it"
    yield f"  {since}"
    for dealt in deck.rounds:
        yield f"  {_round(dealt, zone)}"
    yield f"  until {_said(deck.until, zone)}" if deck.until else "  until now: no good proof has come since the fault"


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
