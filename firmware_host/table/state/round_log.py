"""The facts of the round under way, and of the previous shake, kept to work out what an amendment changes."""

from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Record
from firmware_host.table.facts.dice import BetsClosed, DiceBody
from firmware_host.table.facts.seating import SeatChanged, SeatLeft

Recorded = RoundBody | DiceBody | SeatChanged | SeatLeft


class Told(Record, frozen=True, kw_only=True):
    """A valid fact of the round, as amended; facts with the same `cause` are the answer to one act."""

    number: int
    cause: str
    body: Recorded


def appended(told: tuple[Told, ...], newest: Told) -> tuple[Told, ...]:
    """Append a fact; the start of a round and the closing of bets drop the facts before."""
    return (newest,) if isinstance(newest.body, RoundStarted | BetsClosed) else (*told, newest)
