"""What the record says of the round under way, and of the shake before it, kept to decide what an amendment changes."""

from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Record
from firmware_host.table.facts.dice import BetsClosed, DiceBody
from firmware_host.table.facts.seating import SeatChanged, SeatLeft

Recorded = RoundBody | DiceBody | SeatChanged | SeatLeft


class Told(Record, frozen=True, kw_only=True):
    """A fact of the round that stands; those of one `cause` are one act's."""

    number: int
    cause: str
    body: Recorded


def and_told(told: tuple[Told, ...], newest: Told) -> tuple[Told, ...]:
    """Return them with one more; a round that starts forgets the one before, and so do wagers that are closed."""
    return (newest,) if isinstance(newest.body, RoundStarted | BetsClosed) else (*told, newest)
