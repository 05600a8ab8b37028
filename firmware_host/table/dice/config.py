"""`[table.dice]`: what a house decides about its mini-dice."""

from typing import Annotated

from msgspec import Meta, field

from firmware_host.rules.dice import SMALLEST_CHIP_CENTS, TERMS, Odds, Wager, read_odds
from firmware_host.rules.record import Record, Seat
from firmware_host.rules.shaker import LEAST_SHAKES

MOST_SEATS = 7
"""I-2."""


class DiceConfig(Record, frozen=True, kw_only=True):
    """What is offered and how it is shaken; the defaults are what the regulation asks at least."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = MOST_SEATS
    """How many seats the table has."""
    shakes: Annotated[int, Meta(ge=LEAST_SHAKES, le=20)] = LEAST_SHAKES
    """How often the dice are shaken at least, by the dealer and by the one who accepted the shaker."""
    chip_cents: Annotated[int, Meta(ge=1)] = SMALLEST_CHIP_CENTS
    """The smallest chip the table keeps (I-3)."""
    odds: dict[Wager, str] = field(default_factory=dict)
    """Where the house pays more than 13.6(b) asks, in its words: `9 to 5`; for the field also `1 to 1, 3 to 1`."""

    def __post_init__(self) -> None:
        """Refuse odds in words that are none, and odds below the floor."""
        for wager, text in self.odds.items():
            check_odds(wager, read_odds(wager, text))

    def offered(self, wager: Wager) -> tuple[Odds, ...]:
        """Return the odds on each prize of the wager."""
        stated = self.odds.get(wager)
        return read_odds(wager, stated) if stated else tuple(prize.floor for prize in TERMS[wager].prizes)

    def what_is_wrong(self, seats: tuple[Seat, ...]) -> str | None:
        """Say which seat this table does not have."""
        beyond = [seat for seat in seats if seat > self.seats]
        return f"there is no seat {beyond[0]} at a mini-dice table with {self.seats} seats (I-2)" if beyond else None


def check_odds(wager: Wager, offered: tuple[Odds, ...]) -> None:
    """Raise `ValueError` for odds that 13.6(b) does not let a house offer."""
    prizes = TERMS[wager].prizes
    if len(offered) != len(prizes):
        raise ValueError(f"the odds on {wager} are stated once or {len(prizes)} times, not {len(offered)} times")
    for prize, offer in zip(prizes, offered, strict=True):
        if offer.pays_less_than(prize.floor):
            raise ValueError(f"{wager} pays no less than {prize.floor}; {offer} is less (13.6(b))")
