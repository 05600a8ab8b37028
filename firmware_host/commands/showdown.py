"""`firmware-host showdown`: prints who wins a pot, the shares, the odd money, and the paragraphs."""

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from firmware_host.commands.command import Command
from firmware_host.commands.showdown_input import Tabled, read_options
from firmware_host.commands.terminal import dollars
from firmware_host.rules.game import OddMoney
from firmware_host.rules.pots.division import (
    Division,
    OddUnit,
    Part,
    PartName,
    divide,
    in_words,
    order_of_receipt,
)
from firmware_host.rules.struct import Paragraphs, Record, Seat

HEADS = {PartName.HIGH: "the high half", PartName.LOW: "the low half", PartName.WHOLE: "the pot"}

BY_SEAT = {
    OddMoney.FROM_BUTTON: "winner clockwise from the button",
    OddMoney.FROM_DEALER: "winner from the dealer's left",
}


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the name of the game, for example holdem or omaha-hilo-8")
    parser.add_argument(
        "--board",
        metavar="CARDS",
        nargs="*",
        action="extend",
        default=[],
        help="the community cards, or the common card of stud, for example AsKd7c, As Kd 7c or As,Kd,7c",
    )
    parser.add_argument(
        "--seat",
        metavar="N=CARDS",
        nargs="+",
        action="append",
        required=True,
        help="a seat and its own cards; give one for each hand; seat 1 is at the dealer's left",
    )
    parser.add_argument(
        "--pot",
        metavar="AMOUNT",
        required=True,
        help="one pot in dollars, after rake: 25, 25.50, $25.50 or 1,000; run each side pot separately",
    )
    parser.add_argument(
        "--button",
        metavar="N",
        help="the seat with the button; decides odd money in some games (default: the highest seat given)",
    )
    parser.add_argument(
        "--chip",
        metavar="AMOUNT",
        default="1",
        help="the smallest chip in play, in dollars (default: 1); odd money is paid in such chips. "
        "Give 0.01 to divide to the cent",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print one JSON object, amounts in cents, hands in words"
    )


def _run(options: argparse.Namespace) -> int:
    found = _rule(read_options(options))
    print(json.dumps(_as_json(found), indent=2) if options.json else "\n".join(_lines(found)))
    return 0


class Hand(Record, frozen=True, kw_only=True):
    """What a tabled hand is worth, in words."""

    cards: tuple[str, ...]
    high: str | None
    low: str | None


class Ruling(Record, frozen=True, kw_only=True):
    """A showdown and how the pot is divided; `notes` list the assumptions made."""

    tabled: Tabled
    hands: dict[Seat, Hand]
    division: Division
    notes: tuple[str, ...]


def _rule(tabled: Tabled) -> Ruling:
    game = tabled.game
    division = divide(
        game=game,
        pot_cents=tabled.pot_cents,
        chip_cents=tabled.chip_cents,
        hands=tabled.hands,
        board=tabled.board,
        order=order_of_receipt(game, tuple(tabled.hands), tabled.button),
    )
    hands = {}
    for seat, cards in tabled.hands.items():
        said = in_words(game, cards, tabled.board)
        hands[seat] = Hand(cards=cards, high=said.high, low=said.low)
    return Ruling(tabled=tabled, hands=hands, division=division, notes=tuple(_notes(tabled, division)))


def _as_json(ruling: Ruling) -> dict[str, Any]:
    """Return the ruling as JSON: seat numbers become field names, so they are text; amounts are whole cents."""
    tabled, division = ruling.tabled, ruling.division
    return {
        "game": tabled.game.name.value,
        "pot_cents": division.pot_cents,
        "unit_cents": division.unit_cents,
        "board": list(tabled.board),
        "button": tabled.button,
        "shares": {str(seat): cents for seat, cents in sorted(division.shares.items())},
        "hands": {str(seat): to_builtins(hand) for seat, hand in ruling.hands.items()},
        "parts": to_builtins(division.parts),
        "won_whole_by": division.won_whole_by,
        "notes": list(ruling.notes),
    }


def _notes(tabled: Tabled, division: Division) -> Iterator[str]:
    odd = any(part.odd or part.odd_cents for part in division.parts)
    if tabled.button_assumed and odd:
        yield f"no --button given: assumed at seat {tabled.button}, the highest seat given"
    if tabled.button is not None and not tabled.game.button:
        yield f"{tabled.game.title} is played without a button: --button is ignored"
    if tabled.chip_cents > tabled.unit_cents:
        yield f"odd money is never above {dollars(tabled.unit_cents)} per player: paid in that unit, not in chips"


def _lines(ruling: Ruling) -> Iterator[str]:
    tabled, division = ruling.tabled, ruling.division
    board = f", board {' '.join(tabled.board)}" if tabled.board else ""
    yield f"{tabled.game.title}, pot {dollars(division.pot_cents)}{board}"
    yield ""
    yield from _table(ruling)
    yield ""
    for part in division.parts:
        yield from _part(part, tabled)
    yield ""
    yield from _shares(division)
    if ruling.notes:
        yield ""
        yield from (f"note: {note}" for note in ruling.notes)


def _table(ruling: Ruling) -> Iterator[str]:
    game = ruling.tabled.game
    rows = [["seat", "cards", *(["high"] if game.high else []), *(["low"] if game.low else [])]]
    for seat, hand in ruling.hands.items():
        high = [hand.high or "-"] if game.high else []
        low = [hand.low or "does not qualify"] if game.low else []
        rows.append([str(seat), " ".join(hand.cards), *high, *low])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _part(part: Part, tabled: Tabled) -> Iterator[str]:
    where = _cited(part.paragraphs)
    no_low = part.name is PartName.WHOLE and tabled.game.high and tabled.game.low and part.hand
    if no_low:
        yield f"no low hand qualifies, so the whole pot goes to the high {where}"
    won = f"{HEADS[part.name]}, {dollars(part.cents)}, goes to {_named(part.winners)}"
    if part.hand is None:
        yield f"{won}, the only hand {where}"
        return
    yield f"{won}{', tied' if len(part.winners) > 1 else ''}: {part.hand}{'' if no_low else f' {where}'}"
    if part.odd_cents:
        yield f"  {dollars(part.odd_cents)} of it could not be halved {_cited(part.odd_cents_paragraphs)}"
    for place, odd in enumerate(part.odd):
        yield f"  the odd {dollars(odd.cents)} to seat {odd.seat}, {_reason(place, odd, part, tabled)}"


def _reason(place: int, odd: OddUnit, part: Part, tabled: Tabled) -> str:
    where = _cited(odd.paragraphs)
    rank = "first" if place == 0 else "next"
    if tabled.game.odd is not OddMoney.BY_SUIT:
        return f"the {rank} {BY_SEAT[tabled.game.odd]} {where}"
    if odd.card is None:
        return f"next by suit {where}"
    low = part.name is PartName.LOW or not tabled.game.high
    order = f"{'lowest' if low else 'highest'} card by suit"
    return f"the {'' if place == 0 else 'next '}{order}, {odd.card} {where}"


def _shares(division: Division) -> Iterator[str]:
    paid = [(f"seat {seat}", dollars(cents)) for seat, cents in sorted(division.shares.items()) if cents]
    width = max((len(amount) for _, amount in paid), default=0)
    for seat, amount in paid:
        yield f"{seat:<7}  {amount:>{width}}"


def _named(seats: Sequence[Seat]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]}"
    *others, last = sorted(seats)
    return f"seats {', '.join(map(str, others))} and {last}"


def _cited(paragraphs: Paragraphs) -> str:
    return f"({', '.join(map(_marked, paragraphs))})"


def _marked(paragraph: str) -> str:
    return f"{paragraph}, an interpretation" if paragraph.startswith("I-") else paragraph


COMMAND = Command(
    example="firmware-host showdown holdem --board AsKd7c4h2h --seat 1=QsQd --seat 4=KcJc --pot 101 --button 4",
    add_arguments=_arguments,
    cites=True,
    run=_run,
)
