"""Section 3 and "Timing" of the protocol page: openings, the open session, what waits for its ACK, PING and BUSY."""

from . import frame
from .crypto import hkdf, hmac, sha256

MOST_OPENINGS = 4
MOST_ANSWERS = 16
MOST_TRIES = 6
QUIET_MS = 2000
PING_EVERY_MS = 1000
MOST_PINGS = 3
SHORTEST_WAIT_MS = 50
LONGEST_WAIT_MS = 1600
FIRST_WAIT_MS = 200

NOT_PAIRED, NO_PRESS, OTHER_VERSION = 1, 2, 3
STOPPING, NO_MESSAGE, PAIRED_ANEW = 1, 2, 3

_INFO = b"firmware-host shuffler link 1 session"


class Opening:
    """A HELLO, its WELCOME, and the keys of the session that its PROVE would open."""

    def __init__(self, hello: bytes, device_id: bytes, nonce: bytes, words: int, key: bytes) -> None:
        self.hello = hello
        self.session = frame.session_of(hello)
        self.host_words = int.from_bytes(hello[54:86], "big")
        welcome = frame.plain(frame.WELCOME, self.session, device_id + nonce + words.to_bytes(32, "big"))
        heard = sha256(hello + welcome)
        keys = hkdf(key, hello[22:54] + nonce, _INFO + heard, 96)
        self.host_key = keys[32:64]
        self.device_key = keys[64:96]
        self.welcome = welcome + hmac(keys[:32], heard)[:16]


class Wait:
    """How long to wait for an ACK (RFC 6298): doubled when it does not come, measured by what was sent once."""

    def __init__(self) -> None:
        self.ms = FIRST_WAIT_MS
        self._smoothed = 0
        self._deviation = 0

    def double(self) -> None:
        self.ms = min(2 * self.ms, LONGEST_WAIT_MS)

    def measured(self, trip: int) -> None:
        if self._smoothed:
            self._deviation = (3 * self._deviation + abs(self._smoothed - trip)) // 4
            self._smoothed = (7 * self._smoothed + trip) // 8
        else:
            self._smoothed, self._deviation = max(trip, 1), trip // 2
        self.ms = min(max(self._smoothed + 4 * self._deviation, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)


class Session:
    """What both ends know of one session, from its PROVE on."""

    def __init__(self, opening: Opening, now: int) -> None:
        self.opening = opening
        self.number = opening.session
        self.heard_counter = 0
        self.sent_counter = 0
        self.expected = 1
        self.next_sequence = 1
        self.queue: list[tuple[bytes, bytes]] = []
        self.in_flight: bytes | None = None
        self.tries = 0
        self.sent_at = 0
        self.due = 0
        self.wait = Wait()
        self.heard_at = now
        self.pings = 0
        self.pinged_at = now

    def seal(self, kind: int, sequence: int, payload: bytes) -> bytes:
        self.sent_counter += 1
        return frame.sealed(kind, self.number, self.sent_counter, sequence, payload, key=self.opening.device_key)

    def answers_waiting(self) -> int:
        return len([1 for _, event in self.queue if not event])


class Owner:
    """What the link asks of the device that it belongs to."""

    def opened(self) -> None:
        """Take note that a session was opened."""

    def message(self, payload: bytes) -> bool:
        """Do what a message asks. False: it is no message, or none that may come."""
        raise NotImplementedError

    def still_kept(self, event: bytes) -> bool:
        """Whether an event in the queue was not acknowledged or dropped meanwhile."""
        raise NotImplementedError


class Counts:
    """Frames that were dropped, by reason."""

    def __init__(self) -> None:
        self.forged = 0
        self.replayed = 0
        self.other = 0


class Sessions:
    """Answers HELLO, takes PROVE, and carries messages in the open session."""

    def __init__(self, owner: Owner, device_id: bytes, words: int) -> None:
        self._owner = owner
        self.device_id = device_id
        self.words = words
        self._openings: list[Opening] = []
        self.open: Session | None = None
        self.counts = Counts()
        self.out: list[bytes] = []
        self.held_until = 0

    def hello(self, body: bytes, host: bytes, key: bytes, nonce: bytes) -> bytes:
        """The WELCOME or REFUSE that answers a HELLO. An empty host is none: the device is not paired."""
        if not host or body[6:22] != host:
            return frame.plain(frame.REFUSE, frame.session_of(body), bytes([NOT_PAIRED]))
        known = self._openings if self.open is None else [self.open.opening] + self._openings
        for opening in known:
            if opening.hello == body:
                return opening.welcome
        opening = Opening(body, self.device_id, nonce, self.words, key)
        self._openings = (self._openings + [opening])[-MOST_OPENINGS:]
        return opening.welcome

    def sealed(self, body: bytes, now: int) -> None:
        """Take a sealed frame of the open session, or the PROVE of an opening. Drop any other."""
        session = self.open
        number = frame.session_of(body)
        mine = session is not None and session.number == number
        if session is not None and mine and frame.opens(body, session.opening.host_key):
            self._heard(session, body, now)
            return
        if frame.kind_of(body) == frame.PROVE:
            for opening in self._openings:
                if opening.session == number and frame.opens(body, opening.host_key):
                    self._prove(opening, body, now)
                    return
            mine = mine or any([opening.session == number for opening in self._openings])
        if mine:
            self.counts.forged += 1
        else:
            self.counts.other += 1

    def _prove(self, opening: Opening, body: bytes, now: int) -> None:
        counter, sequence, _ = frame.sealed_fields(body)
        if counter == 0 or sequence != 0:
            self.counts.other += 1
            return
        at = self._openings.index(opening)
        self._openings = self._openings[at + 1 :]
        session = Session(opening, now)
        session.heard_counter = counter
        self.open = session
        self._send(session, frame.ACK, 0, b"")
        self._owner.opened()

    def _heard(self, session: Session, body: bytes, now: int) -> None:
        counter, sequence, payload = frame.sealed_fields(body)
        if counter <= session.heard_counter:
            self.counts.replayed += 1
            return
        session.heard_counter = counter
        session.heard_at = now
        session.pings = 0
        kind = frame.kind_of(body)
        if kind == frame.PROVE:
            if sequence == 0:
                self._send(session, frame.ACK, 0, b"")
        elif kind == frame.DATA:
            self._data(session, sequence, payload)
        elif kind == frame.ACK:
            self._acknowledged(session, sequence, now)
        elif kind == frame.PING:
            self._send(session, frame.PONG, 0, b"")
        elif kind == frame.BYE:
            self.open = None

    def _data(self, session: Session, sequence: int, payload: bytes) -> None:
        if sequence == (session.expected - 1) & 0xFFFF:
            self._send(session, frame.ACK, sequence, b"")
            return
        # Sixteen answers wait already: the host sends this again.
        if sequence != session.expected or session.answers_waiting() >= MOST_ANSWERS:
            return
        session.expected = (sequence + 1) & 0xFFFF
        self._send(session, frame.ACK, sequence, b"")
        if not self._owner.message(payload):
            self.end(NO_MESSAGE)

    def _acknowledged(self, session: Session, sequence: int, now: int) -> None:
        if session.in_flight is None or sequence != session.next_sequence:
            return
        if session.tries == 1:
            session.wait.measured(now - session.sent_at)
        session.in_flight = None
        session.next_sequence = (sequence + 1) & 0xFFFF

    def say(self, payload: bytes, event: bytes = b"") -> None:
        """Queue a message for the host, if there is a session and the host knows it. `event`: it is sent while kept."""
        session = self.open
        if session is not None and (session.opening.host_words >> payload[0]) & 1:
            session.queue.append((payload, event))

    def say_if_quiet(self, payload: bytes) -> None:
        """Queue a message that may be left out, unless something is on its way already."""
        if self.open is not None and self.open.in_flight is None and not self.open.queue:
            self.say(payload)

    def end(self, reason: int) -> None:
        """End the open session by BYE."""
        if self.open is not None:
            self._send(self.open, frame.BYE, 0, bytes([reason]))
            self.open = None

    def busy(self, ms: int, now: int) -> None:
        """Say BUSY, and leave the line alone for that long."""
        if self.open is not None:
            self._send(self.open, frame.BUSY, 0, ms.to_bytes(2, "big"))
            self.held_until = now + ms

    def drop(self) -> None:
        """Forget the session without BYE, as a device does that was reset."""
        self.open = None
        self._openings = []
        self.held_until = 0

    def forget_openings(self) -> None:
        self._openings = []

    def tick(self, now: int) -> None:
        """Send what is due: the next message, a message again, a PING; end a session that nobody answers in."""
        session = self.open
        if session is None or now < self.held_until:
            return
        if self.held_until:
            self.held_until = 0
            session.heard_at = now
        self._ping(session, now)
        if self.open is not None:
            self._next(session, now)

    def _ping(self, session: Session, now: int) -> None:
        waited = now - (session.pinged_at if session.pings else session.heard_at)
        if waited < (PING_EVERY_MS if session.pings else QUIET_MS):
            return
        if session.pings == MOST_PINGS:
            self.open = None
            return
        session.pings += 1
        session.pinged_at = now
        self._send(session, frame.PING, 0, b"")

    def _next(self, session: Session, now: int) -> None:
        if session.in_flight is not None:
            if now < session.due:
                return
            if session.tries == MOST_TRIES:
                self.open = None
                return
            session.wait.double()
        while session.in_flight is None:
            if not session.queue:
                return
            payload, event = session.queue.pop(0)
            if event and not self._owner.still_kept(event):
                continue
            session.in_flight, session.tries = payload, 0
        session.tries += 1
        session.sent_at = now
        session.due = now + session.wait.ms
        self._send(session, frame.DATA, session.next_sequence, session.in_flight)

    def _send(self, session: Session, kind: int, sequence: int, payload: bytes) -> None:
        self.out.append(session.seal(kind, sequence, payload))
