"""What the log says, and what it never says."""

import asyncio
import base64
import json
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import pytest

from firmware_host.diagnostics import alert_log
from firmware_host.diagnostics.log import (
    AT_ONCE,
    KINDS,
    LINES,
    WITHIN_S,
    Fanout,
    JsonFormatter,
    RecentLines,
    TextFormatter,
    Throttle,
)
from firmware_host.diagnostics.redaction import HIDDEN, Redaction
from firmware_host.host.host import Host
from firmware_host.table.acts.floor import CallFloor, EndFloorCall
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.state.table import TableState
from tests.worlds.pure_table import PureTable


def record(message: str, *args: object, level: int = logging.WARNING, name: str = "drivers.link") -> logging.LogRecord:
    return logging.LogRecord(name, level, __file__, 1, message, args, None)


@pytest.mark.parametrize(
    ("secret", "said", "hidden"),
    [
        ("abc12", "the broker said abc12, and (abc12)", f"the broker said {HIDDEN}, and ({HIDDEN})"),
        ("a1!z", "got 'a1!z'", f"got '{HIDDEN}'"),
        ("abc12", "cabc123 is another word", "cabc123 is another word"),
        ("deck", "the deck was cut", "the deck was cut"),
        ("1883", "mqtt://broker:1883", "mqtt://broker:1883"),
        ("x1", "x1 is too short", "x1 is too short"),
    ],
)
def test_a_short_secret_is_hidden_where_it_can_be_nothing_else(secret: str, said: str, hidden: str) -> None:
    redaction = Redaction()
    redaction.knows(secret)
    assert redaction.hidden(said) == hidden


def test_a_known_secret_is_hidden_however_it_is_written() -> None:
    redaction, secret = Redaction(), secrets.token_bytes(32)
    redaction.knows(secret)
    redaction.knows("sesame-of-the-broker")
    for form in (secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode(), "sesame-of-the-broker"):
        assert redaction.hidden(f"got {form}.") == f"got {HIDDEN}."


def test_a_traceback_is_searched_too() -> None:
    redaction = Redaction()
    redaction.knows("sesame-of-the-broker")
    with pytest.raises(ValueError, match="sesame") as error:
        int("sesame-of-the-broker")
    failed = logging.LogRecord("x", logging.ERROR, __file__, 1, "it failed", (), (error.type, error.value, error.tb))
    for form in (TextFormatter(redaction.hidden), JsonFormatter(redaction.hidden)):
        assert "sesame" not in form.format(failed)
        assert "ValueError" in form.format(failed)


def said(pacing: Throttle, *records: logging.LogRecord) -> list[str]:
    return [line.getMessage() for one in records for line in pacing.paced(one)]


def damaged(count: int) -> list[logging.LogRecord]:
    return [record("frame %d was damaged", number) for number in range(count)]


def test_a_storm_is_said_a_few_times_and_then_counted() -> None:
    time = [0.0]
    pacing = Throttle(now=lambda: time[0])
    lines = said(pacing, *damaged(1000))
    assert len(lines) == AT_ONCE
    assert lines[-1] == "frame 9 was damaged (repeated; further lines like this are only counted for 60 s)"
    assert said(pacing, record("another kind of line")) == ["another kind of line"]
    time[0] = WITHIN_S
    assert said(pacing, record("another kind again")) == [
        "frame 999 was damaged (and 989 more like this)",
        "another kind again",
    ]
    assert said(pacing, *damaged(1)) == ["frame 0 was damaged"]


def test_what_was_left_out_is_said_at_the_end_at_the_latest() -> None:
    kept = RecentLines()
    kept.setFormatter(TextFormatter())
    everywhere = Fanout(kept, pacing=Throttle(now=lambda: 0.0))
    for one in damaged(50):
        everywhere.handle(one)
    everywhere.close()
    assert kept.text().endswith("frame 49 was damaged (and 39 more like this)\n")


def test_each_thing_is_paced_by_itself() -> None:
    pacing = Throttle(now=lambda: 0.0)
    lines = [record("the part %s failed", name) for name in ("web", "keys") for _ in range(50)]
    for one in lines:
        one.thing = one.args[0] if isinstance(one.args, tuple) else ""
    assert [line.split()[2] for line in said(pacing, *lines)] == ["web"] * AT_ONCE + ["keys"] * AT_ONCE


def test_what_was_left_out_is_counted_the_same_for_all_who_hear() -> None:
    time = [0.0]
    heard = RecentLines(), RecentLines()
    for one in heard:
        one.setFormatter(TextFormatter())
    everywhere = Fanout(*heard, pacing=Throttle(now=lambda: time[0]))
    for each in damaged(50):
        everywhere.handle(each)
    time[0] = WITHIN_S
    everywhere.handle(record("frame %d was damaged", 50))
    assert heard[0].text() == heard[1].text()
    assert len(heard[1].text().splitlines()) == AT_ONCE + 2


def test_a_storm_of_ever_new_lines_takes_no_memory_and_none_is_left_out() -> None:
    pacing = Throttle(now=lambda: 0.0)
    assert len(said(pacing, *(record(f"line {number}") for number in range(3 * KINDS)))) == 3 * KINDS


def test_the_service_manager_reads_the_priority_of_every_line() -> None:
    assert (
        TextFormatter(to_journal=True).format(record("one\ntwo", level=logging.ERROR))
        == "<3>ERROR drivers.link: one\n<3>two"
    )


def test_for_programs_a_line_is_an_object() -> None:
    said = json.loads(JsonFormatter().format(record("key %s", "next")))
    assert said["message"] == "key next"
    assert said["level"] == "warning"
    assert said["logger"] == "drivers.link"


def test_the_latest_lines_are_kept() -> None:
    kept = RecentLines()
    kept.setFormatter(TextFormatter())
    for number in range(LINES + 5):
        kept.handle(record("line %d", number))
    lines = kept.text().splitlines()
    assert len(lines) == LINES
    assert lines[0].endswith("line 5")


async def test_an_alert_is_one_line_of_what_a_person_must_do(caplog: pytest.LogCaptureFixture) -> None:
    table = PureTable().opened()
    host = Watched(table)
    saying = asyncio.create_task(alert_log.say(cast("Host", host)))
    for act in (SenseDevice(device="shuffler", up=False, detail="no answer for 3 s"), CallFloor(), EndFloorCall()):
        table.does(act)
        host.changed.set()
        for _ in range(3):
            await asyncio.sleep(0)
    saying.cancel()
    said = [line.getMessage() for line in caplog.records if line.name == alert_log.__name__]
    assert len(said) == 1, "once, however often something else changes"
    assert "device-down" in said[0]
    assert "no answer for 3 s" in said[0]


async def test_no_alert_is_left_out_for_the_sake_of_others() -> None:
    table = PureTable().opened()
    kept = RecentLines()
    kept.setFormatter(TextFormatter())
    hearing = Fanout(kept, pacing=Throttle(now=lambda: 0.0))
    devices = [f"device-{number}" for number in range(3 * AT_ONCE)]
    for device in devices:
        table.does(SenseDevice(device=device, up=False, detail="no answer"))
    alert_log.log.addHandler(hearing)
    try:
        saying = asyncio.create_task(alert_log.say(cast("Host", Watched(table))))
        await asyncio.sleep(0)
        saying.cancel()
    finally:
        alert_log.log.removeHandler(hearing)
    assert [line.split(" down: ")[0].split()[-1].lower() for line in kept.text().splitlines()] == devices


class Watched:
    """As much of a host as is looked at."""

    def __init__(self, table: PureTable) -> None:
        self.changed = asyncio.Event()
        self._table = table

    @property
    def state(self) -> TableState:
        return self._table.state

    @contextmanager
    def watch(self) -> Iterator[asyncio.Event]:
        yield self.changed
