"""What a dealer at the keys gets for an answer: the press was taken, or refused."""

from collections.abc import AsyncIterator

import pytest

from drivers.dealer_keys import KeyPressed
from drivers.dealer_keys.port import Key
from drivers.lamps import Signal
from firmware_host.devices import dealer_keys
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.rules.decision import Refusal
from firmware_host.table.acts.intent import Accepted, Answer, Intent, Refused
from hil.clock import VirtualClock
from tests.worlds.pure_table import PureTable


class Pressed:
    """Keys that are pressed in this order."""

    def __init__(self, *presses: KeyPressed) -> None:
        self._presses = presses

    async def events(self) -> AsyncIterator[KeyPressed]:
        for press in self._presses:
            yield press

    async def close(self) -> None:
        """Nothing is open."""


class Asked:
    """A table that decides at once."""

    def __init__(self, table: PureTable) -> None:
        self._table = table

    async def submit(self, intent: Intent) -> Answer:
        facts = self._table.put(intent)
        if isinstance(facts, Refusal):
            return Refused(id=intent.id, refusal=facts)
        return Accepted(id=intent.id, numbers=tuple(fact.number for fact in facts))


@pytest.mark.parametrize(
    ("presses", "signals"),
    [
        (((Key.CALL_FLOOR, False),), [Signal.TAKEN]),
        (((Key.NO_ROLL, True),), [Signal.REFUSED]),
        (
            ((Key.NEXT, False), (Key.NO_ROLL, True), (Key.CALL_FLOOR, False)),
            [Signal.TAKEN, Signal.REFUSED, Signal.TAKEN],
        ),
    ],
)
async def test_every_press_is_answered_in_order(presses: tuple[tuple[Key, bool], ...], signals: list[Signal]) -> None:
    table = PureTable().started()
    asker = Asker(table=Asked(table), clock=VirtualClock(), actor=dealer_keys.NAME)
    health = DeviceHealth(device=dealer_keys.NAME, asker=asker, report=lambda _: None)
    answered: list[Signal] = []
    keys = Pressed(*(KeyPressed(key=key, held=held, at_ms=1) for key, held in presses))
    await dealer_keys.pump(keys, asker, health, answered=answered.append)
    assert answered == signals
