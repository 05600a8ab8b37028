"""Who is on duty, folded."""

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.people.bodies import PeopleBody
from firmware_host.table.state import TableState


def folded(state: TableState, body: PeopleBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del fact
    return replace(state, dealer=body.dealer)
