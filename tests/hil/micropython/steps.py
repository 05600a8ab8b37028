"""What a host and hands do to a device, step after step: the same for both devices."""

import random
from typing import Final

from drivers.link.crypto import Vocabulary
from drivers.link.frame import DELIMITER, Kind, PlainFrame
from drivers.shuffler.host_messages import (
    Attest,
    CheckLoad,
    Clear,
    Deliver,
    EventAck,
    GetStatus,
    GetWear,
    HostMessage,
    Identify,
    Order,
    Reconcile,
    SelfTest,
    Shuffle,
    WhatBecame,
)
from drivers.shuffler.messages import MANDATORY_VOCABULARY, VOCABULARY, encode
from drivers.shuffler.port import Back, CommandId, EventId, Mode, Place
from hil.shuffler.bench_shuffler import BenchShuffler
from hil.shuffler.model import Faults
from hil.shuffler.trays import TrayOccupied
from tests.hil.micropython.side_by_side import PAIRING, Driven, Steps

JOURNAL: Final = b"a journal's name"


def command(number: int) -> CommandId:
    return CommandId(journal=JOURNAL, number=number)


def shuffle(number: int, back: Back = Back.BLUE) -> Shuffle:
    return Shuffle(command=command(number), back=back, nonce=bytes((number % 256,)) * 16)


async def load(driven: Driven, back: Back, cards: int = 52) -> None:
    try:
        await driven.device.load_deck(back, cards)
    except TrayOccupied:
        driven.words.append("(the feed is full)")
    await driven.heard()


def taken(device: BenchShuffler) -> None:
    device.take_deck()


async def opens(driven: Driven) -> None:
    """HELLO in every form."""
    await driven.open(1)
    await driven.say(Identify())
    hello = driven.last_hello
    await driven.send(hello)
    await driven.send(hello)
    await driven.greet(2, host=bytes(16))
    await driven.send(PlainFrame(kind=Kind.PAIR, session=9, payload=PAIRING.host + bytes(range(32))).to_bytes())
    await driven.open(3)
    await driven.say(Identify())
    await driven.send(driven.sealed(Kind.BYE, 0, b"\x01").to_bytes())
    await driven.send(driven.sealed(Kind.PING).to_bytes())
    await driven.open(4)
    await driven.send(driven.sealed(Kind.PROVE).to_bytes())
    await driven.send(driven.sealed(Kind.PROVE, 1).to_bytes())
    await driven.say(GetStatus())


async def drops(driven: Driven) -> None:
    """What is no frame, and what is none now."""
    await driven.open(1)
    for noise in (b"\x05\x01\x00", b"\x01" * 300 + DELIMITER, DELIMITER * 3, bytes(range(1, 200)) + DELIMITER):
        await driven.send(noise)
    ping = driven.sealed(Kind.PING).to_bytes()
    await driven.send(ping)
    await driven.send(ping)
    await driven.send(ping[:-3] + b"\x07" + ping[-2:])
    await driven.send(driven.sealed(Kind.BUSY, 0, b"\x10\x00").to_bytes())
    await driven.send(driven.sealed(Kind.ACK, 77).to_bytes())
    await driven.send(driven.sealed(Kind.PONG, 5).to_bytes())
    await driven.send(driven.sealed(Kind.PING, 5).to_bytes())
    await driven.say(GetStatus())
    await driven.say_again(GetStatus())
    await driven.say_again(GetStatus(), ahead=3)
    await driven.say(CheckLoad())
    for kind in (Kind.WELCOME, Kind.REFUSE, Kind.PAIRED):
        await driven.send(PlainFrame(kind=kind, session=1, payload=b"\x01").to_bytes())
    await driven.say(GetWear())


async def refuses(driven: Driven) -> None:
    """What is no message, each in a session of its own."""
    no_back = encode(shuffle(1))[:25] + b"\x09" + bytes(16)
    bad = (b"\x7f", b"\x01\x01", b"\x10\x00", no_back, b"\x81" + bytes(32), b"\x02")
    for number, payload in enumerate(bad, start=1):
        await driven.open(number)
        await driven.say(payload)
    await driven.open(100)
    await driven.say(EventAck(event=EventId(boot=77, number=77)))
    await driven.say(WhatBecame(command=command(1)))


async def one_shuffle(driven: Driven) -> None:
    """As section "One shuffle" has it."""
    await driven.open(1)
    await driven.say(Attest(nonce=bytes(32)))
    await driven.say(Identify())
    await load(driven, Back.BLUE)
    await driven.say(Identify())
    await driven.acknowledge(0)
    await driven.say(WhatBecame(command=command(1)))
    await driven.say(CheckLoad())
    await driven.say(shuffle(1))
    await driven.rests()
    await driven.say(GetStatus())
    await driven.acknowledge(1)
    await driven.say(shuffle(1))
    await driven.say(Deliver(command=command(2)))
    await driven.rests()
    await driven.say(GetStatus())
    await driven.say(Deliver(command=command(3)))
    await driven.hands(taken)
    await driven.say(Reconcile(command=command(4)))
    await driven.rests()
    await driven.say(SelfTest(command=command(5)))
    await driven.rests()
    await driven.say(GetWear())
    await driven.open(2)
    await driven.say(Identify())


async def jams(driven: Driven) -> None:
    """A jam, what is refused then, and CLEAR."""
    await driven.open(1)
    await driven.say(Identify())
    for number, place in enumerate((Place.FEED, Place.CAMERA, Place.SHELVES, Place.OUTPUT)):
        await load(driven, Back.RED)
        await driven.hands(lambda device, place=place: device.set_faults(Faults(jam_at=20, jam_place=place)))  # type: ignore[misc]
        await driven.say(shuffle(10 * number, Back.RED))
        await driven.rests()
        await driven.say(Reconcile(command=command(10 * number + 1)))
        await driven.hands(lambda device: device.set_faults(None))
        await driven.say(Clear(command=command(10 * number + 2)))
        await driven.rests()
        await driven.hands(taken)
        await driven.hands(taken)
        await driven.say(GetStatus())


async def power_goes(driven: Driven) -> None:
    """The power goes at rest, and with a finished deck inside."""
    await driven.open(1)
    await driven.say(Identify())
    await load(driven, Back.GREEN)
    await driven.hands(lambda device: device.power_cycle())
    await driven.say(GetStatus())
    await driven.open(2)
    await driven.say(GetStatus())
    await driven.say(Identify())
    await driven.say(shuffle(1, Back.GREEN))
    await driven.rests()
    await driven.hands(lambda device: device.power_cycle())
    await driven.open(3)
    await driven.say(WhatBecame(command=command(1)))
    await driven.say(Identify())
    await driven.say(GetStatus())
    await driven.say(Deliver(command=command(2)))
    await driven.rests()
    await driven.say(GetStatus())


async def plain_host(driven: Driven) -> None:
    """A host that knows the fourteen messages only."""
    await driven.greet(1, words=MANDATORY_VOCABULARY)
    await driven.prove()
    await driven.say(Identify())
    await driven.hands(lambda device: device.open_lid())
    await driven.hands(lambda device: device.close_lid())
    await load(driven, Back.BLACK)
    await driven.say(shuffle(1, Back.BLACK))
    await driven.rests()
    await driven.say(GetStatus())
    await driven.hands(taken)
    await driven.say(Reconcile(command=command(2)))
    await driven.rests()


async def while_it_moves(driven: Driven) -> None:
    """New orders while cards move, an old one again, and a new session."""
    await driven.open(1)
    await driven.say(Identify())
    await load(driven, Back.BLUE)
    await driven.hands(lambda device: device.change_speed(1.0))
    await driven.say(shuffle(1))
    await driven.say(shuffle(1))
    await driven.say(WhatBecame(command=command(1)))
    others = (Reconcile(command=command(3)), Clear(command=command(4)), SelfTest(command=command(5)))
    for order in (shuffle(2), *others):
        await driven.say(order)
        await driven.say(WhatBecame(command=order.command))
    await driven.open(2)
    await driven.say(WhatBecame(command=command(1)))
    await driven.hands(lambda device: device.change_speed(400.0))
    await driven.rests()
    await driven.say(Identify())
    await driven.say(WhatBecame(command=command(1)))
    await driven.say(GetStatus())


async def deaf_host(driven: Driven) -> None:
    """A host that asks for what it does not know the answer to."""
    fewer = Vocabulary(tags=frozenset(VOCABULARY.tags) - {0xA1, 0x96})
    asked: tuple[HostMessage, ...] = (CheckLoad(), Clear(command=command(1)), GetStatus())
    for number, message in enumerate(asked, start=1):
        await driven.greet(number, words=fewer)
        await driven.prove()
        await driven.say(message)
        await driven.rests()


async def presses(driven: Driven) -> None:
    """PAIR before a press and after it, the same again, more than five, one of zeros, and a wrong ACCEPT."""

    async def pair(first: int, session: int = 9) -> None:
        payload = PAIRING.host + (bytes(32) if first == 0 else bytes(range(first, first + 32)))
        await driven.send(PlainFrame(kind=Kind.PAIR, session=session, payload=payload).to_bytes())

    await pair(1)
    await driven.hands(lambda device: device.press_pairing_key())
    for first in (0, 1, 1, 2, 3, 0, 4, 4, 5, 5, 6, 5):
        await pair(first)
    await pair(5, session=10)
    for session in (9, 10):
        await driven.send(PlainFrame(kind=Kind.ACCEPT, session=session, payload=bytes(16)).to_bytes())
    await driven.hands(lambda device: device.press_pairing_key())
    await pair(7)
    await driven.open(1)
    await driven.say(Identify())


async def other_lengths(driven: Driven) -> None:
    """Frames of a length that their kind does not have, each sealed under the right key, and a PROVE with a number."""
    await driven.open(1)
    for kind, payload in ((Kind.PING, b"1"), (Kind.PROVE, b"1"), (Kind.BYE, b""), (Kind.BYE, b"\x01\x01")):
        await driven.send(driven.sealed(kind, 0, payload).to_bytes())
    for kind, payload in ((Kind.PAIR, bytes(47)), (Kind.HELLO, PAIRING.host + bytes(63)), (Kind.ACCEPT, bytes(15))):
        await driven.send(PlainFrame(kind=kind, session=9, payload=payload).to_bytes())
    with driven.beside_the_session():
        await driven.greet(2)
        await driven.send(driven.sealed(Kind.PROVE, 5).to_bytes())
    await driven.say(GetStatus())


async def paired_in_a_shuffle(driven: Driven) -> None:
    """ACCEPT comes while cards move: no event tells the new host of that order, and its command is forgotten."""
    await driven.open(1)
    await driven.say(Identify())
    await load(driven, Back.BLUE)
    await driven.hands(lambda device: device.change_speed(10.0))
    secret = driven.device.press_pairing_key()
    await driven.say(shuffle(1))
    await driven.greet(2)
    await driven.pair(secret)
    await driven.send(driven.sealed(Kind.PROVE).to_bytes())
    await driven.open(3)
    await driven.say(Identify())
    await driven.say(WhatBecame(command=command(1)))
    await driven.say(Reconcile(command=command(2)))
    await driven.say(GetWear())
    await driven.hands(lambda device: device.change_speed(400.0))
    await driven.rests()
    await driven.say(WhatBecame(command=command(1)))
    await driven.say(Reconcile(command=command(3)))
    await driven.rests()
    await driven.say(GetStatus())


async def through_the_lid(driven: Driven) -> None:
    """Hands lift the finished deck off the shelf through the lid, and take one out of the output beside a jam."""
    await driven.open(1)
    await driven.say(Identify())
    for number in (1, 2):
        await load(driven, Back.BLUE)
        await driven.say(shuffle(number))
        await driven.rests()
        if number == 1:
            await driven.hands(lambda device: device.take_through_lid())
            await driven.say(GetStatus())
    await driven.say(Deliver(command=command(3)))
    await driven.rests()
    await load(driven, Back.RED)
    await driven.hands(lambda device: device.set_faults(Faults(jam_at=20, jam_place=Place.SHELVES)))
    await driven.say(shuffle(4, Back.RED))
    await driven.rests()
    await driven.hands(taken)
    await driven.say(GetStatus())


SCRIPTS: Final[tuple[Steps, ...]] = (
    opens,
    drops,
    refuses,
    one_shuffle,
    jams,
    power_goes,
    while_it_moves,
    plain_host,
    deaf_host,
    presses,
    other_lengths,
    paired_in_a_shuffle,
    through_the_lid,
)


class Walk:
    """Steps drawn at random: a seed gives the same to both devices."""

    def __init__(self, seed: int, length: int) -> None:
        self._seed = seed
        self._length = length

    async def __call__(self, driven: Driven) -> None:
        chance = random.Random(self._seed)
        await driven.open(1)
        await driven.say(Identify())
        for number in range(2, self._length + 2):
            await self._step(driven, chance, number)
        await driven.rests()
        await driven.say(GetStatus())

    async def _step(self, driven: Driven, chance: random.Random, number: int) -> None:
        back = chance.choice((Back.BLUE, Back.RED))
        given = command(chance.choice((number, chance.randrange(1, number + 1))))
        which, draw = chance.randrange(100), chance.random()
        if draw < 0.45:
            await driven.say(self._order(chance, given, back))
            await driven.rests()
        elif draw < 0.6:
            await driven.say(chance.choice((GetStatus(), CheckLoad(), GetWear(), WhatBecame(command=given))))
        elif draw < 0.7:
            await driven.acknowledge(which)
        elif draw < 0.93:
            await self._hands(driven, chance, back)
        else:
            if chance.random() < 0.5:
                await driven.hands(lambda device: device.power_cycle())
            await driven.open(number)
            await driven.say(Identify())

    @staticmethod
    def _order(chance: random.Random, given: CommandId, back: Back) -> Order:
        one = shuffle(given.number, back)
        kinds: tuple[HostMessage, ...] = (Deliver(command=given), Clear(command=given), Reconcile(command=given))
        return chance.choice((one, one, one, *kinds, Deliver(command=given), SelfTest(command=given)))  # type: ignore[return-value]

    @staticmethod
    async def _hands(driven: Driven, chance: random.Random, back: Back) -> None:
        draw = chance.random()
        if draw < 0.4:
            await load(driven, back, chance.choice((52, 52, 40, 70)))
        elif draw < 0.7:
            await driven.hands(taken)
        elif draw < 0.8:
            await driven.hands(lambda device: device.open_lid())
        elif draw < 0.9:
            await driven.hands(lambda device: device.close_lid())
        else:
            mode = chance.choice((Mode.SHUFFLE, Mode.SORT))
            await driven.hands(lambda device: device.switch(mode))
