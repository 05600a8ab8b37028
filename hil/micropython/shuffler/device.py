"""The whole device: frames to messages, messages to the machine, events to the memory and to the host."""

import hashlib

from . import frame
from . import messages as m
from .crypto import draw_secret
from .lies import Lies
from .memory import Memory, Underway
from .pairing import NewKey, Press, refused
from .session import OTHER_VERSION, PAIRED_ANEW, STOPPING, Owner, Sessions
from .works import ONE_DECK, Works

_SECRET_NOISE = 16


class Board:
    """What a device needs of the board that it runs on."""

    def random(self, count: int) -> bytes:
        """Bytes that nobody can guess."""
        raise NotImplementedError

    def image(self) -> list[bytes]:
        """The whole image of the firmware, in pieces."""
        raise NotImplementedError


class Traits:
    """What one device of the make has of its own."""

    def __init__(self, device_id: bytes, model: str = "MPY-1", serial: str = "M1-0001") -> None:
        self.device_id = device_id
        self.model = model
        self.serial = serial
        self.words = m.ALL_WORDS
        self.label = ""
        self.service_every = 25_000
        self.made_for = 300_000
        self.attest_ms = 0


class Device(Owner):
    """One shuffler. Call `receive` with bytes of the line and `tick` often; send what `to_send` gives."""

    def __init__(self, board: Board, traits: Traits, memory: Memory, works: Works) -> None:
        self._board = board
        self._traits = traits
        self._memory = memory
        self._works = works
        self._press: Press | None = None
        self._identified = False
        self._now = 0
        self.lies: Lies | None = None
        self.other_image = False
        self.reader = frame.Reader()
        self.sessions = Sessions(self, traits.device_id, traits.words)

    def start(self) -> None:
        """Count the boot. Say RESTARTED first, then how an order ended that the loss of power stopped."""
        memory = self._memory
        memory.start()
        self._keep(m.RESTARTED, b"")
        going = memory.underway
        if going is not None:
            failed = m.SHUFFLE_FAILED if going.tag == m.SHUFFLE else m.ACT_FAILED
            self._keep(failed, going.command + bytes([m.POWER]))
            memory.remember(going.command, m.DONE)
            self._works.find(going)
            memory.underway = None
        self._works.wake()
        self._keep_said()
        memory.save()

    def press(self, now: int) -> str:
        """A person presses the pairing key. Return the secret to show, or nothing while the machine moves."""
        if self._works.order is not None:
            return ""
        secret = self._traits.label or draw_secret(self._board.random(_SECRET_NOISE))
        self._press = Press(self._traits.device_id, secret, now)
        return secret

    def stop(self) -> None:
        self.sessions.end(STOPPING)

    # -- frames ---------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: int) -> None:
        self._now = now
        for body in self.reader.feed(data):
            self._frame(body)

    def to_send(self) -> bytes:
        """Bytes for the line."""
        out, self.sessions.out = self.sessions.out, []
        return b"".join([frame.on_the_wire(body) for body in out])

    def _frame(self, body: bytes) -> None:
        kind, out = frame.kind_of(body), self.sessions.out
        if body[0] != frame.VERSION:
            if kind in (frame.HELLO, frame.PAIR):
                out.append(frame.plain(frame.REFUSE, frame.session_of(body), bytes([OTHER_VERSION])))
            else:
                self.sessions.counts.other += 1
        elif not frame.well_formed(body):
            self.sessions.counts.other += 1
        elif kind == frame.HELLO:
            nonce = self._board.random(32)
            out.append(self.sessions.hello(body, self._memory.host, self._memory.key, nonce))
        elif kind == frame.PAIR:
            press = self._press
            out.append(refused(body) if press is None else press.pair(body, self._board.random(32), self._now))
        elif kind == frame.ACCEPT:
            self._accept(body)
        else:
            self.sessions.sealed(body, self._now)

    def _accept(self, body: bytes) -> None:
        answer = None if self._press is None else self._press.accept(body, self._now)
        if isinstance(answer, NewKey):
            self._memory.pair(answer.host, answer.key)
            self.sessions.forget_openings()
            self.sessions.end(PAIRED_ANEW)
            answer = answer.paired
        if answer is not None:
            self.sessions.out.append(answer)

    # -- messages -------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        self._identified = False

    def still_kept(self, event: bytes) -> bool:
        return event in self._memory.events

    def identified(self) -> bool:
        """Whether a host has a session, and has asked who this is."""
        return self._identified and self.sessions.open is not None

    def tell(self, payload: bytes) -> None:
        """Send an event that never happened, once, without keeping it."""
        if self._identified:
            event = payload[:1] + self._memory.next_name() + payload[9:]
            self.sessions.say(event if self.lies is None else self.lies.event(event))

    def become(self, host: bytes, key: bytes, device_id: bytes) -> None:
        """Have another key, and another id, without a pairing: on the bench only."""
        self._memory.host, self._memory.key = host, key
        self._memory.save()
        self._traits.device_id = device_id
        self.sessions.device_id = device_id
        self.sessions.drop()

    def message(self, payload: bytes) -> bool:
        session = self.sessions.open
        if session is None or not m.may_come(payload, self._traits.words, session.opening.host_words):
            return False
        tag, say = payload[0], self.sessions.say
        if tag == m.IDENTIFY:
            self._identify()
        elif tag == m.ATTEST:
            self._attest(payload[1:])
        elif tag == m.WHAT_BECAME:
            say(m.command_status(payload[1:], self._memory.status_of(payload[1:]) or m.UNKNOWN))
        elif tag == m.EVENT_ACK:
            if self._memory.forget_event(payload[1:]):
                self._memory.save()
        elif tag == m.GET_STATUS:
            status = self._works.status()
            say(status if self.lies is None else self.lies.status_of(status))
        elif tag == m.CHECK_LOAD:
            say(self._works.load())
        elif tag == m.GET_WEAR:
            traits, memory = self._traits, self._memory
            say(m.wear(memory.cycles, memory.since_service, traits.service_every, traits.made_for))
        else:
            say(m.command_status(payload[1:25], self._order(payload)))
        return True

    def _identify(self) -> None:
        self.sessions.say(m.identity(self._traits.model, self._traits.serial))
        if not self._identified:
            self._identified = True
            for event in self._memory.events:
                self._say_event(event)

    def _attest(self, nonce: bytes) -> None:
        digest = hashlib.sha256(nonce)
        if self.other_image:
            digest.update(b"another build")
        for piece in self._board.image():
            digest.update(piece)
        answer = bytes([m.ATTESTATION]) + digest.digest()
        if self._traits.attest_ms:
            self.sessions.busy(self._traits.attest_ms, self._now)
        self.sessions.say(answer)

    def _order(self, payload: bytes) -> int:
        """Take an order, or not. Return the status that answers it."""
        tag, command, memory = payload[0], payload[1:25], self._memory
        known = memory.status_of(command)
        if known is not None:
            return known
        if self._works.order is not None or memory.full():
            return m.BUSY
        back = payload[25] if tag == m.SHUFFLE else 0
        if self._works.refuses(tag, back):
            memory.remember(command, m.REFUSED)
            memory.save()
            return m.REFUSED
        memory.underway = Underway(tag, command, payload[26:], back)
        memory.remember(command, m.RUNNING)
        memory.save()
        self._works.start(memory.underway, self._now)
        return m.RUNNING

    # -- time -----------------------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        """Read the sensors, move the machine, send what is due."""
        self._now = now
        works, memory = self._works, self._memory
        works.look(now)
        moved = works.tick(now)
        if works.ended:
            works.ended = False
            if memory.underway is not None:
                memory.remember(memory.underway.command, m.DONE)
                memory.underway = None
        if works.said:
            self._keep_said()
            memory.save()
        elif moved:
            memory.save(durable=False)
        if moved:
            self._progress()
        self.sessions.tick(now)

    def held(self, now: int) -> bool:
        """Whether the device has said BUSY and leaves the line alone."""
        return now < self.sessions.held_until

    def _keep_said(self) -> None:
        said, self._works.said = self._works.said, []
        for tag, fields in said:
            self._keep(tag, fields)

    def _keep(self, tag: int, fields: bytes) -> None:
        if not m.knows(self._traits.words, tag):
            return
        event = self._memory.add_event(tag, fields)
        if self._identified:
            self._say_event(event)

    def _say_event(self, event: bytes) -> None:
        if self.lies is None:
            self.sessions.say(event, event)
            return
        self.sessions.say(self.lies.event(event), event)
        second = self.lies.second_end(event, self._memory.next_name())
        if second:
            self.sessions.say(second)

    def _progress(self) -> None:
        going = self._memory.underway
        done = min(self._works.moved, 255)
        if self._identified and going is not None and done and m.knows(self._traits.words, m.PROGRESS):
            self.sessions.say_if_quiet(m.progress(going.command, done, max(done, ONE_DECK)))
