"""A host's session that can also send wrong frames."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from drivers.link.crypto import Forged, Opener, Replayed, Sealer, SessionKeys, Vocabulary
from drivers.link.frame import Kind, PlainFrame, SealedFrame, opened_body
from drivers.shuffler.device_messages import DeviceMessage
from drivers.shuffler.fields import EventId
from drivers.shuffler.host_messages import EventAck, HostMessage
from drivers.shuffler.messages import Message, WireError, decode, encode
from hil.conformance.raw_line import Line
from hil.conformance.verdicts import CannotAsk, NotMet

PROOF: Final = 0

SEQUENCES: Final = 1 << 16

ACK_MS: Final = 400

TRIES: Final = 3

STILL_MS: Final = 60
"""How long after the answer to what came later an answer to what came before would be late."""

ASKED_MS: Final = 5000

NOTHING: Final = EventAck(event=EventId(boot=0xFFFFFFFF, number=0xFFFFFFFF))
"""A message that every device takes and that has no effect: no event has these numbers."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A frame of the device, opened."""

    kind: Kind
    counter: int
    sequence: int
    payload: bytes
    at_s: float


class Session:
    def __init__(self, *, line: Line, number: int, keys: SessionKeys, knows: Vocabulary) -> None:
        self.number = number
        self.knows = knows
        self.told: list[Told] = []
        """Everything that the device has said in it."""
        self.wrong: list[str] = []
        """Frames of this session that do not open."""
        self.elsewhere: list[int] = []
        """The sessions of frames that were heard meanwhile and are not this one's."""
        self.acknowledged_s: dict[int, float] = {}
        """When each DATA of the device was acknowledged first."""
        self._line = line
        self._sealer = Sealer(key=keys.from_host, session=number)
        self._opener = Opener(key=keys.from_device)
        self._inbox: deque[bytes] = deque()
        self._next = 1
        self._expected = 1

    def seal(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> SealedFrame:
        return self._sealer.seal(kind, sequence, payload)

    def say(self, kind: Kind, sequence: int = 0, payload: bytes = b"") -> None:
        self._line.say(self.seal(kind, sequence, payload).to_bytes())

    def next_sequence(self) -> int:
        """Return the sequence of the next DATA, which is then used up."""
        sequence, self._next = self._next, (self._next + 1) % SEQUENCES
        return sequence

    def back_to(self, sequence: int) -> None:
        """Use this number again: the frame that had it was wrong on purpose."""
        self._next = sequence

    async def hear(self, *, until_s: float) -> Told | PlainFrame | None:
        """Return the next frame without answering it. Frames of earlier sessions are ignored."""
        while (heard := await self._line.hear(until_s=until_s)) is not None:
            frame = heard.frame
            if isinstance(frame, PlainFrame):
                return frame
            if frame.session != self.number:
                self.elsewhere.append(frame.session)
            elif (told := self._opened(frame, heard.at_s)) is not None:
                return told
        return None

    async def acknowledged(self, sequence: int, *, within_ms: int | None = None) -> bool:
        until_s = self._line.until_s(ACK_MS if within_ms is None else within_ms)
        while (told := await self.hear(until_s=until_s)) is not None:
            if isinstance(told, Told):
                self._serve(told)
                if told.kind is Kind.ACK and told.sequence == sequence:
                    return True
        return False

    async def tell(self, message: HostMessage) -> None:
        """Send DATA. Raises CannotAsk if it is not acknowledged, which is a clause of its own."""
        sequence = self.next_sequence()
        for _ in range(TRIES):
            self.say(Kind.DATA, sequence, encode(message))
            if await self.acknowledged(sequence):
                return
        raise CannotAsk("DATA is not acknowledged")

    async def message(self, *, within_ms: int = ASKED_MS) -> DeviceMessage | None:
        """Return the next message. Raises NotMet if it is not a valid message of a device."""
        until_s = self._line.until_s(within_ms)
        while not self._inbox:
            told = await self.hear(until_s=until_s)
            if told is None:
                return None
            if isinstance(told, Told):
                self._serve(told)
        return _of_a_device(self._inbox.popleft())

    async def ask(self, question: HostMessage) -> DeviceMessage:
        """Return the answer to a question. Raises NotMet if there is none."""
        await self.tell(question)
        answer = await self.message()
        if answer is None:
            raise NotMet(f"{type(question).__name__} had no answer in {ASKED_MS / 1000:g} s")
        return answer

    async def ignores(self, data: bytes, what: str) -> None:
        """Send the bytes, then DATA that must be acknowledged. Raises NotMet if anything but that ACK comes back."""
        self._line.say(data)
        sequence = self.next_sequence()
        self.say(Kind.DATA, sequence, encode(NOTHING))
        until_s, came = self._line.until_s(ACK_MS), False
        while (told := await self.hear(until_s=until_s)) is not None:
            if isinstance(told, Told) and told.kind is Kind.PING:
                # A device that has heard nothing for a while asks; that answers nothing.
                self._serve(told)
                continue
            if not isinstance(told, Told) or told.kind is not Kind.ACK or told.sequence != sequence:
                raise NotMet(f"{what} was answered by {told.kind.name}")
            came, until_s = True, self._line.until_s(STILL_MS)
        if not came:
            raise NotMet(f"after {what} it hears nothing any more")

    async def lives(self) -> bool:
        """Return whether DATA in this session is still acknowledged."""
        sequence = self.next_sequence()
        self.say(Kind.DATA, sequence, encode(NOTHING))
        return await self.acknowledged(sequence)

    def _opened(self, frame: SealedFrame, at_s: float) -> Told | None:
        try:
            opened = self._opener.open(frame)
        except Forged:
            self.wrong.append(f"the tag of its {frame.kind.name} is wrong")
            return None
        except Replayed:
            self.wrong.append(f"the counter of its {frame.kind.name} is not higher than the one before")
            return None
        counter, sequence, payload = opened_body(frame.body)
        told = Told(kind=opened.kind, counter=counter, sequence=sequence, payload=payload, at_s=at_s)
        self.told.append(told)
        return told

    def _serve(self, told: Told) -> None:
        """Acknowledge and deliver DATA once, and answer PING, as a host does."""
        if told.kind is Kind.PING:
            self.say(Kind.PONG)
        elif told.kind is Kind.DATA:
            self.say(Kind.ACK, told.sequence)
            self.acknowledged_s.setdefault(told.sequence, self._line.now_s())
            if told.sequence == self._expected:
                self._expected = (self._expected + 1) % SEQUENCES
                self._inbox.append(told.payload)


def _of_a_device(payload: bytes) -> DeviceMessage:
    try:
        message: Message = decode(payload)
    except WireError as error:
        raise NotMet(f"the device sent an invalid message: {error}") from None
    if isinstance(message, HostMessage):
        raise NotMet(f"the device said {type(message).__name__}, which is a host's to say")
    return message
