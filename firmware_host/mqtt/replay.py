"""Replay of facts to a consumer that missed them: requests, the queue, and the sending."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, NoReturn

import aiomqtt
import msgspec
from msgspec import Meta, field

from firmware_host import json_errors
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.store import Journal
from firmware_host.mqtt.counters import Counters, Wrong
from firmware_host.mqtt.messages import HIGHEST, fact_event
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.struct import Record, Tagged
from firmware_host.table.terms import JournalId

MOST_FACTS = 500
"""Facts for one request. For more, a consumer asks again from where the answer ended."""

READ_AT_ONCE = 8
"""Facts read at once: few, so that reading does not delay the event loop."""

TRIPPED = Refusal(
    code=Code.UNREADABLE,
    reason="internal error while reading the message",
    allowed_by="check the message and the controller's log",
)

_RETAINED = Refusal(
    code=Code.OUT_OF_DATE,
    reason="a retained request is refused, because it may be old",
    allowed_by="publish the request without the retain flag",
)

_NO_REQUEST = Refusal(
    code=Code.UNREADABLE,
    reason="this is not a replay request",
    allowed_by='send an object with "journal", "from" and "to"',
)

_FROM_ONE = Refusal(code=Code.UNREADABLE, reason="facts are numbered from 1", allowed_by="ask for facts from number 1")

WAITING = 16
"""Requests that wait in each of the two queues."""

REMEMBERED = 256
"""Names remembered as served. The oldest is forgotten, and then counts as a new name."""

WINDOW = 8

EACH_S = 0.005
"""Pause between two facts, so that the table's own messages never wait for more than one of them."""

REST_S = 0.25
"""Pause after each replay, so that a consumer that reads the whole record does not slow the table down."""

BUSY = Refusal(code=Code.BUSY, reason="too many replays are waiting", allowed_by="ask again in a few seconds")
log = logging.getLogger(__name__)


class ReplayRequest(Record, frozen=True, kw_only=True):
    """A message on `replay/{actor}`: asks for the facts of this journal from one number to another, inclusive."""

    journal: JournalId
    from_: Annotated[int, Meta(ge=0, le=HIGHEST)] = field(name="from")
    to: Annotated[int, Meta(ge=0, le=HIGHEST)]


class ReplayEnded(Tagged, frozen=True, kw_only=True, tag="replay-ended"):
    """
    The message on `reply/{actor}` after the facts: which were sent, and that `last` is the newest fact.

    If `to` is below `from`, no fact was sent: there is no newer one. A request for another journal is refused and gets
    the id of the present journal, whose facts begin at 1.
    """

    journal: str
    from_: int = field(name="from")
    to: int
    last: int


class ReplayRefused(Tagged, frozen=True, kw_only=True, tag="replay-refused"):
    """The message on `reply/{actor}` for a refused request; `journal` and `last` are the table's present ones."""

    journal: str
    last: int
    wrong: Wrong
    """Why the request was refused."""
    refusal: Refusal


_requests: msgspec.json.Decoder[ReplayRequest] = msgspec.json.Decoder(ReplayRequest)


def asked(payload: bytes, *, retained: bool, journal: Journal) -> ReplayRequest | ReplayRefused:
    """Return the request, or its refusal."""
    if retained:
        return refused(journal, Wrong.RETAINED, _RETAINED)
    try:
        request = _requests.decode(payload)
    except json_errors.UNREADABLE:
        return refused(journal, Wrong.UNREADABLE, _NO_REQUEST)
    if request.journal != journal.id:
        other = Refusal(
            code=Code.OUT_OF_DATE,
            reason="this table now has another journal",
            allowed_by=f"ask for journal {journal.id}",
        )
        return refused(journal, Wrong.OTHER_JOURNAL, other)
    if request.from_ < 1:
        return refused(journal, Wrong.UNKNOWN_FACTS, _FROM_ONE)
    return request


def refused(journal: Journal, wrong: Wrong, refusal: Refusal) -> ReplayRefused:
    """Return the reply to a request that is refused."""
    return ReplayRefused(journal=journal.id, last=journal.last, wrong=wrong, refusal=refusal)


def replayed(request: ReplayRequest, *, journal: Journal, topics: Topics) -> Iterator[bytes]:
    """Yield the facts as they were published, then the end message."""
    last = journal.last
    to = min(request.to, last, request.from_ + MOST_FACTS - 1)
    number = request.from_ - 1
    while number < to:
        for link in journal.after(number, limit=min(READ_AT_ONCE, to - number)):
            number = link.number
            yield fact_event(topics, link)
    ended = ReplayEnded(journal=journal.id, from_=request.from_, to=number, last=last)
    yield msgspec.json.encode(ended)


class FairQueue:
    """Waiting requests by name; the name that was served longest ago comes first."""

    def __init__(self) -> None:
        """Begin empty."""
        self._requests: dict[str, ReplayRequest] = {}
        self._served: dict[str, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return len(self._requests)

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Queue the request; return the name that finds no room: this one, or one that was served more recently."""
        if name in self._requests or len(self._requests) < WAITING:
            self._requests[name] = request
            return None
        latest = max(self._requests, key=self._served_at)
        if self._served_at(latest) <= self._served_at(name):
            return name
        del self._requests[latest]
        self._requests[name] = request
        return latest

    def following(self) -> tuple[str, ReplayRequest]:
        """Remove and return the next request; names that were never served come first, in their order."""
        name = min(self._requests, key=self._served_at)
        self._turn += 1
        self._served.pop(name, None)
        self._served[name] = self._turn
        if len(self._served) > REMEMBERED:
            del self._served[next(iter(self._served))]
        return name, self._requests.pop(name)

    def _served_at(self, name: str) -> int:
        return self._served.get(name, 0)


class ReplayQueue:
    """Two queues: for names with a key, and for all others. A name's new request replaces its earlier one."""

    def __init__(self, *, has_key: Callable[[str], bool]) -> None:
        """`has_key` says whether a name has an enrolled key."""
        self._has_key = has_key
        self._keyed, self._others = FairQueue(), FairQueue()
        self._is_for_others = False
        """Which queue is next if both have requests."""
        self._some = asyncio.Event()

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Queue the request; return the name that finds no room, if there is one."""
        self._some.set()
        return (self._keyed if self._has_key(name) else self._others).take(name, request)

    async def following(self) -> tuple[str, ReplayRequest]:
        """Remove and return the next request; wait if there is none."""
        await self._some.wait()
        row = self._others if not self._keyed or (self._is_for_others and self._others) else self._keyed
        self._is_for_others = row is self._keyed
        served = row.following()
        if not self._keyed and not self._others:
            self._some.clear()
        return served


Refuse = Callable[[str, ReplayRefused], Awaitable[None]]


class ReplayService:
    """Serves replay requests, one after the other."""

    def __init__(
        self,
        client: aiomqtt.Client,
        *,
        journal: Journal,
        topics: Topics,
        tally: Counters,
        has_key: Callable[[str], bool],
        refuse: Refuse,
    ) -> None:
        """`refuse` sends a refusal."""
        self._client = client
        self._journal = journal
        self._topics = topics
        self._tally = tally
        self._refuse = refuse
        self._queue = ReplayQueue(has_key=has_key)

    async def ask(self, actor: str, payload: bytes, *, retained: bool) -> None:
        """Queue a request or refuse it; also refuse the request that has to make room."""
        request = asked(payload, retained=retained, journal=self._journal)
        if isinstance(request, ReplayRequest):
            without = self._queue.take(actor, request)
            if without is not None:
                await self._refused(without, refused(self._journal, Wrong.TOO_MANY, BUSY))
        else:
            await self._refused(actor, request)

    async def trip(self, actor: str) -> None:
        """Refuse a request that caused an internal error."""
        await self._refused(actor, refused(self._journal, Wrong.UNREADABLE, TRIPPED))

    async def run(self) -> NoReturn:
        """Serve until cancelled. Raises `MqttError` if the connection is lost, and `JournalFailed`."""
        while True:
            actor, request = await self._queue.following()
            try:
                await self._replay(actor, request)
            except (aiomqtt.MqttError, JournalFailed):
                raise
            except Exception:
                # Refuse this request and keep serving the others.
                log.exception("internal error in the replay for %s; the request is refused", actor)
                await self.trip(actor)
            await asyncio.sleep(REST_S)

    async def _refused(self, actor: str, reply: ReplayRefused) -> None:
        self._tally.refused[reply.wrong] += 1
        await self._refuse(actor, reply)

    async def _replay(self, actor: str, request: ReplayRequest) -> None:
        under_way = set[asyncio.Task[None]]()
        try:
            for payload in replayed(request, journal=self._journal, topics=self._topics):
                under_way.add(asyncio.create_task(self._client.publish(self._topics.reply(actor), payload, qos=1)))
                if len(under_way) >= WINDOW:
                    await _all_done(under_way)
                self._tally.replayed += 1
                await asyncio.sleep(EACH_S)
            await _all_done(under_way)
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)


async def _all_done(tasks: set["asyncio.Task[None]"]) -> None:
    """Wait for all, then raise the first failure; the others failed for the same reason."""
    results = await asyncio.gather(*tasks, return_exceptions=True)
    tasks.clear()
    for result in results:
        if isinstance(result, BaseException):
            raise result
