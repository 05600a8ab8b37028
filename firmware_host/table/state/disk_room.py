"""Check that the disk has room for another round."""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.table.state.table import TableState


def no_room(state: TableState) -> Refusal | None:
    """Refuse to begin a round that could not be recorded to its end."""
    if not state.disk_low:
        return None
    return refuse(
        "the board's disk is nearly full: a round begun now might not be recorded to its end",
        "free space on the disk; the table then continues automatically",
        code=Code.DISK_FULL,
    )
