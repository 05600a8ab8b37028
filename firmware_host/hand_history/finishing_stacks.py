"""
The check of a hand's final stacks against those its actions give.

Other programs divide a pot in whole units, with an order of their own for the odd money, or give all of it to one
player. Where the file names no chip, this program divides to the cent (I-16). So each share of a pot with odd money may
differ by as much as the odd money, as long as the total agrees. Any other difference is an error in the file.
"""

from collections import Counter
from dataclasses import dataclass

from firmware_host.hand_history.errors import BadHistory, Wrong
from firmware_host.hand_history.fields import Amount
from firmware_host.hand_history.hand import Hand, Units
from firmware_host.rules.round import Round
from firmware_host.rules.round.round_state import RoundDraft
from firmware_host.rules.round_facts import PotAwarded, Share
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Seat

CENT = 1

CENTS = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """A hand played to its end: all its facts, and the final stacks in the units and player order of the file."""

    finishing_stacks: tuple[Amount, ...]
    facts: tuple[RoundDraft, ...]
    units: Units
    final: Round


def check(hand: Hand, played: Played) -> None:
    """Refuse a hand whose final stacks in the file differ from those its actions give."""
    written, found = hand.finishing_stacks, played.finishing_stacks
    if written is None or ends_as_written(hand, played):
        return
    number = next(number for number, pair in enumerate(zip(written, found, strict=True), 1) if pair[0] != pair[1])
    missing = sum(hand.starting_stacks) - sum(written)
    why = f"; {missing} is missing in all (perhaps the rake, which is not replayed)" if missing else ""
    raise BadHistory(
        "finishing_stacks",
        f"player {number} ends with {written[number - 1]} in the file, but {found[number - 1]} by the actions{why}",
        ("14.6(e)5",),
        wrong=Wrong.LIE,
    )


def ends_as_written(hand: Hand, played: Played) -> bool:
    """Return whether the final stacks agree with the file; true where the file does not give them."""
    written = hand.finishing_stacks
    return written is None or written == played.finishing_stacks or odd_money_only(hand, played)


def odd_money_only(hand: Hand, played: Played) -> bool:
    """Return whether the final stacks differ only in who was given the odd money of divided pots."""
    written, found = hand.finishing_stacks, played.finishing_stacks
    if written is None or written == found or not _to_the_cent(played.final.stakes):
        return False
    if played.units.inside(sum(written) - sum(found)):
        return False
    unit = played.units.inside(1) if all(map(_is_whole, written)) else played.units.inside(1) // CENTS
    less, more = _off_by(played, unit)
    off = [played.units.inside(a) - played.units.inside(b) for a, b in zip(written, found, strict=True)]
    return all(-less[seat] <= parts <= more[seat] for seat, parts in enumerate(off, 1))


def _off_by(played: Played, unit: int) -> tuple[Counter[Seat], Counter[Seat]]:
    """Return how much less and more each player may have: any one player may have all odd money of a pot."""
    less: Counter[Seat] = Counter()
    more: Counter[Seat] = Counter()
    for made in played.facts:
        shares = made.body.shares if isinstance(made.body, PotAwarded) else ()
        if any(_is_odd(share, unit) for share in shares):
            for share in shares:
                less[share.seat] += share.odd_cents + (share.cents - share.odd_cents) % unit
                more[share.seat] += unit * (len(shares) - 1)
    return less, more


def _is_odd(share: Share, unit: int) -> bool:
    return share.cents % unit != 0 or share.odd_cents > 0


def _to_the_cent(stakes: Stakes | None) -> bool:
    return stakes is None or stakes.chip_cents == CENT


def _is_whole(amount: Amount) -> bool:
    return amount == int(amount)
