"""Facts told again on one connection, a few under way at a time: the table's own news come first."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

import aiomqtt

from firmware_host.journal.store import Journal
from firmware_host.journal.writer import JournalFailed
from firmware_host.mqtt.replaying import TRIPPED, ReplayRefused, ReplayRequest, asked, refused, told
from firmware_host.mqtt.tally import Tally, Wrong
from firmware_host.mqtt.topics import Topics
from firmware_host.mqtt.turns import Turns
from firmware_host.rules.answers import Code, Refusal

WINDOW = 8
EACH_S = 0.005
"""From one fact to the next: what the table has to say itself is never behind more than one of them."""
REST_S = 0.25
"""After each replay, so that whoever asks for the whole record does not slow the table down."""
BUSY = Refusal(code=Code.BUSY, reason="too much is being told again", allowed_by="asking again in some seconds")

Refuse = Callable[[str, ReplayRefused], Awaitable[None]]

log = logging.getLogger(__name__)


class Retelling:
    """One request after the other."""

    def __init__(
        self,
        client: aiomqtt.Client,
        *,
        journal: Journal,
        topics: Topics,
        tally: Tally,
        has_key: Callable[[str], bool],
        refuse: Refuse,
    ) -> None:
        """Store."""
        self._client = client
        self._journal = journal
        self._topics = topics
        self._tally = tally
        self._refuse = refuse
        self._turns = Turns(has_key=has_key)

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
