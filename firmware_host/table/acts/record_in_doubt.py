"""Acts about the record itself: what the host found out about it, and what two people decide about its end."""

from firmware_host.rules.act_and_fact import ActBody, TakesTwo, TwoPeople
from firmware_host.rules.roles import FLOOR, HOST, SUPERVISORS
from firmware_host.table.terms import JournalId


class ReportRecordEnd(ActBody, frozen=True, kw_only=True, tag="report-record-end"):
    """At this start nothing vouched for the end of the record, which was fact `last`; `why` says what was wrong."""

    may_ask = HOST

    why: str
    last: int


class AcceptRecordEnd(TakesTwo, frozen=True, kw_only=True, tag="accept-record-end"):
    """Accept the end of the record, which fact `of` put in doubt. It takes two people."""

    may_ask = FLOOR
    by_two = TwoPeople(who=FLOOR, led_by=SUPERVISORS, say="Accept the record although its end may be missing")

    of: int
    """The number of the fact that reported the doubt."""


class ReportNewerRecord(ActBody, frozen=True, kw_only=True, tag="report-newer-record"):
    """A checkpoint kept outside this board, signed with a key of this record, goes further or has another fact."""

    may_ask = HOST

    number: int
    """The newest fact that the checkpoint covers."""
    hash: str
    key: str
    last: int
    """The newest fact of this record."""
    differs: bool = False
    """Whether this record has a different fact with the checkpoint's number."""


class ReportIgnoredCheckpoint(ActBody, frozen=True, kw_only=True, tag="report-ignored-checkpoint"):
    """The broker kept a checkpoint that says nothing about this record."""

    may_ask = HOST

    why: str
    journal: JournalId | None = None
    number: int = 0


RecordAct = ReportRecordEnd | AcceptRecordEnd | ReportNewerRecord | ReportIgnoredCheckpoint
