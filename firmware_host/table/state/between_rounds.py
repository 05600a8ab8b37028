"""What has to wait: for the end of the round under way, or for room on the disk."""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.state.table import TableState

DECKS: Paragraphs = ("14.5(a)",)

"""The paragraph for handling decks and table between two rounds."""

NO_CHIPS = "and chips may be added only between rounds"


def round_under_way(
    paragraphs: Paragraphs = DECKS, *, so: str = "", allowed_by: str = "the end of the round"
) -> Refusal:
    """Refuse because a round is under way; `so` adds the rule that follows from it."""
    reason = f"a round of play is under way{so and f', {so}'}"
    return refuse(reason, allowed_by, *paragraphs)


def no_room(state: TableState) -> Refusal | None:
    """Refuse to begin a round that could not be recorded to its end."""
    if not state.disk_low:
        return None
    return refuse(
        "the board's disk is nearly full: a round begun now might not be recorded to its end",
        "free space on the disk; the table then continues automatically",
        code=Code.DISK_FULL,
    )
