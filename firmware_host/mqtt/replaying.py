"""What comes in and goes back for `replay/{actor}`: facts that a consumer has missed, told again to that one alone."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, field

from firmware_host.journal.store import Journal
from firmware_host.mqtt.commands import HIGHEST
from firmware_host.mqtt.events import fact_event
from firmware_host.mqtt.tally import Wrong
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.answers import Code, Refusal
from firmware_host.rules.record import Record, Tagged
from firmware_host.table.contract import JournalId

MOST_FACTS = 500
"""Told for one request. Whoever wants more asks on from where the answer ended."""
READ_AT_ONCE = 8
"""So few that the reading holds nobody up for long."""


class ReplayRequest(Record, frozen=True, kw_only=True):
    """What `replay/{actor}` takes: the facts of this journal from one number to another, both with."""

    journal: JournalId
    from_: Annotated[int, Meta(ge=0, le=HIGHEST)] = field(name="from")
    to: Annotated[int, Meta(ge=0, le=HIGHEST)]


class ReplayEnded(Tagged, frozen=True, kw_only=True, tag="replay-ended"):
    """
    What `reply/{actor}` says behind the facts: these were told, and `last` is the newest there is.

    Nothing was told where `to` is below `from`: there is nothing newer. A request for another journal is refused by
    name, with the journal there is: its facts begin at 1.
    """

    journal: str
    from_: int = field(name="from")
    to: int
    last: int


class ReplayRefused(Tagged, frozen=True, kw_only=True, tag="replay-refused"):
    """What `reply/{actor}` says instead; `journal` and `last` are what there is."""

    journal: str
    last: int
    wrong: Wrong
    refusal: Refusal


_requests: msgspec.json.Decoder[ReplayRequest] = msgspec.json.Decoder(ReplayRequest)


TRIPPED = Refusal(
    code=Code.UNREADABLE, reason="this table cannot read it", allowed_by="another message, and a look at the log"
)
_RETAINED = Refusal(
    code=Code.OUT_OF_DATE, reason="a retained request may be of any age", allowed_by="publishing without it"
)
_NO_REQUEST = Refusal(
    code=Code.UNREADABLE, reason="this is no request", allowed_by='an object of "journal", "from" and "to"'
)
_FROM_ONE = Refusal(code=Code.UNREADABLE, reason="facts are numbered from 1", allowed_by="from 1 on")


def asked(payload: bytes, *, retained: bool, journal: Journal) -> ReplayRequest | ReplayRefused:
    """Return what is asked, or why nothing is told."""
    if retained:
        return refused(journal, Wrong.RETAINED, _RETAINED)
    try:
        request = _requests.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return refused(journal, Wrong.UNREADABLE, _NO_REQUEST)
    if request.journal != journal.id:
        other = Refusal(code=Code.OUT_OF_DATE, reason="this table keeps another record now", allowed_by=journal.id)
        return refused(journal, Wrong.OTHER_JOURNAL, other)
    if request.from_ < 1:
        return refused(journal, Wrong.UNKNOWN_FACTS, _FROM_ONE)
    return request


def refused(journal: Journal, wrong: Wrong, refusal: Refusal) -> ReplayRefused:
    """Return the answer that says why not."""
    return ReplayRefused(journal=journal.id, last=journal.last, wrong=wrong, refusal=refusal)


def told(request: ReplayRequest, *, journal: Journal, topics: Topics) -> Iterator[bytes]:
    """Yield the facts as they were published, a few read at a time, then the end."""
    last = journal.last
    to = min(request.to, last, request.from_ + MOST_FACTS - 1)
    number = request.from_ - 1
    while number < to:
        for link in journal.after(number, limit=min(READ_AT_ONCE, to - number)):
            number = link.number
            yield fact_event(topics, link)
    ended = ReplayEnded(journal=journal.id, from_=request.from_, to=number, last=last)
    yield msgspec.json.encode(ended)
