"""What the simulated shuffler says to a host frame by frame, where the protocol page is easily misread.

The MicroPython device says the same: `tests/hil/micropython` compares them.
"""

from drivers.link.crypto import Vocabulary
from drivers.shuffler.device_messages import Load
from drivers.shuffler.host_messages import CheckLoad, GetStatus, Identify, WhatBecame
from drivers.shuffler.layout import tag_of
from drivers.shuffler.messages import MANDATORY_VOCABULARY, VOCABULARY
from hil.shuffler.device import SimulatedShuffler
from tests.hil.micropython.side_by_side import SPEED, Driven, Steps
from tests.hil.micropython.steps import command


async def kinds(steps: Steps) -> list[str]:
    """Return the first word of every message that came, and of every other frame but ACK."""
    async with SimulatedShuffler(speed=SPEED) as device:
        driven = Driven(device)
        await driven.begin()
        await steps(driven)
        driven.end()
    return [word.removeprefix("DATA ").split(" ")[0] for word in driven.words if not word.startswith(("ACK", "WELC"))]


async def test_it_answers_what_it_is_asked_before_identify_and_tells_no_event() -> None:
    async def steps(driven: Driven) -> None:
        await driven.open(1)
        await driven.hands(lambda device: device.open_lid())
        await driven.say(GetStatus())
        await driven.say(WhatBecame(command=command(1)))
        await driven.say(Identify())

    assert await kinds(steps) == ["STATUS", "COMMAND_STATUS", "IDENTITY", "LID_OPENED"]


async def test_it_tells_an_event_once_in_a_session_however_often_it_is_asked_who_it_is() -> None:
    async def steps(driven: Driven) -> None:
        await driven.open(1)
        await driven.hands(lambda device: device.open_lid())
        await driven.say(Identify())
        await driven.say(Identify())

    assert await kinds(steps) == ["IDENTITY", "LID_OPENED", "IDENTITY"]


async def test_it_tells_no_event_that_its_host_does_not_know() -> None:
    async def steps(driven: Driven) -> None:
        await driven.greet(1, words=MANDATORY_VOCABULARY)
        await driven.prove()
        await driven.say(Identify())
        await driven.hands(lambda device: device.open_lid())
        await driven.hands(lambda device: device.close_lid())

    assert await kinds(steps) == ["IDENTITY"]


async def test_it_ends_the_session_of_a_host_that_asks_for_what_it_does_not_know() -> None:
    async def steps(driven: Driven) -> None:
        await driven.greet(1, words=Vocabulary(tags=VOCABULARY.tags - {tag_of(Load)}))
        await driven.prove()
        await driven.say(CheckLoad())

    assert await kinds(steps) == ["BYE"]
