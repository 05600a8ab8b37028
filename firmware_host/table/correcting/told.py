"""What the record says of the round under way, kept so that it can be told again with one fact put right."""

from firmware_host.rules.bodies import RoundBody, RoundStarted
from firmware_host.rules.record import Record


class Told(Record, frozen=True, kw_only=True):
    """A fact of the round that stands; those of one `cause` are one act's."""

    number: int
    cause: str
    body: RoundBody


def and_told(told: tuple[Told, ...], newest: Told) -> tuple[Told, ...]:
    """Return them with one more; a round that starts forgets the one before."""
    return (newest,) if isinstance(newest.body, RoundStarted) else (*told, newest)
