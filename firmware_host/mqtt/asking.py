"""The asker's side of a table that is far away: what it shows, and commands sent until they are answered."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiomqtt
import msgspec

from firmware_host.clock import Clock
from firmware_host.mqtt.commands import Command, CommandReply
from firmware_host.mqtt.config import MqttConfig
from firmware_host.mqtt.line import Caller, connected
from firmware_host.mqtt.signing import Signing
from firmware_host.mqtt.tally import Tally
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.record import Record
from firmware_host.table.acts import Act
from firmware_host.trouble import Trouble

AGAIN_S = 2.0
"""So long is waited for an answer before the same command is sent again: its id lets it act once."""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What an asker has to know of a table, from its `state`; of a later version more may stand there."""

    journal: str
    seen: int


class Far(Record, frozen=True, kw_only=True):
    """Where a table is, for whoever is not on its board."""

    config: MqttConfig
    topics: Topics


@asynccontextmanager
async def listening(far: Far, *topics: str) -> AsyncIterator[aiomqtt.Client]:
    """Connect and subscribe. Raises `Trouble` where that cannot be done."""
    caller = Caller(identifier=f"firmware-host-{secrets.token_hex(6)}", tally=Tally())
    try:
        async with connected(far.config, caller) as client:
            await client.subscribe([(topic, 1) for topic in topics])
            yield client
    except aiomqtt.MqttError as error:
        raise Trouble(f"the broker {far.config.url} is not there, or does not let us in ({error})") from None


async def ask(
    far: Far, *, act: Act, signing: Signing, clock: Clock, id_: str | None = None, within_s: float
) -> CommandReply:
    """Ask as of the newest state, and return the answer. Raises `Trouble` where none comes."""
    topics = far.topics
    reply_to = topics.reply(signing.actor)
    try:
        async with asyncio.timeout(within_s), listening(far, topics.state, reply_to) as client:
            shown = await _shown(client, topics)
            now = clock.stamp()
            command = Command(
                journal=shown.journal,
                table=topics.base,
                actor=signing.actor,
                id=id_ or secrets.token_hex(8),
                seen=shown.seen,
                at_ms=now.wall_ms if now.synced else None,
                act=act,
            )
            return await _answered(client, topics.command(signing.actor), signing.sign(command), reply_to)
    except TimeoutError:
        raise Trouble(
            f"no answer from {topics.base} within {within_s:g} seconds; look at its `status` with `mqtt watch`"
        ) from None


async def _shown(client: aiomqtt.Client, topics: Topics) -> Shown:
    async for message in client.messages:
        if message.topic.value == topics.state and message.payload:
            return msgspec.json.decode(bytes(message.payload), type=Shown)
    raise TimeoutError


async def _answered(client: aiomqtt.Client, topic: str, payload: bytes, reply_to: str) -> CommandReply:
    sending = asyncio.create_task(_sent_again_and_again(client, topic, payload))
    name = hashlib.sha256(payload).hexdigest()
    try:
        async for message in client.messages:
            reply = _reply_in(bytes(message.payload)) if message.topic.value == reply_to else None
            if reply is not None and reply.command == name:
                return reply
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    raise TimeoutError


async def _sent_again_and_again(client: aiomqtt.Client, topic: str, payload: bytes) -> None:
    while True:
        await client.publish(topic, payload, qos=1)
        await asyncio.sleep(AGAIN_S)


def _reply_in(payload: bytes) -> CommandReply | None:
    """Other answers come to the same name: replays, and those to forgeries of others."""
    try:
        return msgspec.json.decode(payload, type=CommandReply)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
