"""Facts about the record itself: its end in doubt, a newer record seen elsewhere, a checkpoint that was ignored."""

from firmware_host.rules.act_and_fact import FactBody, NewAlert
from firmware_host.table.terms import AlertKind, JournalId

RECORD = "record"
"""What the alerts of these facts are about."""


class RecordEndDoubted(FactBody, frozen=True, kw_only=True, tag="record-end-doubted"):
    """
    At this start the file that says how far the record goes was missing or unreadable.

    The record ended with fact `last` then. Later facts may have been cut off: nothing inside the record can tell.
    """

    marks_round = True

    why: str
    last: int

    def sentence(self) -> str:
        return f"At this start {self.why}: facts after {self.last} may have been cut off the record."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.RECORD_END_DOUBTED,
            about=RECORD,
            say=(
                f"At this start {self.why}: facts after {self.last} may have been cut off the record. Compare it with "
                "a checkpoint kept elsewhere (`firmware-host journal verify --checkpoint FILE`). Then two people "
                "accept the end of the record, or restore a backup."
            ),
        )


class RecordEndAccepted(FactBody, frozen=True, kw_only=True, tag="record-end-accepted"):
    """Two people accept where the record ends although fact `of` doubts it; the table may deal again."""

    marks_round = True

    of: int

    def sentence(self) -> str:
        return f"Two people accept where the record ends (doubted by fact {self.of})."


class NewerRecordFound(FactBody, frozen=True, kw_only=True, tag="newer-record-found"):
    """
    A checkpoint kept outside this board, signed with a key of this record, shows another or a longer record.

    It names fact `number` with this hash; this record ended with fact `last`. With `differs` both have that fact, and
    the hashes are not the same.
    """

    marks_round = True

    number: int
    hash: str
    key: str
    last: int
    differs: bool = False

    def sentence(self) -> str:
        return f"A signed checkpoint kept elsewhere {self._shows}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.NEWER_RECORD_FOUND,
            about=RECORD,
            say=(
                f"A signed checkpoint kept elsewhere {self._shows}. Finish the round under way; no further "
                "round is dealt and nothing more is published. Find the newer record, or go on in a new one with "
                "`firmware-host journal restore`."
            ),
        )

    @property
    def _shows(self) -> str:
        if self.differs:
            return f"has another fact {self.number} than this record: this is a changed copy of the table's record"
        return (
            f"goes up to fact {self.number}, but this record ended with fact {self.last}: "
            "this is an older copy of the table's record, or its end was cut off"
        )


class CheckpointIgnored(FactBody, frozen=True, kw_only=True, tag="checkpoint-ignored"):
    """
    The broker kept a checkpoint that says nothing about this record: of another record, or without a valid signature.

    It was replaced by the checkpoint of this record. `journal` and `number` are what it claims, where it can be read.
    """

    why: str
    journal: JournalId | None = None
    number: int = 0

    def sentence(self) -> str:
        return f"The broker kept a checkpoint that was ignored: {self.why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CHECKPOINT_IGNORED,
            about="broker",
            say=(
                f"The broker kept a checkpoint that was ignored: {self.why}. If this table's record was deleted or "
                "exchanged, restore it; otherwise find out who publishes in the name of this table."
            ),
        )


RecordBody = RecordEndDoubted | RecordEndAccepted | NewerRecordFound | CheckpointIgnored
