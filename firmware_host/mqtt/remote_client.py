"""The asker's side of a table that is far away: its key, signed commands, and what the table shows."""

import asyncio
import hashlib
import os
import secrets
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import msgspec

from firmware_host import files
from firmware_host.errors import UserError
from firmware_host.host.clock import Clock
from firmware_host.journal.signing import Signer
from firmware_host.mqtt.connection import ClientOptions, connected
from firmware_host.mqtt.counters import Counters
from firmware_host.mqtt.messages import Command, CommandReply, SignedCommand
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Act
from firmware_host.table.identities import PersonName, PublicKey, id_of

MODE = 0o600

AGAIN_S = 2.0
"""So long is waited for an answer before the same command is sent again: its id lets it act once."""


class CommandKeyFile(Record, frozen=True, kw_only=True):
    """Whose key it is; `secret` is the private half, which never leaves the file."""

    actor: PersonName
    public: PublicKey
    secret: PublicKey

    def __repr__(self) -> str:
        """Leave the secret out, wherever this may be printed."""
        return f"KeyFile({self.actor!r}, {self.public!r})"


class CommandSigner:
    """Signs in one actor's name."""

    def __init__(self, *, actor: str, signer: Signer) -> None:
        """Store."""
        self.actor = actor
        self.public = signer.key
        self.key = id_of(signer.key)
        self._signer = signer

    def sign(self, command: Command) -> bytes:
        """Return what is published."""
        return self.sign_bytes(msgspec.json.encode(command))

    def sign_bytes(self, body: bytes) -> bytes:
        """Return the same of a command that somebody else has encoded."""
        signed = self._signer.sign(body)
        return msgspec.json.encode(SignedCommand(body=signed.data, key=self.key, sig=signed.signature))


def make_key(path: Path, *, actor: str) -> CommandSigner:
    """Make a key in a new file. Raises `UserError` where there is one, or none can be written."""
    signer = Signer.made()
    words = CommandKeyFile(actor=actor, public=signer.key, secret=signer.secret.hex())
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    except OSError as error:
        raise UserError(f"cannot make the key {path} ({error.strerror}); name another file") from None
    try:
        files.write(file, msgspec.json.encode(words) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    return CommandSigner(actor=actor, signer=signer)


def read_key(path: Path) -> CommandSigner:
    """Return what signs with this file's key. Raises `UserError` for one that is none, or that others may read."""
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~MODE:
            raise UserError(f"{path} may be read by others, who could then sign as well; chmod 600 it")
        words = msgspec.json.decode(path.read_bytes(), type=CommandKeyFile)
        signer = Signer.of(bytes.fromhex(words.secret))
    except OSError as error:
        raise UserError(f"cannot read the key {path} ({error.strerror}); make one by `mqtt key make`") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        # What was wrong is not repeated: the secret may stand in it.
        raise UserError(f"{path} is no key; make one by `firmware-host mqtt key make`") from None
    if signer.key != words.public:
        raise UserError(f"the halves of the key {path} do not belong together; make another")
    return CommandSigner(actor=words.actor, signer=signer)


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """What an asker has to know of a table, from its `state`; of a later version more may stand there."""

    journal: str
    seen: int


class RemoteTable(Record, frozen=True, kw_only=True):
    """Where a table is, for whoever is not on its board."""

    config: MqttConfig
    topics: Topics


@asynccontextmanager
async def listening(far: RemoteTable, *topics: str) -> AsyncIterator[aiomqtt.Client]:
    """Connect and subscribe. Raises `UserError` where that cannot be done."""
    options = ClientOptions(identifier=f"firmware-host-{secrets.token_hex(6)}", tally=Counters())
    try:
        async with connected(far.config, options) as client:
            await client.subscribe([(topic, 1) for topic in topics])
            yield client
    except aiomqtt.MqttError as error:
        raise UserError(f"the broker {far.config.url} is not there, or does not let us in ({error})") from None


async def ask(
    far: RemoteTable, *, act: Act, signing: CommandSigner, clock: Clock, id_: str | None = None, within_s: float
) -> CommandReply:
    """Ask as of the newest state, and return the answer. Raises `UserError` where none comes."""
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
        raise UserError(
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
