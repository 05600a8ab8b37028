"""The ruling on a showdown: for people as a dealer would say it, for programs as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from firmware_host.commands.amounts import dollars
from firmware_host.commands.tabled import Tabled
from firmware_host.rules.game import OddMoney
from firmware_host.rules.pots.division import Division, OddUnit, Part, PartName, divide, in_words, order_of_receipt
from firmware_host.rules.struct import Paragraphs, Record, Seat

_HEADS = {PartName.HIGH: "the high half", PartName.LOW: "the low half", PartName.WHOLE: "the pot"}

_BY_SEAT = {
    OddMoney.FROM_BUTTON: "winner clockwise from the button",
    OddMoney.FROM_DEALER: "winner from the dealer's left",
}


class Hand(Record, frozen=True, kw_only=True):
    """What a tabled hand is worth, in words."""

    cards: tuple[str, ...]
    high: str | None
    low: str | None


class Ruling(Record, frozen=True, kw_only=True):
    """A showdown and what becomes of the pot. `notes` say what was taken for granted."""

    tabled: Tabled
    hands: dict[Seat, Hand]
    division: Division
    notes: tuple[str, ...]


def rule(tabled: Tabled) -> Ruling:
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


def as_json(ruling: Ruling) -> dict[str, Any]:
    """Seat numbers are names of fields and so text; every amount is in whole cents."""
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


def as_text(ruling: Ruling) -> str:
    return "\n".join(_lines(ruling))


def _notes(tabled: Tabled, division: Division) -> Iterator[str]:
    odd = any(part.odd or part.odd_cents for part in division.parts)
    if tabled.button_assumed and odd:
        yield f"no --button given: taken to be at seat {tabled.button}, the highest tabled"
    if tabled.button is not None and not tabled.game.button:
        yield f"{tabled.game.title} is played without a button: --button is left out of account"
    if tabled.chip_cents > tabled.unit_cents:
        yield f"odd money is never above {dollars(tabled.unit_cents)} a player: that is the unit, not the chip"


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
    won = f"{_HEADS[part.name]}, {dollars(part.cents)}, goes to {_named(part.winners)}"
    if part.hand is None:
        yield f"{won}, the only hand there is {where}"
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
        return f"the {rank} {_BY_SEAT[tabled.game.odd]} {where}"
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
