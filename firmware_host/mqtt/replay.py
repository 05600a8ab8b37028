"""Facts sent again to a consumer that missed them: requests, their turns, and the sending."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Annotated, NoReturn

import aiomqtt
import msgspec
from msgspec import Meta, field

from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.store import Journal
from firmware_host.mqtt.counters import Counters, Wrong
from firmware_host.mqtt.messages import HIGHEST, fact_event
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.struct import Record, Tagged
from firmware_host.table.terms import JournalId

MOST_FACTS = 500
"""Told for one request. Whoever wants more asks on from where the answer ended."""

READ_AT_ONCE = 8
"""So few that the reading holds nobody up for long."""

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

WAITING = 16
"""In each of the two rows."""

REMEMBERED = 256
"""So many names are known to have been served; who makes up more than that is new again, and behind nobody for it."""

WINDOW = 8

EACH_S = 0.005
"""From one fact to the next: what the table has to say itself is never behind more than one of them."""

REST_S = 0.25
"""After each replay, so that whoever asks for the whole record does not slow the table down."""

BUSY = Refusal(code=Code.BUSY, reason="too much is being told again", allowed_by="asking again in some seconds")
log = logging.getLogger(__name__)


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


class FairQueue:
    """Those who wait, the one that was not served for longest at the head."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._requests: dict[str, ReplayRequest] = {}
        self._served: dict[str, int] = {}
        self._turn = 0

    def __len__(self) -> int:
        return len(self._requests)

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Let it wait; return the name there is no room for, this one or one that was served since this one was."""
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
        """Serve the head; of those that were never served, who came first."""
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
    """Who asks again before the first was told means the second."""

    def __init__(self, *, has_key: Callable[[str], bool]) -> None:
        """Nobody waits."""
        self._has_key = has_key
        self._keyed, self._others = FairQueue(), FairQueue()
        self._is_for_others = False
        """Whose turn it is where both wait."""
        self._some = asyncio.Event()

    def take(self, name: str, request: ReplayRequest) -> str | None:
        """Let it wait; return the name there is no room for, if there is one."""
        self._some.set()
        return (self._keyed if self._has_key(name) else self._others).take(name, request)

    async def following(self) -> tuple[str, ReplayRequest]:
        """Return whose turn it is, once there is somebody."""
        await self._some.wait()
        row = self._others if not self._keyed or (self._is_for_others and self._others) else self._keyed
        self._is_for_others = row is self._keyed
        served = row.following()
        if not self._keyed and not self._others:
            self._some.clear()
        return served


Refuse = Callable[[str, ReplayRefused], Awaitable[None]]


class ReplayService:
    """One request after the other."""

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
        """Store."""
        self._client = client
        self._journal = journal
        self._topics = topics
        self._tally = tally
        self._refuse = refuse
        self._turns = ReplayQueue(has_key=has_key)

    async def ask(self, actor: str, payload: bytes, *, retained: bool) -> None:
        """Let it wait for its turn, or say why not; also to whoever has to make room."""
        request = asked(payload, retained=retained, journal=self._journal)
        if isinstance(request, ReplayRequest):
            without = self._turns.take(actor, request)
            if without is not None:
                await self._refused(without, refused(self._journal, Wrong.TOO_MANY, BUSY))
        else:
            await self._refused(actor, request)

    async def trip(self, actor: str) -> None:
        """Refuse what the program was not made for."""
        await self._refused(actor, refused(self._journal, Wrong.UNREADABLE, TRIPPED))

    async def run(self) -> NoReturn:
        """Tell, until cancelled. Raises `MqttError` when the connection is lost, and `JournalFailed`."""
        while True:
            actor, request = await self._turns.following()
            try:
                await self._tell(actor, request)
            except (aiomqtt.MqttError, JournalFailed):
                raise
            except Exception:
                # Of one request, like any message: whoever asks so again is refused again, and nobody else waits.
                log.exception("the replay for %s was not told as it should have been", actor)
                await self.trip(actor)
            await asyncio.sleep(REST_S)

    async def _refused(self, actor: str, reply: ReplayRefused) -> None:
        self._tally.refused[reply.wrong] += 1
        await self._refuse(actor, reply)

    async def _tell(self, actor: str, request: ReplayRequest) -> None:
        under_way = set[asyncio.Task[None]]()
        try:
            for payload in told(request, journal=self._journal, topics=self._topics):
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
    """Raise what the first of them failed of; the others fail of the same, and nobody else looks at them."""
    results = await asyncio.gather(*tasks, return_exceptions=True)
    tasks.clear()
    for result in results:
        if isinstance(result, BaseException):
            raise result
