"""A client for a remote table: key files, signed commands, and the table's state."""

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
from firmware_host.errors import UserError, plain_reason
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
"""Wait this long for an answer before the same command is sent again; its id makes it act once."""


class CommandKeyFile(Record, frozen=True, kw_only=True):
    """The content of a command key's file; `secret` is the private half."""

    actor: PersonName
    public: PublicKey
    secret: PublicKey

    def __repr__(self) -> str:
        """Leave out the secret."""
        return f"KeyFile({self.actor!r}, {self.public!r})"


class CommandSigner:
    """Signs commands in one actor's name."""

    def __init__(self, *, actor: str, signer: Signer) -> None:
        """`signer` holds the private half."""
        self.actor = actor
        self.public = signer.key
        self.key = id_of(signer.key)
        self._signer = signer

    def sign(self, command: Command) -> bytes:
        """Return the message for `cmd/{actor}`."""
        return self.sign_bytes(msgspec.json.encode(command))

    def sign_bytes(self, body: bytes) -> bytes:
        """Return the message for a command that is already encoded."""
        signed = self._signer.sign(body)
        return msgspec.json.encode(SignedCommand(body=signed.data, key=self.key, sig=signed.signature))


def make_key(path: Path, *, actor: str) -> CommandSigner:
    """Make a key in a new file. Raises `UserError` if the file exists or cannot be written."""
    signer = Signer.made()
    words = CommandKeyFile(actor=actor, public=signer.key, secret=signer.secret.hex())
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    except OSError as error:
        raise UserError(f"cannot create the key file {path} ({error.strerror}); give another file") from None
    try:
        files.write(file, msgspec.json.encode(words) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)
    return CommandSigner(actor=actor, signer=signer)


def read_key(path: Path) -> CommandSigner:
    """Read a key file. Raises `UserError` if it is invalid or other accounts can read it."""
    try:
        if path.is_dir():
            raise UserError(f"{path} is a folder; give the key file that `firmware-host mqtt key make` wrote")
        if stat.S_IMODE(path.stat().st_mode) & ~MODE:
            raise UserError(f"other accounts can read the key {path} and could sign with it; run `chmod 600 {path}`")
        words = msgspec.json.decode(path.read_bytes(), type=CommandKeyFile)
        signer = Signer.of(bytes.fromhex(words.secret))
    except OSError as error:
        raise UserError(
            f"cannot read the key {path} ({error.strerror}); make one with `firmware-host mqtt key make`"
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError):
        # The error is not repeated, as it may contain the secret.
        raise UserError(f"{path} is not a key file; make one with `firmware-host mqtt key make`") from None
    if signer.key != words.public:
        raise UserError(
            f"the two halves of the key in {path} do not match; make another with `firmware-host mqtt key make`"
        )
    return CommandSigner(actor=words.actor, signer=signer)


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a table's `state` that a command needs; later versions may publish more."""

    journal: str
    seen: int


class RemoteTable(Record, frozen=True, kw_only=True):
    """The broker and the topics of a remote table."""

    config: MqttConfig
    topics: Topics


@asynccontextmanager
async def listening(far: RemoteTable, *topics: str) -> AsyncIterator[aiomqtt.Client]:
    """Connect and subscribe. Raises `UserError` if that fails."""
    options = ClientOptions(identifier=f"firmware-host-{secrets.token_hex(6)}", tally=Counters())
    try:
        async with connected(far.config, options) as client:
            await client.subscribe([(topic, 1) for topic in topics])
            yield client
    except aiomqtt.MqttError as error:
        raise UserError(
            f"cannot use the broker {far.config.url} ({plain_reason(error)}); check that it is running and accepts "
            "this user"
        ) from None


async def ask(
    far: RemoteTable, *, act: Act, signing: CommandSigner, clock: Clock, id_: str | None = None, within_s: float
) -> CommandReply:
    """Send a command on the newest state and return the reply. Raises `UserError` if none comes in time."""
    topics = far.topics
    reply_to = topics.reply(signing.actor)
    try:
        async with asyncio.timeout(within_s), listening(far, topics.state, reply_to) as client:
            shown = await _newest_state(client, topics)
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
            f"no answer from {topics.base} within {within_s:g} seconds; "
            "check its `status` with `firmware-host mqtt watch`"
        ) from None


async def _newest_state(client: aiomqtt.Client, topics: Topics) -> Shown:
    async for message in client.messages:
        if message.topic.value == topics.state and message.payload:
            return msgspec.json.decode(bytes(message.payload), type=Shown)
    raise TimeoutError


async def _answered(client: aiomqtt.Client, topic: str, payload: bytes, reply_to: str) -> CommandReply:
    sending = asyncio.create_task(_send_until_cancelled(client, topic, payload))
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


async def _send_until_cancelled(client: aiomqtt.Client, topic: str, payload: bytes) -> None:
    while True:
        await client.publish(topic, payload, qos=1)
        await asyncio.sleep(AGAIN_S)


def _reply_in(payload: bytes) -> CommandReply | None:
    """Return a reply to a command; replays and replies to forgeries come on the same topic."""
    try:
        return msgspec.json.decode(payload, type=CommandReply)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
