"""A part of the controller that fails, as the table hears of it."""

from drivers.pins.input import InputFailed, InputFault, InputRecovered
from firmware_host.app.part_alerts import PartReporter
from firmware_host.app.supervisor import PartHealth
from firmware_host.devices.health import DeviceHealth
from firmware_host.host.intents import Asker
from firmware_host.table.acts.intent import Accepted, Answer, Intent
from firmware_host.table.acts.system import SenseDevice
from hil.clock import VirtualClock
from tests.worlds.pure_table import PureTable


class Asked:
    """A real table, asked as the host asks it."""

    def __init__(self) -> None:
        self.table = PureTable().started()

    async def submit(self, intent: Intent) -> Answer:
        facts = self.table.put(intent)
        assert isinstance(facts, tuple), facts
        return Accepted(id=intent.id, numbers=tuple(fact.number for fact in facts))


def health(name: str, why: str = "") -> PartHealth:
    return PartHealth(name=name, why=why, ticked_ms=0)


def teller(asked: Asked) -> PartReporter:
    asker = Asker(table=asked, clock=VirtualClock(), actor="supervisor")
    return PartReporter(asker=asker, devices=frozenset({"tamper"}))


async def test_a_devices_part_that_fails_takes_the_device_away_and_never_brings_it_back() -> None:
    asked = Asked()
    asked.table.does(SenseDevice(device="tamper", up=True, detail="working"))
    telling = teller(asked)
    await telling.tell(health("tamper", "no such pin"))
    assert asked.table.state.devices["tamper"] is False
    await telling.tell(health("tamper"))
    assert asked.table.state.devices["tamper"] is False, "only the contact's own part says how the contact is"


async def test_another_part_is_told_down_and_well_again() -> None:
    asked = Asked()
    telling = teller(asked)
    await telling.tell(health("mqtt", "OSError: no route"))
    assert asked.table.state.devices["mqtt"] is False
    assert telling.was_down(asked.table.state, "mqtt")
    assert not telling.was_down(asked.table.state, "web")
    await telling.tell(health("mqtt"))
    assert asked.table.state.devices["mqtt"] is True


async def test_a_device_that_may_not_return_does_not_because_its_part_begins_again() -> None:
    asked = Asked()
    asker = Asker(table=asked, clock=VirtualClock(), actor="tamper")
    health_of = DeviceHealth(device="tamper", asker=asker, report=lambda _: None, may_return=lambda: False)
    await health_of.begin()
    assert asked.table.state.devices["tamper"] is True
    await health_of.hear(InputFailed(name="the contact", why=InputFault.STUCK, at_ms=1))
    await health_of.hear(InputRecovered(name="the contact", at_ms=2))
    await health_of.begin()
    assert asked.table.state.devices["tamper"] is False
