"""A record on simulated pins is simulated for ever, and never goes on upon real ones."""

import pytest

from firmware_host.table.acts.system import RestoreJournal, Start
from firmware_host.table.facts.system import HostStarted
from firmware_host.table.sign import sign
from firmware_host.table.system import restore
from firmware_host.table.terms import Pins, Previous
from firmware_host.table.view import public_view
from tests.worlds.pure_table import JOURNAL, PureTable


def started(table: PureTable, *, pins: Pins, factory: str) -> tuple[object, ...]:
    act = Start(
        software="firmware-host 0",
        config=table.config,
        pins=pins,
        factory=factory,
        chip="pinctrl-bcm2711",
        port="/dev/ttyACM0: USB VID:PID=2E8A:000A SER=17",
        house_key="ab" * 32,
    )
    return tuple(fact.body for fact in table.does(act))


def test_pin_factory_chip_port_and_house_key_are_facts_at_each_start() -> None:
    table = PureTable()
    for _ in range(2):
        bodies = started(table, pins=Pins.REAL, factory="lgpio")
        assert (
            HostStarted(
                software="firmware-host 0",
                pins=Pins.REAL,
                factory="lgpio",
                chip="pinctrl-bcm2711",
                port="/dev/ttyACM0: USB VID:PID=2E8A:000A SER=17",
                house_key="ab" * 32,
            )
            in bodies
        )


def test_simulated_pins_mark_the_record_in_every_view() -> None:
    table = PureTable()
    started(table, pins=Pins.SIMULATED, factory="mock")
    assert table.facts[1].body.sentence() == "The controller has started (firmware-host 0) on SIMULATED pins (mock)."
    table.does(Start(software="firmware-host 0", config=table.config))
    assert table.state.pins is Pins.SIMULATED, "a start that says nothing changes nothing"
    assert public_view(table.state).simulated
    assert sign(table.state).simulated


@pytest.mark.parametrize(
    ("first", "then", "reason"),
    [
        (
            Pins.REAL,
            Pins.SIMULATED,
            "this record was begun with real GPIO pins, but the pin factory mock simulates them",
        ),
        (Pins.SIMULATED, Pins.REAL, "this record was begun with simulated GPIO pins, but the pin factory mock is real"),
    ],
)
def test_a_record_begun_on_the_one_refuses_the_other(first: Pins, then: Pins, reason: str) -> None:
    table = PureTable()
    started(table, pins=first, factory="lgpio")
    refusal = table.refuses(Start(software="firmware-host 0", config=table.config, pins=then, factory="mock"))
    assert refusal.reason == reason


def test_a_record_that_goes_on_from_a_simulated_one_is_simulated() -> None:
    old, new = PureTable(), PureTable()
    started(old, pins=Pins.SIMULATED, factory="mock")
    previous = Previous(journal=JOURNAL, number=old.state.last, hash="00" * 32)
    new.does(RestoreJournal(previous=previous, by="a", second="b", carried=restore.carried(old.state)))
    assert new.state.pins is Pins.SIMULATED
