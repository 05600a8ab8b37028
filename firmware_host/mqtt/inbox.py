"""
What the broker sends: commands, requests for a replay, and our own retained topics as they stand there.

Whatever comes in, at whatever pace, the memory it takes is bounded, and so are the time and the answers it gets. What
is refused is counted and, as long as there is not too much of it, answered with the reason.
"""

import asyncio
import hashlib
import logging
import re
import time
from collections.abc import Callable
from typing import Protocol

import aiomqtt
import msgspec

from firmware_host.clock import Clock
from firmware_host.journal.store import Journal
from firmware_host.journal.writer import JournalFailed
from firmware_host.mqtt.commands import CommandReply
from firmware_host.mqtt.judging import Here, Judged, judged
from firmware_host.mqtt.pacing import Allowance, Pace
from firmware_host.mqtt.replaying import ReplayRefused, ReplayRequest, asked, refused, told
from firmware_host.mqtt.side_by_side import ended, first_ends, raise_first
from firmware_host.mqtt.tally import Tally, Wrong
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.answers import Code, Refusal
from firmware_host.table.contract import Answer, Intent, Refused
from firmware_host.table.state import TableState

COMMANDS = Allowance(at_once=100, each_second=50)
REFUSALS = Allowance(at_once=20, each_second=5)
"""For each actor."""
REPLAYS_WAITING = 16
REPLAY_WINDOW = 8
REST_S = 0.25
"""After each replay, so that whoever asks for the whole record does not slow the table down."""
NAME = re.compile(r"[a-z0-9-]{1,32}")
SOMEBODY = "somebody"
"""All whom no enrolled key belongs to share one purse."""
TRIPPED = Refusal(
    code=Code.UNREADABLE, reason="this table cannot read it", allowed_by="another message, and a look at the log"
)

log = logging.getLogger(__name__)


class Table(Protocol):
    """What is needed of the host."""

    @property
    def state(self) -> TableState:
        """Return the table as of the newest durable fact."""
        ...

    async def submit(self, intent: Intent) -> Answer:
        """Return the answer once it is durable."""
        ...

    def knows(self, intent: str) -> bool:
        """Return whether this was answered before."""
        ...


class Waiting:
    """Requests for a replay, one for each actor: who asks again before the first was told means the second."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._requests: dict[str, ReplayRequest] = {}
        self._some = asyncio.Event()

    def take(self, actor: str, request: ReplayRequest) -> bool:
        """Let it wait; return whether there is room."""
        if actor not in self._requests and len(self._requests) >= REPLAYS_WAITING:
            return False
        self._requests[actor] = request
        self._some.set()
        return True

    async def following(self) -> tuple[str, ReplayRequest]:
        """Return whose turn it is."""
        await self._some.wait()
        actor = next(iter(self._requests))
        request = self._requests.pop(actor)
        if not self._requests:
            self._some.clear()
        return actor, request


class Inbox:
    """Takes in what comes on one connection after another."""

    def __init__(
        self,
        *,
        table: Table,
        journal: Journal,
        topics: Topics,
        clock: Clock,
        tally: Tally,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Store."""
        self._table = table
        self._journal = journal
        self._topics = topics
        self._clock = clock
        self._tally = tally
        self.found_retained: Callable[[str], None] = lambda _: None
        """Hears which alerts and devices stand at the broker."""
        self.listens_to_itself: Callable[[bool], None] = lambda _: None
        """Hears whether the broker lets the table listen to the two documents of its own that follow."""
        self.heard_itself: Callable[[str, bytes], None] = lambda _topic, _payload: None
        """Hears those, as the broker passes them on."""
        self._own = topics.echoed
        self._commands_begin = topics.command("")
        self._commands = Pace(COMMANDS, clock_s=clock_s)
        self._strangers = Pace(REFUSALS, clock_s=clock_s)
        self._refusals = Pace(REFUSALS, clock_s=clock_s)

    async def hear(self, client: aiomqtt.Client) -> None:
        """
        Take in what comes on this connection. Raises `MqttError` when it is lost.

        That is so, too, where only a reply found no taker in time: a broker that was frozen may keep the line, and
        whoever waits for a replay hears by the status of the next session that it has to ask again.
        """
        replays = Waiting()
        taking = asyncio.create_task(self._take_all(client, replays), name="mqtt take")
        replaying = asyncio.create_task(self._replay(client, replays), name="mqtt replay")
        try:
            await first_ends(taking, replaying)
        finally:
            await ended(taking, replaying)
        raise_first(taking, replaying)

    def admits(self, message: aiomqtt.Message) -> bool:
        """Return whether a command is within its actor's pace, for each message as it arrives."""
        topic = message.topic.value
        if not topic.startswith(self._commands_begin):
            return True
        actor = topic.removeprefix(self._commands_begin)
        known = self._has_key(actor)
        if self._commands.allows(actor) if known else self._strangers.allows(SOMEBODY):
            return True
        self._tally.refused[Wrong.TOO_MANY] += 1
        self._tally.unanswered += 1
        return False

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        """QoS 0: a command without an answer is sent again, with its id, and no broker hoards them for us."""
        topics = (
            self._topics.commands,
            self._topics.replays,
            self._topics.every_alert,
            self._topics.every_device,
            *self._own,
        )
        granted = await client.subscribe([(topic, 0) for topic in topics])
        refused_topics = [
            topic for topic, qos in zip(topics, granted, strict=False) if isinstance(qos, int) and qos > 2
        ]
        self.listens_to_itself(not any(topic in self._own for topic in refused_topics))
        if refused_topics:
            log.warning("the broker does not let the table listen to %s; mend its list of rights", refused_topics)

    async def _take_all(self, client: aiomqtt.Client, replays: "Waiting") -> None:
        await self._subscribe(client)
        async for message in client.messages:
            await self._take(client, message, replays)

    async def _take(self, client: aiomqtt.Client, message: aiomqtt.Message, replays: "Waiting") -> None:
        """
        Take in one. Raises `MqttError` when the connection is lost, `JournalFailed`, and nothing else.

        What trips the program shall not end the session as well: it would be sent again and again.
        """
        try:
            await self._of_kind(client, message, replays)
        except (aiomqtt.MqttError, JournalFailed):
            raise
        except Exception:
            log.exception("a message on %s was not taken in as it should have been", message.topic.value)
            await self._refuse_unread(client, message)

    async def _refuse_unread(self, client: aiomqtt.Client, message: aiomqtt.Message) -> None:
        kind, name = self._kind_and_name(message)
        self._tally.refused[Wrong.UNREADABLE] += 1
        if kind == "cmd":
            answer = Refused(id="unreadable", refusal=TRIPPED)
            reply = CommandReply(
                journal=self._journal.id, command=_digest(message), answer=answer, wrong=Wrong.UNREADABLE
            )
            await self._refuse(client, name, reply)
        elif kind == "replay":
            await self._refuse(client, name, _tripped_over(self._journal))

    def _kind_and_name(self, message: aiomqtt.Message) -> tuple[str, str]:
        kind, _, name = message.topic.value.removeprefix(f"{self._topics.base}/").partition("/")
        return kind, name

    async def _of_kind(self, client: aiomqtt.Client, message: aiomqtt.Message, replays: "Waiting") -> None:
        kind, name = self._kind_and_name(message)
        payload, retained = bytes(message.payload), bool(message.retain)
        if kind in ("cmd", "replay") and not NAME.fullmatch(name):
            # No reply could be sent to it: its topic would not be one of ours.
            self._tally.refused[Wrong.OTHER_ACTOR] += 1
            self._tally.unanswered += 1
        elif kind == "cmd":
            await self._command(client, name, payload, retained=retained)
        elif kind == "replay":
            await self._ask_replay(client, name, payload, replays, retained=retained)
        elif message.topic.value in self._own:
            if not retained:
                self.heard_itself(message.topic.value, payload)
        elif retained and payload:
            self.found_retained(message.topic.value)

    async def _command(self, client: aiomqtt.Client, actor: str, payload: bytes, *, retained: bool) -> None:
        here = Here(table=self._topics.base, state=self._table.state, now=self._clock.stamp())
        found = judged(payload, actor=actor, retained=retained, here=here)
        name = hashlib.sha256(payload).hexdigest()
        if isinstance(found, Judged):
            self._tally.refused[found.wrong] += 1
            await self._refuse(
                client,
                actor,
                CommandReply(
                    journal=self._journal.id,
                    command=name,
                    answer=Refused(id=found.id, refusal=found.refusal),
                    wrong=found.wrong,
                ),
            )
            return
        self._tally.commands += 1
        if self._table.knows(found.id):
            self._tally.known_ids += 1
        answer = await self._table.submit(found)
        await self._reply(client, actor, CommandReply(journal=self._journal.id, command=name, answer=answer))

    async def _ask_replay(
        self,
        client: aiomqtt.Client,
        actor: str,
        payload: bytes,
        replays: "Waiting",
        *,
        retained: bool,
    ) -> None:
        request = asked(payload, retained=retained, journal=self._journal)
        if isinstance(request, ReplayRequest):
            if replays.take(actor, request):
                return
            request = refused(
                self._journal, Wrong.TOO_MANY, Code.BUSY, "too much is being told again", "ask again in some seconds"
            )
        self._tally.refused[request.wrong] += 1
        await self._refuse(client, actor, request)

    async def _replay(self, client: aiomqtt.Client, replays: "Waiting") -> None:
        """One request after the other, a few facts under way at a time: the table's own news come first."""
        while True:
            actor, request = await replays.following()
            try:
                await self._tell_again(client, actor, request)
            except (aiomqtt.MqttError, JournalFailed):
                raise
            except Exception:
                # Of one request, as in `_take`: whoever asks for it again is refused again, and nobody else waits.
                log.exception("the replay for %s was not told as it should have been", actor)
                self._tally.refused[Wrong.UNREADABLE] += 1
                await self._refuse(client, actor, _tripped_over(self._journal))
            await asyncio.sleep(REST_S)

    async def _tell_again(self, client: aiomqtt.Client, actor: str, request: ReplayRequest) -> None:
        under_way = set[asyncio.Task[None]]()
        try:
            for payload in told(request, journal=self._journal, topics=self._topics):
                publish = client.publish(self._topics.reply(actor), payload, qos=1)
                under_way.add(asyncio.create_task(publish))
                if len(under_way) >= REPLAY_WINDOW:
                    await _all_done(under_way)
                self._tally.replayed += 1
            await _all_done(under_way)
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)

    async def _refuse(self, client: aiomqtt.Client, actor: str, reply: CommandReply | ReplayRefused) -> None:
        if self._refusals.allows(self._purse(actor)):
            await self._reply(client, actor, reply)
        else:
            self._tally.unanswered += 1

    async def _reply(self, client: aiomqtt.Client, actor: str, reply: CommandReply | ReplayRefused) -> None:
        await client.publish(self._topics.reply(actor), msgspec.json.encode(reply), qos=0)

    def _purse(self, actor: str) -> str:
        return actor if self._has_key(actor) else SOMEBODY

    def _has_key(self, actor: str) -> bool:
        return any(key.actor == actor for key in self._table.state.keys.values())


def _digest(message: aiomqtt.Message) -> str:
    return hashlib.sha256(bytes(message.payload)).hexdigest()


def _tripped_over(journal: Journal) -> ReplayRefused:
    return refused(journal, Wrong.UNREADABLE, TRIPPED.code, TRIPPED.reason, TRIPPED.allowed_by)


async def _all_done(tasks: set["asyncio.Task[None]"]) -> None:
    """Raise what the first of them failed of; the others fail of the same, and nobody else looks at them."""
    results = await asyncio.gather(*tasks, return_exceptions=True)
    tasks.clear()
    for result in results:
        if isinstance(result, BaseException):
            raise result
