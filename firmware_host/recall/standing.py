"""What stands of a round: without the facts taken back, and with the others as they were put right."""

from collections.abc import Container, Sequence

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.correcting.bodies import Amended


def standing(facts: Sequence[Fact], taken_back: Container[int]) -> tuple[Fact, ...]:
    """Return the facts of one round that stand; each keeps its number, time and hash, and says what is now known."""
    instead = {
        change.of: change.body
        for fact in facts
        if isinstance(fact.body, Amended) and fact.number not in taken_back
        for change in fact.body.changes
    }
    return tuple(
        replace(fact, body=instead.get(fact.number, fact.body)) for fact in facts if fact.number not in taken_back
    )
