"""What has to wait: for the end of the round under way, room on the disk, a record without doubt, the right program."""

from firmware_host.rules.decision import Code, Refusal, refuse
from firmware_host.rules.struct import Paragraphs
from firmware_host.table.state.table import TableState

DECKS: Paragraphs = ("14.5(a)",)
"""The paragraph for handling decks and table between two rounds."""

NO_CHIPS = "and chips may be added only between rounds"


def round_under_way(
    paragraphs: Paragraphs = DECKS, *, so: str = "", allowed_by: str = "wait until the round is over"
) -> Refusal:
    """Refuse because a round is under way; `so` adds the rule that follows from it."""
    reason = f"a round of play is under way{so and f', {so}'}"
    return refuse(reason, allowed_by, *paragraphs)


def record_in_doubt(state: TableState) -> Refusal | None:
    """Refuse to begin a round on a record whose end is in doubt, or which is not this table's newest."""
    if state.superseded:
        return refuse(
            "this is not the newest record of this table",
            "find the newest record and continue it with `firmware-host journal restore`",
            code=Code.RECORD_IN_DOUBT,
        )
    if state.end_doubted:
        return refuse(
            "facts may have been cut off the end of the record",
            "have two people accept the record as it is, or restore a backup",
            code=Code.RECORD_IN_DOUBT,
        )
    return None


def cannot_record(state: TableState) -> Refusal | None:
    """Refuse to begin a round that might not be recorded to its end or beyond doubt."""
    return record_in_doubt(state) or no_room(state) or program_unapproved(state)


def program_unapproved(state: TableState) -> Refusal | None:
    """Refuse to begin a round on a program that does not match its manifest, where the table asks for that."""
    if state.config is None or not state.config.program_must_match:
        return None
    if not state.program_checked or state.program is None:
        return refuse(
            "the program files have not been checked since the controller started",
            "wait for the check; it ends a few seconds after the start",
            code=Code.PROGRAM_CHANGED,
        )
    if not state.program.house_key:
        return refuse(
            "this table asks for an approved program, and no list of the approved program files is set",
            "have a technician set `manifest` and `house_key` under [program] in table.toml",
            code=Code.PROGRAM_CHANGED,
        )
    if state.program.differing:
        return refuse(
            f"the program on this board is not the approved one: {state.program.differing[0]}",
            "have a technician reinstall the approved program and restart the controller",
            code=Code.PROGRAM_CHANGED,
        )
    return None


def no_room(state: TableState) -> Refusal | None:
    """Refuse to begin a round that could not be recorded to its end."""
    if not state.disk_low:
        return None
    return refuse(
        "the board's disk is nearly full, so a new round might not be recorded to its end",
        "free some space on the disk; the table then continues by itself",
        code=Code.DISK_FULL,
    )
