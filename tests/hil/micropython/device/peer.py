"""A host as the protocol page has it, in the same process as the device, with a clock of its own. For tests."""

import json
import os

from shuffler import crypto, frame
from shuffler import messages as m
from shuffler.device import Board, Traits
from shuffler.loop import Shuffler
from shuffler.memory import Store
from shuffler.works import Pace

HOST = b"a host's own id!"
DEVICE = b"a device's id 16"
_SESSION_INFO = b"firmware-host shuffler link 1 session"
_PAIRING_INFO = b"firmware-host shuffler link 1 pairing"


class Kept(Store):
    """Bytes that outlast the device."""

    def __init__(self):
        self.data = b""
        self.writes = 0

    def read(self):
        return self.data

    def write(self, data, *, durable):
        self.data = data
        self.writes += 1


class Desk(Board):
    """Real noise, and an image of four bytes."""

    def random(self, count):
        return os.urandom(count)

    def image(self):
        return [b"\1\2", b"\3\4"]


class Table:
    """A device with its memory and world, and the clock that both ends share."""

    def __init__(self, card_ms=20, run_ms=40):
        self.memory, self.around = Kept(), Kept()
        self.pace = Pace(card_ms, run_ms)
        self.traits = Traits(DEVICE)
        self.now = 0
        self.secret = ""
        self.start()

    def start(self):
        """Power comes; what was in flight is gone."""
        self.shuffler = Shuffler(Desk(), self.traits, self.memory, self.around, self.pace)
        self.device = self.shuffler.device

    def hands(self, do, **more):
        more["do"] = do
        return json.loads(self.shuffler.hands.line(json.dumps(more), self.now))

    def exchange(self, data=b""):
        """Give the device bytes, and return the frames that it sends at once."""
        self.device.receive(data, self.now)
        self.device.tick(self.now)
        return frame.Reader().feed(self.device.to_send())

    def wait(self, ms, step=5):
        """Let time pass, and return the frames that came."""
        bodies = []
        for _ in range(ms // step):
            self.now += step
            bodies += self.exchange()
        return bodies


class Host:
    """One host of the table's device."""

    def __init__(self, table, words=m.ALL_WORDS, host=HOST):
        self.table = table
        self.words = words
        self.host = host
        self.key = b""
        self.session = 0
        self.counter = 0
        self.sequence = 0
        self.messages = []
        self.acks = []
        self.other = []
        self.deaf = False

    # -- pairing --------------------------------------------------------------------------------------------------

    def pair_frame(self, private):
        return frame.plain(frame.PAIR, 7, self.host + crypto.public_value(private))

    def pair(self, secret):
        """All of section 4. Return the frames that came last."""
        private = os.urandom(32)
        pair = self.pair_frame(private)
        (offer,) = self.table.exchange(frame.on_the_wire(pair))
        if frame.kind_of(offer) != frame.OFFER:
            return [offer]
        accept = self.accept_frame(pair, offer, private, secret)
        return self.table.exchange(frame.on_the_wire(accept))

    def accept_frame(self, pair, offer, private, secret):
        heard = crypto.sha256(pair + offer[:-16])
        shared = crypto.x25519(private, offer[22:54])
        keys = crypto.hkdf(shared, crypto.letters(secret), _PAIRING_INFO + heard, 128)
        assert offer[-16:] == crypto.hmac(keys[:32], heard)[:16]
        self.key = keys[96:]
        return frame.plain(frame.ACCEPT, 7, crypto.hmac(keys[32:64], heard)[:16])

    # -- session --------------------------------------------------------------------------------------------------

    def hello_frame(self):
        self.session = int.from_bytes(os.urandom(4), "big")
        nonce = os.urandom(32)
        return frame.plain(frame.HELLO, self.session, self.host + nonce + self.words.to_bytes(32, "big"))

    def welcomed(self, hello, welcome):
        """Make the keys of a WELCOME, and check its proof."""
        assert frame.kind_of(welcome) == frame.WELCOME
        heard = crypto.sha256(hello + welcome[:-16])
        keys = crypto.hkdf(self.key, hello[22:54] + welcome[22:54], _SESSION_INFO + heard, 96)
        assert welcome[-16:] == crypto.hmac(keys[:32], heard)[:16]
        self.session = frame.session_of(hello)
        self.host_key, self.device_key = keys[32:64], keys[64:]
        self.counter = self.sequence = 0

    def sealed(self, kind, sequence=0, payload=b""):
        self.counter += 1
        return frame.on_the_wire(frame.sealed(kind, self.session, self.counter, sequence, payload, key=self.host_key))

    def open(self):
        hello = self.hello_frame()
        (welcome,) = self.table.exchange(b"\0" + frame.on_the_wire(hello))
        self.welcomed(hello, welcome)
        self.take(self.table.exchange(self.sealed(frame.PROVE)))
        assert self.acks.pop() == 0

    def take(self, bodies):
        """Take frames of the session: acknowledge DATA, and keep the messages."""
        while bodies:
            body = bodies.pop(0)
            kind = frame.kind_of(body)
            if kind < 0x10 or not frame.opens(body, self.device_key):
                self.other.append(body)
                continue
            _, sequence, payload = frame.sealed_fields(body)
            if kind == frame.ACK:
                self.acks.append(sequence)
            elif kind == frame.DATA and not self.deaf:
                self.messages.append(payload)
                bodies += self.table.exchange(self.sealed(frame.ACK, sequence))
            elif kind == frame.PING and not self.deaf:
                bodies += self.table.exchange(self.sealed(frame.PONG))
            else:
                self.other.append(body)

    def wait(self, ms):
        for _ in range(ms // 5):
            self.table.now += 5
            self.take(self.table.exchange())

    def say(self, payload):
        """Send a message, and return what came in the next 20 ms."""
        self.sequence = (self.sequence + 1) & 0xFFFF
        self.take(self.table.exchange(self.sealed(frame.DATA, self.sequence, payload)))
        self.wait(20)
        return self.heard()

    def heard(self):
        told, self.messages = self.messages, []
        return [message for message in told if message[0] != m.PROGRESS]

    def until(self, tag, ms=20_000):
        """Wait for a message with this tag. Return it and all that came before."""
        told = []
        while ms > 0:
            told += self.heard()
            for message in told:
                if message[0] == tag:
                    return told
            self.wait(20)
            ms -= 20
        raise AssertionError("never came: " + hex(tag) + ", but " + repr(told))


def command(number):
    return b"journal journal!" + number.to_bytes(8, "big")


def order(tag, number, back=1):
    if tag == m.SHUFFLE:
        return bytes([tag]) + command(number) + bytes([back]) + nonce(number)
    return bytes([tag]) + command(number)


def nonce(number):
    return bytes([number & 0xFF]) * 16


def paired(table=None, words=m.ALL_WORDS):
    """A table, and a host that has paired, opened a session and asked who is there."""
    table = table or Table()
    host = Host(table, words)
    secret = table.hands("press")["secret"]
    (told,) = host.pair(secret)
    assert frame.kind_of(told) == frame.PAIRED
    host.open()
    host.say(bytes([m.IDENTIFY]))
    return table, host
