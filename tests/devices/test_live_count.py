"""The live count of shakes: reported while the shaker is up, with the least that the table requires, never a fact."""

from drivers.pins.input import InputFailed, InputFault, InputRecovered
from firmware_host.devices.health import DeviceHealth
from firmware_host.devices.shaker import NAME, LiveCount
from firmware_host.host.intents import Asker
from firmware_host.table.acts.intent import Accepted, Act, Answer, Intent
from firmware_host.table.view import DeviceReport
from hil.clock import VirtualClock
from tests.worlds.pure_dice import DiceTable

FAULT = InputFailed(name="the dock switch", why=InputFault.STUCK, at_ms=0)


class Listening:
    """A live count whose reports and acts are kept."""

    def __init__(self) -> None:
        self.table = DiceTable()
        self.acts: list[Act] = []
        self.reports: list[DeviceReport] = []
        self.health = DeviceHealth(
            device=NAME, asker=Asker(table=self, clock=VirtualClock(), actor=NAME), report=self.reports.append
        )
        self.live = LiveCount()

    async def submit(self, intent: Intent) -> Answer:
        self.acts.append(intent.act)
        return Accepted(id=intent.id)

    def joined(self) -> None:
        self.live.report_to(self.health, lambda: self.table.state)

    @property
    def counts(self) -> list[tuple[bool, int | None, int | None]]:
        return [(report.up, report.done, report.of) for report in self.reports]


async def test_a_go_is_reported_and_its_end_is_null() -> None:
    made = Listening()
    made.joined()
    await made.health.begin()
    for count in (1, 2, 0):
        made.live(count)
    assert made.counts == [(True, None, None), (True, 1, 3), (True, 2, 3), (True, None, None)]
    assert len(made.acts) == 1


async def test_a_shaker_that_is_down_reports_no_count() -> None:
    made = Listening()
    made.joined()
    await made.health.begin()
    made.live(1)
    await made.health.hear(FAULT)
    made.live(2)
    assert made.counts[2:] == [(False, None, None)]
    await made.health.hear(InputRecovered(name=FAULT.name, at_ms=1))
    assert made.counts[3:] == [(True, 2, 3)]


async def test_counts_before_the_device_has_begun_are_not_reported() -> None:
    made = Listening()
    made.live(1)
    made.joined()
    made.live(2)
    assert made.counts == []
