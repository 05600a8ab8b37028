"""One session with a shuffler, from HELLO to its end: its identity, its events, and its answers."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, assert_never

from drivers.link.crypto import NONCE_BYTES, Pairing, Vocabulary
from drivers.link.frame import LinkStatistics
from drivers.link.link import HostLink
from drivers.link.link_events_and_timing import (
    ByeReason,
    LinkEvent,
    LinkLost,
    LinkOpened,
    LinkTiming,
    LossReason,
    PairingAccepted,
    PayloadReceived,
    PeerBusy,
)
from drivers.serial.port_errors import PortLost
from drivers.serial.stream import ByteStream
from drivers.shuffler.attestation import ATTEST_NONCE_BYTES, Firmware, running
from drivers.shuffler.device_messages import Attestation, CommandReport
from drivers.shuffler.host_messages import Attest, CheckLoad, EventAck, GetStatus, GetWear, Identify, Order, WhatBecame
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import (
    VOCABULARY,
    Message,
    WireError,
    decode,
    encode,
    fingerprint,
    knows,
    lacking,
    unreadable,
)
from drivers.shuffler.port import (
    CommandId,
    CommandStatus,
    DownReason,
    EventId,
    Identity,
    KeptEvent,
    LinkUp,
    Load,
    Progress,
    ShufflerAway,
    ShufflerEvent,
    ShufflerMute,
    Standing,
    Status,
    Tampered,
    Wear,
)

TAMPERING_EACH_S: Final = 60.0

ANSWER_DEADLINE_S: Final = 5.0
"""A device answers at once; one that acknowledges frames and does not answer in this time is broken."""

Answer = TypeVar("Answer", CommandReport, Status, Load, Wear)

_BYES: Final = {
    ByeReason.STOPPING: "it is stopping",
    ByeReason.BAD_MESSAGE: "it received a message that it does not know",
    ByeReason.PAIRED_ANEW: "it was paired with another table",
}


class ConversationOver(Exception):  # noqa: N818 - named for what is wrong
    """This session is over: report why, close the port, start another."""

    def __init__(self, why: DownReason, say: str) -> None:
        super().__init__(say)
        self.why = why


@dataclass(frozen=True, kw_only=True, slots=True)
class _Question:
    kind: type[CommandReport | Status | Load | Wear]
    command: CommandId | None
    limit: asyncio.Timeout
    answer: asyncio.Future[Any] = field(default_factory=asyncio.Future)

    def is_answered_by(self, message: CommandReport | Status | Load | Wear) -> bool:
        return isinstance(message, self.kind) and getattr(message, "command", None) == self.command


class Conversation:
    def __init__(
        self,
        *,
        stream: ByteStream,
        pairings: tuple[Pairing, ...],
        firmware: tuple[Firmware, ...],
        timing: LinkTiming,
        answer_deadline_s: float,
        sent: Callable[[bytes], None],
        heard: Callable[[bytes], None],
        refused: Callable[[bytes], None],
    ) -> None:
        self._sent, self._heard, self._refused = sent, heard, refused
        self._firmware = firmware
        self._attest = Attest(nonce=secrets.token_bytes(ATTEST_NONCE_BYTES))
        self._running: Firmware | None = None
        self._why = "no list of approved firmware is in force at this table"
        self._answer_deadline_s = answer_deadline_s
        self._stream = stream
        self._link = HostLink(
            pairings=pairings,
            session=secrets.randbits(32),
            nonce=secrets.token_bytes(NONCE_BYTES),
            vocabulary=VOCABULARY,
            now_ms=_now_ms(),
            timing=timing,
        )
        self._outbox: deque[Message] = deque()
        self._questions: deque[_Question] = deque()
        self._over: ConversationOver | None = None
        self._identify_by: float | None = None
        self._knows = Vocabulary()
        self._pairing = ""
        self._tampered = (0, 0)
        self._tampering_told_s = -TAMPERING_EACH_S
        self.identity: Identity | None = None

    @property
    def statistics(self) -> LinkStatistics:
        return self._link.statistics

    async def serve(self, events: asyncio.Queue[ShufflerEvent], holds: Callable[[Pairing], None]) -> None:
        """
        Serve the session; ends only with ConversationOver, PortLost or a cancellation.

        A full queue makes the device wait, not the host. `holds` receives the pairing that the device has proved,
        before the host sends anything else.
        """
        while True:
            self._push()
            data = await self._stream.read(until=self._due())
            self._heard(data)
            now_ms = _now_ms()
            for event in (*self._link.receive(data, now_ms), *self._link.poll(now_ms)):
                if isinstance(event, LinkOpened):
                    holds(event.pairing)
                await self._on_link(event, events)
            await self._tell_tampering(events)
            self._check()

    async def _tell_tampering(self, events: asyncio.Queue[ShufflerEvent]) -> None:
        """Report frames that noise cannot make, at once and then at most once a minute."""
        if self.identity is None or asyncio.get_running_loop().time() < self._tampering_told_s + TAMPERING_EACH_S:
            return
        heard = self._link.statistics
        forged, replayed = heard.forged - self._tampered[0], heard.replayed - self._tampered[1]
        if forged or replayed:
            self._tampered = (heard.forged, heard.replayed)
            self._tampering_told_s = asyncio.get_running_loop().time()
            await events.put(Tampered(forged=forged, replayed=replayed))

    async def ask(self, question: Order | WhatBecame) -> CommandStatus:
        """
        Return the device's answer about a command.

        Raises ShufflerAway if the session ends before the answer, and ShufflerMute.
        """
        report = await self._answered(question, CommandReport, question.command)
        return report.status

    async def status(self) -> Status:
        """Return STATUS, which every machine knows. Raises ShufflerAway."""
        return await self._answered(GetStatus(), Status)

    async def load(self) -> Load:
        """Return the answer to CHECK_LOAD. Raises ShufflerAway or ShufflerMute."""
        return await self._answered(CheckLoad(), Load)

    async def wear(self) -> Wear:
        """Return the wear counters. Raises ShufflerAway or ShufflerMute."""
        return await self._answered(GetWear(), Wear)

    async def _answered(self, question: Message, kind: type[Answer], command: CommandId | None = None) -> Answer:
        if self._over is not None or self.identity is None:
            raise ShufflerAway("no session with the shuffler")
        if not knows(self._knows, type(question)):
            raise ShufflerMute(
                f"this shuffler does not know the message {tag_of(type(question)).name}, so the message is not sent"
            )
        asked = _Question(kind=kind, command=command, limit=asyncio.timeout(self._answer_deadline_s))
        try:
            async with asked.limit:
                self._questions.append(asked)
                self._post(question)
                answer: Answer = await asked.answer
        except TimeoutError:
            say = f"no answer to {tag_of(type(question)).name} in {self._answer_deadline_s:g} s"
            self.end(ConversationOver(DownReason.NO_ANSWER, say))
            raise ShufflerAway(say) from None
        return answer

    def acknowledge(self, event: EventId) -> None:
        if self._over is None and self.identity is not None:
            self._post(EventAck(event=event))

    def end(self, over: ConversationOver) -> None:
        """End every open question with ShufflerAway, so that a late answer cannot count for a later question."""
        if self._over is None:
            self._over = over
        for question in self._questions:
            if not question.answer.done():
                question.answer.set_exception(ShufflerAway(str(over)))
        self._questions.clear()
        self._stream.interrupt()

    def say_goodbye(self) -> None:
        """Send BYE if the port still works; otherwise the device notices the silence."""
        refused = self._over is not None and self._over.why is DownReason.BAD_MESSAGE
        self._link.end(ByeReason.BAD_MESSAGE if refused else ByeReason.STOPPING)
        output = self._link.take_output()
        self._sent(output)
        with suppress(PortLost):
            self._stream.write(output)

    def _post(self, message: Message) -> None:
        self._outbox.append(message)
        self._stream.interrupt()

    def _push(self) -> None:
        now_ms = _now_ms()
        while self._outbox and self._link.room:
            self._link.send(encode(self._outbox.popleft()), now_ms)
        output = self._link.take_output()
        if output:
            self._sent(output)
            self._stream.write(output)

    def _due(self) -> float | None:
        """Return when the link or IDENTIFY is due, by the loop's clock."""
        due_ms = self._link.next_due()
        if due_ms is None:
            return None
        due = asyncio.get_running_loop().time() + max(0, due_ms - _now_ms()) / 1000
        return due if self._identify_by is None else min(due, self._identify_by)

    def _check(self) -> None:
        if self._identify_by is not None and asyncio.get_running_loop().time() >= self._identify_by:
            raise ConversationOver(DownReason.NO_ANSWER, "the device opened a session and did not answer IDENTIFY")
        if self._over is not None:
            raise self._over

    async def _on_link(self, event: LinkEvent, events: asyncio.Queue[ShufflerEvent]) -> None:
        match event:
            case LinkOpened(vocabulary=vocabulary, pairing=pairing):
                self._pairing = pairing.name
                self._begin(vocabulary)
                self._identify_by = asyncio.get_running_loop().time() + self._answer_deadline_s
            case PeerBusy(until_ms=until_ms):
                self._wait_for_busy(until_ms)
            case PayloadReceived(payload=payload):
                await self._on_message(payload, events)
            case PairingAccepted():
                raise AssertionError("only a device is paired by what it hears")
            case LinkLost(why=why, bye=bye):
                raise _over(why, bye)
            case _:
                assert_never(event)

    def _begin(self, vocabulary: Vocabulary) -> None:
        """Ask for the firmware first, so that its grade is known before the first event."""
        self._knows = vocabulary
        for missing in lacking(vocabulary):
            raise ConversationOver(DownReason.BAD_MESSAGE, f"the device cannot be used: {missing}")
        if not self._firmware:
            self._outbox.append(Identify())
        elif knows(vocabulary, Attest):
            self._outbox.append(self._attest)
        else:
            self._why = "the shuffler cannot state which firmware it runs"
            self._outbox.append(Identify())

    def _on_attestation(self, attestation: Attestation) -> None:
        self._running = running(self._firmware, self._attest.nonce, attestation.digest)
        self._why = "the firmware of the shuffler is not on the signed list"
        self._outbox.append(Identify())

    def _up(self, identity: Identity) -> LinkUp:
        if self._running is not None and self._running.model != identity.model:
            self._running = None
            self._why = "the firmware of the shuffler is for another model"
        if self._running is None:
            return LinkUp(identity=identity, standing=Standing.REPORTED, why=self._why, pairing=self._pairing)
        return LinkUp(identity=identity, standing=Standing.ATTESTED, pairing=self._pairing)

    def _wait_for_busy(self, until_ms: int) -> None:
        """Extend all deadlines: a busy device cannot answer earlier."""
        by = asyncio.get_running_loop().time() + max(0, until_ms - _now_ms()) / 1000 + self._answer_deadline_s
        if self._identify_by is not None:
            self._identify_by = max(self._identify_by, by)
        for question in self._questions:
            if not question.limit.expired() and not question.answer.done():
                question.limit.reschedule(by)

    async def _on_message(self, payload: bytes, events: asyncio.Queue[ShufflerEvent]) -> None:
        try:
            message = decode(payload)
        except WireError as error:
            self._refused(payload)
            kept = unreadable(payload) if self.identity is not None else None
            if kept is None:
                raise ConversationOver(DownReason.BAD_MESSAGE, f"the device sent an invalid message: {error}") from None
            await events.put(kept)
            return
        match message:
            case Attestation() if self.identity is None and self._firmware:
                self._on_attestation(message)
            case Identity() if self.identity is None:
                self.identity = message
                self._identify_by = None
                await events.put(self._up(message))
            case CommandReport() | Status() | Load() | Wear():
                self._answer(message)
            case Progress() if self.identity is not None:
                if not events.full():
                    events.put_nowait(message)
            case _ if isinstance(message, KeptEvent) and self.identity is not None:
                await events.put(message)
            case _:
                say = f"the device sent {tag_of(type(message)).name} out of turn ({fingerprint(payload)})"
                raise ConversationOver(DownReason.BAD_MESSAGE, say)

    def _answer(self, message: CommandReport | Status | Load | Wear) -> None:
        """Match answers with questions in order. A question that was abandoned still uses up its answer."""
        if not self._questions or not self._questions[0].is_answered_by(message):
            say = f"the device sent an answer that was not asked for: {tag_of(type(message)).name}"
            raise ConversationOver(DownReason.BAD_MESSAGE, say)
        answer = self._questions.popleft().answer
        if not answer.done():
            answer.set_result(message)


def _over(why: LossReason, bye: ByeReason | None) -> ConversationOver:
    match why:
        case LossReason.NO_WELCOME:
            return ConversationOver(DownReason.NO_ANSWER, "the port is open and nothing on it answers as a shuffler")
        case LossReason.OTHER_VERSION:
            return ConversationOver(DownReason.OTHER_VERSION, "the device speaks another version of the link protocol")
        case LossReason.NOT_PAIRED:
            say = "the device says that it is not paired with this table; pair it with `firmware-host shuffler pair`"
            return ConversationOver(DownReason.NOT_PAIRED, say)
        case LossReason.NOT_PROVED:
            say = "the device is not the shuffler that was paired; if the shuffler was exchanged, pair the new one"
            return ConversationOver(DownReason.NOT_PROVED, say)
        case LossReason.NOT_ACKNOWLEDGED | LossReason.SILENT:
            return ConversationOver(DownReason.SILENT, "the device has stopped answering")
        case LossReason.ENDED:
            said = "without a reason" if bye is None else f"because {_BYES[bye]}"
            return ConversationOver(DownReason.ENDED, f"the device closed the session {said}")
        case _:
            assert_never(why)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
