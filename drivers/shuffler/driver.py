"""The driver of the real shuffler: opens the port, runs one session after another, gives a command at most once."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from typing import Final, Self, assert_never

from drivers.link.crypto import same
from drivers.link.frame import LinkStatistics
from drivers.link.link_events_and_timing import LINK_TIMING, LinkTiming
from drivers.link.pairing import Keyring, KeysMissing
from drivers.serial.port_errors import PortBusy, PortForbidden, PortLost, PortMissing
from drivers.serial.port_opening import open_stream, parse_address
from drivers.serial.stream import ByteStream
from drivers.shuffler.attestation import Firmware
from drivers.shuffler.fields import ORDER_NONCE_BYTES
from drivers.shuffler.host_messages import Clear, Deliver, Order, Reconcile, SelfTest, Shuffle, WhatBecame
from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandRefused,
    CommandStatus,
    DownReason,
    EventId,
    LinkDown,
    Load,
    ShuffleFinished,
    ShufflerAway,
    ShufflerBusy,
    ShufflerEvent,
    Status,
    Wear,
)
from drivers.shuffler.session import ANSWER_DEADLINE_S, Conversation, ConversationOver

BACKOFF_FIRST_S: Final = 0.25

BACKOFF_LONGEST_S: Final = 0.5
"""With the last wait of HELLO before it, a shuffler that is back is greeted within 2.1 s."""

LASTED_S: Final = 10.0
"""Only a session that lasted this long resets the back-off."""

EVENTS_MAX: Final = 256
"""Events waiting to be read. At this limit the driver stops reading the port, and the device keeps its events."""

Watch = Callable[[bytes], None]
"""Is shown every byte that goes one way, or every message that was refused; for a trace."""

_WHY: Final = {
    PortMissing: DownReason.PORT_MISSING,
    PortForbidden: DownReason.PORT_FORBIDDEN,
    PortBusy: DownReason.PORT_BUSY,
}


def _unwatched(_: bytes) -> None:
    return


class SerialShuffler:
    """Implements `drivers.shuffler.port.SpeakingShuffler`."""

    def __init__(
        self,
        *,
        url: str,
        keyring: Keyring,
        firmware: tuple[Firmware, ...] = (),
        timing: LinkTiming = LINK_TIMING,
        answer_deadline_s: float = ANSWER_DEADLINE_S,
        opened: ByteStream | None = None,
        sent: Watch = _unwatched,
        heard: Watch = _unwatched,
        refused: Watch = _unwatched,
    ) -> None:
        """Prepare without opening the port. Raises PortUnknown for an address that can never be a port."""
        self._address = parse_address(url)
        self._keyring = keyring
        self._firmware = firmware
        self._sent, self._heard, self._refused = sent, heard, refused
        self._order_secret = b""
        """The secret for nonces, of the keys that opened the last session; empty before the first."""
        self._timing = timing
        self._answer_deadline_s = answer_deadline_s
        self._opened = opened
        self._events: asyncio.Queue[ShufflerEvent] = asyncio.Queue(EVENTS_MAX)
        self._conversation: Conversation | None = None
        self._commanding = asyncio.Lock()
        self._never_given: tuple[Conversation, CommandId] | None = None
        """The session and the order that WHAT_BECAME has just answered *unknown*: it need not be asked again."""
        self._told: DownReason | None = None
        self.statistics = LinkStatistics()
        """Of the newest session."""

    @classmethod
    async def create(
        cls,
        *,
        url: str,
        keyring: Keyring,
        firmware: tuple[Firmware, ...] = (),
        timing: LinkTiming = LINK_TIMING,
        sent: Watch = _unwatched,
        heard: Watch = _unwatched,
        refused: Watch = _unwatched,
    ) -> Self:
        """Open the port at once, so that a wrong port is reported now. Raises a PortTrouble."""
        opened = await open_stream(parse_address(url))
        return cls(
            url=url,
            keyring=keyring,
            firmware=firmware,
            timing=timing,
            opened=opened,
            sent=sent,
            heard=heard,
            refused=refused,
        )

    def close(self) -> None:
        """Close the port of a driver that was created and never run; `run` closes its own."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def events(self) -> AsyncIterator[ShufflerEvent]:
        return _Events(self._events)

    async def run(self) -> None:
        backoff_s = BACKOFF_FIRST_S
        while True:
            began_s = asyncio.get_running_loop().time()
            down, was_up = await self._once()
            if was_up and asyncio.get_running_loop().time() - began_s >= LASTED_S:
                backoff_s = BACKOFF_FIRST_S
            if was_up or down.why is not self._told:
                self._told = down.why
                await self._events.put(down)
            await asyncio.sleep(backoff_s)
            backoff_s = min(2 * backoff_s, BACKOFF_LONGEST_S)

    def is_ours(self, finished: ShuffleFinished) -> bool:
        return same(finished.nonce, self._nonce(finished.command))

    def _nonce(self, command: CommandId) -> bytes:
        """Derive the nonce from the secret and the command, so that it survives a restart without being stored."""
        named = command.journal + command.number.to_bytes(8)
        return hmac.digest(self._order_secret, named, "sha256")[:ORDER_NONCE_BYTES]

    async def acknowledge(self, event: EventId) -> None:
        if self._conversation is not None:
            self._conversation.acknowledge(event)

    async def status_of(self, command: CommandId) -> CommandStatus:
        conversation = self._talking()
        status = await conversation.ask(WhatBecame(command=command))
        self._never_given = (conversation, command) if status is CommandStatus.UNKNOWN else None
        return status

    async def status(self) -> Status:
        return await self._talking().status()

    async def load(self) -> Load:
        return await self._talking().load()

    async def wear(self) -> Wear:
        return await self._talking().wear()

    async def shuffle(self, command: CommandId, back: Back) -> None:
        await self._give(Shuffle(command=command, back=back, nonce=self._nonce(command)))

    async def self_test(self, command: CommandId) -> None:
        await self._give(SelfTest(command=command))

    async def deliver(self, command: CommandId) -> None:
        await self._give(Deliver(command=command))

    async def clear(self, command: CommandId) -> None:
        await self._give(Clear(command=command))

    async def reconcile(self, command: CommandId) -> None:
        await self._give(Reconcile(command=command))

    async def _give(self, order: Order) -> None:
        """Ask WHAT_BECAME and give the order within one session. The device remembers commands as well."""
        command = order.command
        async with self._commanding:
            conversation = self._talking()
            status = CommandStatus.UNKNOWN
            if self._never_given != (conversation, command):
                status = await conversation.ask(WhatBecame(command=command))
            self._never_given = None
            if status is CommandStatus.UNKNOWN:
                status = await conversation.ask(order)
        match status:
            case CommandStatus.RUNNING | CommandStatus.DONE:
                return
            case CommandStatus.REFUSED:
                raise CommandRefused(command)
            case CommandStatus.BUSY:
                raise ShufflerBusy
            case CommandStatus.UNKNOWN:
                say = f"the device was given command {command} and does not know it"
                conversation.end(ConversationOver(DownReason.BAD_MESSAGE, say))
                raise ShufflerAway(say)
            case _:
                assert_never(status)

    def _talking(self) -> Conversation:
        if self._conversation is None:
            raise ShufflerAway("no session with the shuffler")
        return self._conversation

    async def _once(self) -> tuple[LinkDown, bool]:
        """Run one connection; return why it ended, and whether a shuffler identified itself."""
        try:
            stream, self._opened = self._opened or await open_stream(self._address), None
        except (PortMissing, PortForbidden, PortBusy) as error:
            return LinkDown(why=_WHY[type(error)], say=str(error)), False
        try:
            pairings, self._order_secret = self._keyring.pairings(), self._keyring.order_secret
        except KeysMissing as missing:
            stream.close()
            return LinkDown(why=DownReason.NOT_PAIRED, say=str(missing), never_paired=True), False
        conversation = Conversation(
            stream=stream,
            pairings=pairings,
            firmware=self._firmware,
            timing=self._timing,
            answer_deadline_s=self._answer_deadline_s,
            sent=self._sent,
            heard=self._heard,
            refused=self._refused,
        )
        over = ConversationOver(DownReason.PORT_LOST, "the driver was stopped")
        try:
            self._conversation = conversation
            self.statistics = conversation.statistics
            await conversation.serve(self._events, self._keyring.holds)
        except ConversationOver as error:
            over = error
        except KeysMissing as missing:
            over = ConversationOver(DownReason.NOT_PAIRED, str(missing))
        except PortLost as error:
            over = ConversationOver(DownReason.PORT_LOST, str(error))
        finally:
            self._conversation = None
            conversation.end(over)
            conversation.say_goodbye()
            stream.close()
        return LinkDown(why=over.why, say=str(over)), conversation.identity is not None


class _Events:
    """An iterator without state of its own, so that a consumer may stop at any time."""

    def __init__(self, queue: asyncio.Queue[ShufflerEvent]) -> None:
        self._queue = queue

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> ShufflerEvent:
        return await self._queue.get()
