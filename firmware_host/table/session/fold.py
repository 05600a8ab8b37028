"""The table's opening, folded."""

from msgspec.structs import replace

from firmware_host.table.contract import Fact
from firmware_host.table.session.bodies import SessionBody
from firmware_host.table.state import TableState


def folded(state: TableState, body: SessionBody, fact: Fact) -> TableState:
    """Return the table after one of these."""
    del body, fact
    return replace(state, is_open=True)
