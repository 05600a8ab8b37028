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
                "a checkpoint kept elsewhere (`firmware-host journal verify --checkpoint FILE`). Then have two "
                "people accept the record as it is, or restore a backup."
            ),
        )


class RecordEndAccepted(FactBody, frozen=True, kw_only=True, tag="record-end-accepted"):
    """Two people accept the record although fact `of` put its end in doubt; the table may deal again."""

    marks_round = True

    of: int

    def sentence(self) -> str:
        return f"Two people accept the record although its end may be missing (fact {self.of})."


class NewerRecordFound(FactBody, frozen=True, kw_only=True, tag="newer-record-found"):
    """
    A checkpoint kept outside this board, signed with a key of this record, belongs to a longer or a changed record.

    The checkpoint names fact `number` with this hash; the record on this board ended with fact `last`. `differs` says
    that both have that fact, with different hashes.
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
                "round is dealt and nothing more is published. Find the newest record and continue it with "
                "`firmware-host journal restore`."
            ),
        )

    @property
    def _shows(self) -> str:
        if self.differs:
            return f"does not match fact {self.number} of this record, which is a changed copy of the table's record"
        return (
            f"goes up to fact {self.number}, but this record ended with fact {self.last}: "
            "this is an older copy of the table's record, or its end was cut off"
        )


class CheckpointIgnored(FactBody, frozen=True, kw_only=True, tag="checkpoint-ignored"):
    """
    The broker had retained a checkpoint of another record, or one without a valid signature.

    The table replaced it with the checkpoint of this record. `journal` and `number` are what it claims, where it can be
    read.
    """

    why: str
    journal: JournalId | None = None
    number: int = 0

    def sentence(self) -> str:
        return f"The table ignores the checkpoint that the broker retained: {self.why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(
            kind=AlertKind.CHECKPOINT_IGNORED,
            about="broker",
            say=(
                f"The table ignores the checkpoint that the broker retained: {self.why}. If this table's record was "
                "deleted or exchanged, restore it; otherwise find out who publishes in the name of this table."
            ),
        )


RecordBody = RecordEndDoubted | RecordEndAccepted | NewerRecordFound | CheckpointIgnored
