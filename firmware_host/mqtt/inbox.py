"""
Receiving: commands, replay requests, and the table's own retained topics at the broker.

Memory, time and replies are bounded, whatever arrives and at whatever rate. Every refusal is counted, and answered with
its reason as long as there are not too many.
"""

import asyncio
import hashlib
import logging
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

import aiomqtt
import msgspec

from firmware_host.host.clock import Clock
from firmware_host.host.intents import TableWithState
from firmware_host.journal.failures import JournalFailed
from firmware_host.journal.store import Journal
from firmware_host.mqtt.command_auth import Claim, Here, Rejected, claimed, proved
from firmware_host.mqtt.connection import DEFAULT_TIMEOUTS, ended, first_ends, raise_first
from firmware_host.mqtt.counters import Counters, Wrong
from firmware_host.mqtt.messages import CommandReply
from firmware_host.mqtt.replay import TRIPPED, ReplayRefused, ReplayService
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Code, Refusal
from firmware_host.table.acts.intent import Intent, Refused
from firmware_host.token_bucket import RateLimit, RateLimiter

COMMANDS = RateLimit(at_once=100, each_second=50)
"""Signature checks for each actor with a key: a few per cent of a small board's core at most."""

REFUSALS = RateLimit(at_once=20, each_second=5)
"""Refusals that are answered: for each actor with a key, and for all other names together."""

NO_KEY = "somebody"
"""Stands for all names without an enrolled key."""

NAME = re.compile(r"[a-z0-9-]{1,32}")

TOO_FAST = Refusal(
    code=Code.BUSY,
    reason=f"more than {COMMANDS.each_second:g} commands a second from this actor",
    allowed_by="ask again in a few seconds",
)

log = logging.getLogger(__name__)


class Table(TableWithState, Protocol):
    """The host, as the inbox uses it."""

    def acts_no_more(self, intent: Intent) -> bool:
        """Return whether this intent cannot act: it was answered before, or it is too old."""
        ...


class Inbox:
    """Receives messages on one connection after another."""

    def __init__(
        self,
        *,
        table: Table,
        journal: Journal,
        topics: Topics,
        clock: Clock,
        tally: Counters,
        clock_s: Callable[[], float] = time.monotonic,
        look_again_s: float = DEFAULT_TIMEOUTS.look_again_s,
    ) -> None:
        """Set the three callbacks before the first `hear`."""
        self._table = table
        self._journal = journal
        self._topics = topics
        self._clock = clock
        self._tally = tally
        self._look_again_s = look_again_s
        self.found_retained: Callable[[str, bytes], bool] = lambda _topic, _payload: True
        """Called with each alert, device document, status, state or sign; returns whether it was dealt with now."""
        self.was_flooded: Callable[[], None] = lambda: None
        """Called when messages were dropped: any retained document of the table may have been forged meanwhile."""
        self._is_behind = False
        self.listens_to_itself: Callable[[bool], None] = lambda _: None
        """Called with whether the broker lets the table subscribe to its own status and checkpoint."""
        self.heard_itself: Callable[[str, bytes], None] = lambda _topic, _payload: None
        """Called with the table's own status and checkpoint as the broker passes them on."""
        self.found_checkpoint: Callable[[bytes], Awaitable[None]] = _nobody
        """Compares the checkpoint that the broker retains with the record."""
        self._own = topics.echoed
        self._commands = RateLimiter(COMMANDS, clock_s=clock_s)
        self._refusals = RateLimiter(REFUSALS, clock_s=clock_s)

    async def hear(self, client: aiomqtt.Client) -> None:
        """
        Receive on this connection. Raises `MqttError` when it is lost.

        A reply that is not accepted in time also ends the session: a frozen broker may keep the connection open. The
        status of the next session tells a consumer that waits for a replay to ask again.
        """
        replays = ReplayService(
            client,
            journal=self._journal,
            topics=self._topics,
            tally=self._tally,
            has_key=self._has_key,
            refuse=partial(self._refuse, client),
        )
        # In this task, as its first step, so that publishing starts after the subscription.
        await self._subscribe(client)
        taking = asyncio.create_task(self._take_all(client, replays), name="mqtt take")
        replaying = asyncio.create_task(replays.run(), name="mqtt replay")
        looking = asyncio.create_task(self._look_again(client), name="mqtt look again")
        try:
            await first_ends(taking, replaying, looking)
        finally:
            await ended(taking, replaying, looking)
        raise_first(taking, replaying, looking)

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        """Subscribe with QoS 0: askers repeat an unanswered command, and the broker need not queue commands for us."""
        topics = (
            # First: retained messages come in this order, and a flood of the others must not drop the checkpoint.
            *self._own,
            self._topics.commands,
            self._topics.replays,
            *self._documents,
        )
        granted = await client.subscribe([(topic, 0) for topic in topics])
        refused_topics = [
            topic for topic, qos in zip(topics, granted, strict=False) if isinstance(qos, int) and qos > 2
        ]
        self.listens_to_itself(not any(topic in self._own for topic in refused_topics))
        if refused_topics:
            log.warning(
                "the broker does not let the table read %s; fix the broker's access list", ", ".join(refused_topics)
            )

    async def _look_again(self, client: aiomqtt.Client) -> None:
        """After a flood subscribe again: the broker then sends its retained messages, and forged ones are replaced."""
        lost = self._tally.lost
        while True:
            await asyncio.sleep(self._look_again_s)
            if self._tally.lost != lost:
                self.was_flooded()
            elif not self._is_behind:
                continue
            lost, self._is_behind = self._tally.lost, False
            await client.subscribe([(topic, 0) for topic in (*self._documents, self._topics.status)])

    @property
    def _documents(self) -> tuple[str, ...]:
        return self._topics.every_alert, self._topics.every_device, self._topics.state, self._topics.sign

    async def _take_all(self, client: aiomqtt.Client, replays: ReplayService) -> None:
        async for message in client.messages:
            await self._take(client, message, replays)

    async def _take(self, client: aiomqtt.Client, message: aiomqtt.Message, replays: ReplayService) -> None:
        """
        Handle one message. Raises `MqttError` when the connection is lost, `JournalFailed`, and nothing else.

        A message that causes an internal error must not end the session: it would be sent again and again.
        """
        try:
            await self._handle(client, message, replays)
        except (aiomqtt.MqttError, JournalFailed):
            raise
        except Exception:
            log.exception("internal error while reading a message on %s; the message is refused", message.topic.value)
            await self._trip(client, message, replays)

    async def _trip(self, client: aiomqtt.Client, message: aiomqtt.Message, replays: ReplayService) -> None:
        kind, name = self._topics.kind_and_name(message.topic.value)
        if kind == "cmd":
            wrong = Rejected(wrong=Wrong.UNREADABLE, refusal=TRIPPED)
            await self._refuse_command(client, name, bytes(message.payload), wrong)
        elif kind == "replay":
            await replays.trip(name)
        else:
            self._tally.refused[Wrong.UNREADABLE] += 1

    async def _handle(self, client: aiomqtt.Client, message: aiomqtt.Message, replays: ReplayService) -> None:
        kind, name = self._topics.kind_and_name(message.topic.value)
        payload, retained = bytes(message.payload), bool(message.retain)
        if kind in ("cmd", "replay") and not NAME.fullmatch(name):
            # No reply is possible: the name is not a valid topic level.
            self._tally.refused[Wrong.OTHER_ACTOR] += 1
            self._tally.unanswered += 1
        elif kind == "cmd":
            await self._command(client, name, payload, retained=retained)
        elif kind == "replay":
            await replays.ask(name, payload, retained=retained)
        elif message.topic.value in self._own:
            if not retained:
                self.heard_itself(message.topic.value, payload)
            elif message.topic.value == self._topics.checkpoint:
                await self.found_checkpoint(payload)
        if kind not in ("cmd", "replay") and not self.found_retained(message.topic.value, payload):
            self._is_behind = True

    async def _command(self, client: aiomqtt.Client, actor: str, payload: bytes, *, retained: bool) -> None:
        found = self._checked(payload, actor=actor, retained=retained)
        if isinstance(found, Rejected):
            await self._refuse_command(client, actor, payload, found)
            return
        self._tally.commands += 1
        self._tally.known_ids += self._table.acts_no_more(found)
        answer = await self._table.submit(found)
        await self._reply(
            client, actor, CommandReply(journal=self._journal.id, command=_digest(payload), answer=answer)
        )

    def _checked(self, payload: bytes, *, actor: str, retained: bool) -> Intent | Rejected:
        """Return the intent, or a refusal. Only messages that name an actor's key count against its limit."""
        state = self._table.state
        found = claimed(payload, actor=actor, retained=retained, state=state)
        if not isinstance(found, Claim):
            return found
        if not self._commands.allows(actor):
            return Rejected(wrong=Wrong.TOO_MANY, refusal=TOO_FAST)
        return proved(found, Here(table=self._topics.base, state=state, now=self._clock.stamp()))

    async def _refuse_command(self, client: aiomqtt.Client, actor: str, payload: bytes, why: Rejected) -> None:
        self._tally.refused[why.wrong] += 1
        answer = Refused(id=why.id, refusal=why.refusal)
        reply = CommandReply(journal=self._journal.id, command=_digest(payload), answer=answer, wrong=why.wrong)
        await self._refuse(client, actor, reply)

    async def _refuse(self, client: aiomqtt.Client, actor: str, reply: CommandReply | ReplayRefused) -> None:
        if self._refusals.allows(actor if self._has_key(actor) else NO_KEY):
            await self._reply(client, actor, reply)
        else:
            self._tally.unanswered += 1

    async def _reply(self, client: aiomqtt.Client, actor: str, reply: CommandReply | ReplayRefused) -> None:
        await client.publish(self._topics.reply(actor), msgspec.json.encode(reply), qos=0)

    def _has_key(self, actor: str) -> bool:
        return any(key.actor == actor and not key.revoked for key in self._table.state.keys.values())


async def _nobody(payload: bytes) -> None:
    del payload


def _digest(payload: bytes) -> str:
    """Return the SHA-256 by which the reply names the message."""
    return hashlib.sha256(payload).hexdigest()
