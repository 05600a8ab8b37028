"""
Mini-dice, 19:47-13.6: what a wager pays, and which wagers are refused.

A wager wins on some sums and loses on others; any other sum leaves a place bet where it is (I-2). Winnings are paid in
addition to the wager, which goes back to the player: 9 to 5 pays $9, and the $5 is returned too.

    settle(Wager.PLACE_4, amount_cents=5_00, dice=(1, 3))          win, 9_00
    settle(Wager.PLACE_4, amount_cents=7_00, dice=(1, 3))          refused: whole chips cannot pay 9 to 5 on $7.00
"""

import re
from enum import StrEnum
from math import gcd, lcm

from firmware_host.rules.struct import Record

SMALLEST_CHIP_CENTS = 1_00
"""The default smallest chip in use at a table (I-3)."""


Dice = tuple[int, int]
"""The two uppermost faces (13.5(e))."""


ALL_SUMS = tuple(range(2, 13))


NO_ROLL = "no-roll"


_STATED = re.compile(r"(?P<win>\d{1,4})(?::|[\s-]*(?P<word>to|for)[\s-]*)(?P<stake>\d{1,4})", re.IGNORECASE | re.ASCII)


class Wager(StrEnum):
    """The wagers of a mini-dice table (I-2)."""

    PLACE_4 = "place-4"
    PLACE_5 = "place-5"
    PLACE_6 = "place-6"
    PLACE_8 = "place-8"
    PLACE_9 = "place-9"
    PLACE_10 = "place-10"
    FIELD = "field"
    ANY_7 = "any-7"
    OVER_7 = "over-7"
    UNDER_7 = "under-7"


class Result(StrEnum):
    """The result of a wager."""

    WIN = "win"
    LOSE = "lose"
    STAYS = "stays"
    REFUSED = "refused"


class NotOdds(ValueError):  # noqa: N818 - named after what was written
    """Text that does not state odds, or states them with "for", which 13.6(a) forbids."""


class NotDice(ValueError):  # noqa: N818 - named after what was thrown
    """Two numbers that two dice cannot show."""


class NotAWager(ValueError):  # noqa: N818 - named after what was put down
    """An unknown wager, an amount or chip of zero or less, or odds that do not fit the wager."""


class Odds(Record, frozen=True, kw_only=True):
    """Odds: `win` is paid on each `stake`. As text they always read "9 to 5" (13.6(a))."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    def pays_less_than(self, floor: "Odds") -> bool:
        """Compare as fractions: 18 to 10 is as good as 9 to 5."""
        return self.win * floor.stake < floor.win * self.stake


class Prize(Record, frozen=True, kw_only=True):
    """Sums that win, and the lowest odds that 13.6(b) allows on them."""

    sums: tuple[int, ...]
    floor: Odds


class Terms(Record, frozen=True, kw_only=True):
    """What decides a wager; one prize for each of its rows in 13.6(b)."""

    prizes: tuple[Prize, ...]
    loses: tuple[int, ...]


class Settlement(Record, frozen=True, kw_only=True):
    """What one shake does to one wager; `pays_cents` is what the house adds to it."""

    result: Result
    pays_cents: int = 0
    reason: str
    paragraph: str


def _odds(win: int, stake: int) -> Odds:
    return Odds(win=win, stake=stake)


def _place(number: int, floor: Odds) -> Terms:
    return Terms(prizes=(Prize(sums=(number,), floor=floor),), loses=(7,))


def _next_shake(*prizes: Prize) -> Terms:
    """Terms of a wager that the next shake decides: every sum that does not win loses (I-2)."""
    wins = {total for prize in prizes for total in prize.sums}
    return Terms(prizes=prizes, loses=tuple(total for total in ALL_SUMS if total not in wins))


TERMS: dict[Wager, Terms] = {
    Wager.PLACE_4: _place(4, _odds(9, 5)),
    Wager.PLACE_5: _place(5, _odds(7, 5)),
    Wager.PLACE_6: _place(6, _odds(7, 6)),
    Wager.PLACE_8: _place(8, _odds(7, 6)),
    Wager.PLACE_9: _place(9, _odds(7, 5)),
    Wager.PLACE_10: _place(10, _odds(9, 5)),
    Wager.FIELD: _next_shake(
        Prize(sums=(3, 4, 9, 10, 11), floor=_odds(1, 1)),
        Prize(sums=(2, 12), floor=_odds(2, 1)),
    ),
    Wager.ANY_7: _next_shake(Prize(sums=(7,), floor=_odds(4, 1))),
    Wager.OVER_7: _next_shake(Prize(sums=(8, 9, 10, 11, 12), floor=_odds(1, 1))),
    Wager.UNDER_7: _next_shake(Prize(sums=(2, 3, 4, 5, 6), floor=_odds(1, 1))),
}


def settle(
    wager: Wager,
    *,
    amount_cents: int,
    dice: Dice | None,
    odds: tuple[Odds, ...] = (),
    chip_cents: int = SMALLEST_CHIP_CENTS,
) -> Settlement:
    """
    Return what one shake does to a wager, after checking that the wager is allowed at all.

    `odds` are those the house offers, one for each prize of the wager; by default the lowest allowed. `dice` of None
    is a no roll, which decides nothing (13.8(a)). Raises `NotAWager` and `NotDice`.
    """
    if dice is not None and not all(1 <= face <= 6 for face in dice):
        raise NotDice(f"two dice cannot show {dice[0]} and {dice[1]}; each face is 1 to 6")
    refused = refusal(wager, amount_cents=amount_cents, odds=odds, chip_cents=chip_cents)
    if refused is not None:
        return refused
    if dice is None:
        return Settlement(result=Result.STAYS, reason="a no roll decides nothing", paragraph="13.8(a)")
    return _decided(wager, amount_cents, sum(dice), _offered(wager, odds))


def refusal(
    wager: Wager,
    *,
    amount_cents: int,
    odds: tuple[Odds, ...] = (),
    chip_cents: int = SMALLEST_CHIP_CENTS,
) -> Settlement | None:
    """Return why a wager is refused: odds too low (13.6(b)), or an amount that cannot be paid (13.6(c))."""
    if amount_cents <= 0 or chip_cents <= 0:
        raise NotAWager("a wager and a chip must be more than zero")
    offered = _offered(wager, odds)
    for prize, offer in zip(TERMS[wager].prizes, offered, strict=True):
        if offer.pays_less_than(prize.floor):
            below = f"{wager} must pay at least {prize.floor} on {_listed(prize.sums)}; {offer} is less"
            return Settlement(result=Result.REFUSED, reason=below, paragraph="13.6(b)")
    step = amount_step_cents(wager, odds=odds, chip_cents=chip_cents)
    if amount_cents % step == 0:
        return None
    inexact = (
        f"{_dollars(amount_cents)} on {wager} cannot be paid at {_listed(offered)} in chips of {_dollars(chip_cents)}; "
        f"use a multiple of {_dollars(step)}"
    )
    return Settlement(result=Result.REFUSED, reason=inexact, paragraph="13.6(c)")


def amount_step_cents(wager: Wager, *, odds: tuple[Odds, ...] = (), chip_cents: int = SMALLEST_CHIP_CENTS) -> int:
    """Return the smallest amount that every prize can pay in whole chips; valid amounts are its multiples."""
    return chip_cents * lcm(*(offer.stake // gcd(offer.win, offer.stake) for offer in _offered(wager, odds)))


def read_wager(text: str) -> Wager:
    """Read the name of a wager, or raise `NotAWager`."""
    try:
        return Wager(text)
    except ValueError as unknown:
        raise NotAWager(f"{text!r} is not a wager; the wagers are {_listed(tuple(Wager))}") from unknown


def read_dice(text: str) -> Dice | None:
    """Read `3,4`, or `no-roll` as None."""
    if text == NO_ROLL:
        return None
    found = re.fullmatch(r"\s*([1-6])\s*,\s*([1-6])\s*", text)
    if found is None:
        raise NotDice(f"{text!r} is not a shake of two dice; write two faces from 1 to 6, like 3,4, or {NO_ROLL}")
    return int(found[1]), int(found[2])


def read_odds(wager: Wager, text: str) -> tuple[Odds, ...]:
    """Read `9:5` or `9 to 5`: once for all prizes of the wager, or once for each, separated by commas."""
    stated = tuple(_stated(part) for part in text.split(","))
    return stated * len(TERMS[wager].prizes) if len(stated) == 1 else stated


def _stated(text: str) -> Odds:
    found = _STATED.fullmatch(text.strip())
    if found is None:
        raise NotOdds(f"{text!r} does not state odds; write 9:5 or 9 to 5")
    if found["word"] and found["word"].lower() == "for":
        raise NotOdds(f'{text!r}: odds are stated with the word "to", never "for" (13.6(a))')
    if not int(found["win"]) or not int(found["stake"]):
        raise NotOdds(f"{text!r} does not state odds; both numbers must be 1 or more")
    return _odds(int(found["win"]), int(found["stake"]))


def _decided(wager: Wager, amount_cents: int, total: int, offered: tuple[Odds, ...]) -> Settlement:
    terms = TERMS[wager]
    for prize, offer in zip(terms.prizes, offered, strict=True):
        if total in prize.sums:
            # The division is exact, because `refusal` checked the amount. Nothing is withheld (13.6(d)).
            pays = amount_cents * offer.win // offer.stake
            why = f"{total} wins; {_dollars(amount_cents)} on {wager} pays {_dollars(pays)} at {offer}"
            return Settlement(result=Result.WIN, pays_cents=pays, reason=why, paragraph="13.6(b)")
    if total in terms.loses:
        why = f"{total} loses; {_dollars(amount_cents)} on {wager} is collected"
        return Settlement(result=Result.LOSE, reason=why, paragraph="13.5(f)")
    why = f"{total} does not decide {wager}; it stays up until its number or a 7"
    return Settlement(result=Result.STAYS, reason=why, paragraph="I-2")


def _offered(wager: Wager, odds: tuple[Odds, ...]) -> tuple[Odds, ...]:
    floors = tuple(prize.floor for prize in TERMS[wager].prizes)
    if odds and len(odds) != len(floors):
        times = "once" if len(floors) == 1 else f"once or {len(floors)} times"
        raise NotAWager(f"the odds on {wager} must be stated {times}, not {len(odds)} times")
    return odds or floors


def _listed(things: tuple[object, ...]) -> str:
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02}"
