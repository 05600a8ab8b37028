"""The pages over real HTTP: first of a table made up for each reason, then of the real controller."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_host.app.supervisor import PartHealth
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.journal.failures import JournalFailed
from firmware_host.latency_histogram import LatencyHistogram
from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.game import Tracking
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import Record
from firmware_host.table.acts.round import Deal
from firmware_host.table.acts.seating import LeaveSeat, StepAway, TakeSeat
from firmware_host.table.acts.system import SenseDevice
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AwayStakes, Back, Grade, HeldBadBeat
from firmware_host.web import server
from firmware_host.web.application import application
from firmware_host.web.parts import Sources, serve_after
from firmware_host.web.readiness import Unfit, reasons
from firmware_host.web.server import serve
from firmware_host.web.web_config import WebConfig
from tests.golden.configs import BAD_BEAT, CONFIG
from tests.support.brokers import any_broker
from tests.worlds.played_table import PlayedTable, played_table
from tests.worlds.pure_dice import DiceTable
from tests.worlds.pure_table import PureTable

LOOK_S, PATIENCE = 0.01, 2000

NOW = SystemClock().stamp()


class Recorded:
    """A record that does as it is told."""

    def __init__(self, *, fails: bool = False, last: int = 12, sent: int = 10) -> None:
        self.commits = LatencyHistogram()
        self.last = last
        self._fails = fails
        self._sent = sent

    def sent(self, consumer: str) -> int:
        assert consumer == "mqtt"
        return self._sent

    def free_mib(self) -> int:
        return 321

    async def answers(self) -> None:
        if self._fails:
            raise JournalFailed("disk I/O error")


class Given(Record, frozen=True, kw_only=True):
    """What the pages are to be told."""

    state: TableState
    stopped: Refusal | None = None
    parts: tuple[PartHealth, ...] = ()
    late: tuple[str, ...] = ()
    failed: bool = False


def sources(given: Given) -> Sources:
    down = tuple(part.name for part in given.parts if not part.is_up)
    lag = LatencyHistogram()
    lag.add(0.003)
    return Sources(
        state=lambda: given.state,
        journal=Recorded(fails=given.failed),
        outbox="mqtt",
        parts=lambda: given.parts,
        late=lambda: given.late,
        refusals=lambda: {"not-cut": 3},
        alerts=lambda: ("fault", "fault", "notice"),
        clocks=lambda: {"deck-blue-change": 61.5},
        links=lambda: {"shuffler": {"retransmissions": 4}},
        broker=lambda: {"acknowledged": 7},
        broker_refusals=lambda: {"stale": 5},
        reasons=lambda: reasons(given.state, stopped=given.stopped, down=down, at=NOW),
        lag=lag,
    )


@asynccontextmanager
async def served(given: Given, caplog: pytest.LogCaptureFixture) -> AsyncIterator[int]:
    """Serve on a free port, and give that."""
    caplog.set_level("INFO")
    serving = asyncio.create_task(serve(application(sources(given)), WebConfig(port=0)))
    try:
        yield await port_said(lambda: caplog.text)
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def port_said(words: Callable[[], str]) -> int:
    for _ in range(PATIENCE):
        found = re.search(r"serving http://127\.0\.0\.1:(\d+)/", words())
        if found:
            return int(found[1])
        await asyncio.sleep(LOOK_S)
    raise TimeoutError("the controller did not say where it listens")


async def got(port: int, path: str, *, method: str = "GET") -> tuple[int, str]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: table\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(20):
        answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    head, _, body = answer.partition("\r\n\r\n")
    return int(head.split()[1]), body


def ready() -> PureTable:
    table = PureTable().opened()
    table.ready(Back.BLUE)
    return table


def test_a_table_whose_deck_is_proved_and_cut_is_fit_to_deal() -> None:
    assert reasons(ready().state, stopped=None, down=(), at=ready().now) == ()


HALTED = RoundHalted(why="the stub was counted wrong twice")

STOPPED = Refusal(code=Code.STOPPED, reason="nothing can be recorded any more", allowed_by="mend the disk")


@pytest.mark.parametrize(
    ("changes", "stopped", "down", "code"),
    [
        ({}, STOPPED, (), Unfit.STOPPED),
        ({"config": None}, None, (), Unfit.NO_CONFIGURATION),
        ({"is_open": False}, None, (), Unfit.NOT_OPEN),
        ({"idle": True}, None, (), Unfit.IDLE),
        ({"halted": HALTED}, None, (), Unfit.HALTED),
        ({"disk_low": True}, None, (), Unfit.DISK_LOW),
        ({}, None, ("keys",), Unfit.PART_DOWN),
        ({"devices": {"shuffler": False}}, None, (), Unfit.DEVICE_DOWN),
        ({"decks": ()}, None, (), Unfit.NO_DECK),
    ],
)
def test_each_reason_alone_keeps_it_from_being_fit(
    changes: dict[str, Any], stopped: Refusal | None, down: tuple[str, ...], code: Unfit
) -> None:
    table = ready()
    found = reasons(replace(table.state, **changes), stopped=stopped, down=down, at=table.now)
    assert [reason.code for reason in found] == [code]
    assert found[0].say


def codes(table: PureTable | DiceTable) -> list[Unfit]:
    return [reason.code for reason in reasons(table.state, stopped=None, down=(), at=table.now)]


@pytest.mark.paragraph("14.6(b)")
@pytest.mark.paragraph("14.5(d)", "I-22")
def test_a_table_whose_players_have_left_but_one_is_not_fit_to_deal() -> None:
    table = ready()
    for seat in table.state.seats[1:]:
        table.does(LeaveSeat(seat=seat))
    assert codes(table) == [Unfit.NO_PLAYERS]
    assert isinstance(table.ask(Deal()), Refusal)
    table.does(TakeSeat(seat=7))
    assert codes(table) == [Unfit.NO_DECK], "a new player: the decks are spread and washed first"


FULL = replace(
    CONFIG,
    tracking=Tracking.FULL,
    buy_in_cents=10_000,
    accepts=(Grade.REPORTED,),
    stakes=Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400)),
)


@pytest.mark.paragraph("14.7(c)5")
def test_a_table_of_players_who_have_stepped_away_is_not_fit_to_deal() -> None:
    table = PureTable(FULL).opened()
    table.ready(Back.BLUE)
    for seat in table.state.seats[1:]:
        assert codes(table) == []
        table.does(StepAway(seat=seat, stakes=AwayStakes.COVERED))
    assert codes(table) == [Unfit.NO_PLAYERS]


@pytest.mark.paragraph("14.7(c)3")
def test_a_table_where_nobody_has_enough_for_the_blinds_is_not_fit_to_deal() -> None:
    table = PureTable(replace(FULL, buy_in_cents=100)).opened()
    table.ready(Back.BLUE)
    assert codes(table) == [Unfit.NO_PLAYERS]
    assert isinstance(table.ask(Deal()), Refusal)


@pytest.mark.paragraph("I-10")
def test_a_table_whose_bad_beat_waits_for_a_supervisor_is_not_fit_to_deal() -> None:
    table = ready()
    beat = HeldBadBeat(
        number=7, losers=(1,), winners=(2,), words="four nines", beaten_by="four tens", seats=(1, 2), rules=BAD_BEAT
    )
    held = replace(table.state.money, held=(beat,))
    found = reasons(replace(table.state, money=held), stopped=None, down=(), at=table.now)
    assert [reason.code for reason in found] == [Unfit.BAD_BEAT_HELD]


@pytest.mark.paragraph("I-2")
def test_a_mini_dice_table_without_players_is_not_fit_and_one_that_shakes_is() -> None:
    table = DiceTable()
    assert codes(table) == []
    for seat in table.state.seats:
        table.does(LeaveSeat(seat=seat))
    assert codes(table) == [Unfit.NO_PLAYERS]


def test_without_a_broker_the_game_goes_on() -> None:
    table = ready()
    away = replace(table.state, devices={"broker": False})
    assert reasons(away, stopped=None, down=(), at=table.now) == ()


def test_a_round_under_way_needs_no_next_deck_yet() -> None:
    table = PureTable().opened()
    table.dealt(Back.BLUE)
    assert reasons(table.state, stopped=None, down=(), at=table.now) == ()


def test_a_device_that_answers_and_is_down_all_the_same_is_said_with_its_reason() -> None:
    table = ready()
    table.does(SenseDevice(device="shuffler", up=False, detail="it was never paired"))
    (found,) = reasons(table.state, stopped=None, down=(), at=table.now)
    assert (found.code, found.say) == (Unfit.DEVICE_DOWN, "Shuffler down: it was never paired.")


async def test_readiness_is_said_with_its_reasons(caplog: pytest.LogCaptureFixture) -> None:
    given = Given(state=PureTable().started().state, parts=(PartHealth(name="keys", why="no pins", ticked_ms=0),))
    async with served(given, caplog) as port:
        status, body = await got(port, "/readyz")
    assert status == 503
    said = json.loads(body)
    assert said["ready"] is False
    assert [reason["code"] for reason in said["reasons"]] == ["part-down", "not-open"]


@pytest.mark.parametrize(
    ("given", "faults"),
    [
        ({}, []),
        ({"late": ("keys",)}, ["the part keys has no supervisor that restarts it"]),
        ({"failed": True}, ["the journal cannot be written (disk I/O error)"]),
    ],
)
async def test_health_is_of_the_controller_and_not_of_its_devices(
    given: dict[str, Any], faults: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    state = replace(PureTable().started().state, devices={"shuffler": False})
    async with served(Given(state=state, **given), caplog) as port:
        status, body = await got(port, "/healthz")
    assert status == (503 if faults else 200)
    assert json.loads(body) == {"alive": not faults, "faults": faults}


async def test_the_figures_are_those_of_the_moment(caplog: pytest.LogCaptureFixture) -> None:
    parts = (PartHealth(name="mqtt", ticked_ms=0), PartHealth(name="keys", why="no pins", failures=2, ticked_ms=0))
    state = replace(PureTable().started().state, devices={"shuffler": False})
    async with served(Given(state=state, parts=parts), caplog) as port:
        status, body = await got(port, "/metrics")
    assert status == 200
    for line in (
        'fh_part_up{part="keys"} 0.0',
        'fh_part_up{part="mqtt"} 1.0',
        'fh_part_failures_total{part="keys"} 2.0',
        "fh_facts 12.0",
        "fh_outbox_facts 2.0",
        "fh_disk_free_mebibytes 321.0",
        'fh_refusals_total{code="not-cut"} 3.0',
        'fh_alerts{severity="fault"} 2.0',
        'fh_device_up{device="shuffler"} 0.0',
        'fh_deadline_seconds{clock="deck-blue-change"} 61.5',
        'fh_link_retransmissions_total{device="shuffler"} 4.0',
        'fh_loop_lag_seconds_bucket{le="0.0025"} 0.0',
        'fh_loop_lag_seconds_bucket{le="0.005"} 1.0',
        "fh_loop_lag_seconds_count 1.0",
        "fh_mqtt_acknowledged_total 7.0",
        'fh_mqtt_refused_total{reason="stale"} 5.0',
        "fh_ready 0.0",
    ):
        assert line in body.splitlines(), line


@asynccontextmanager
async def after(told: asyncio.Event, *, limit_s: float) -> AsyncIterator[None]:
    of = sources(Given(state=ready().state))
    serving = asyncio.create_task(serve_after(told, of, WebConfig(port=0), limit_s=limit_s))
    try:
        yield
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def test_the_pages_come_when_the_broker_was_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    told = asyncio.Event()
    async with after(told, limit_s=60):
        for _ in range(20):
            await asyncio.sleep(0)
        assert not caplog.text
        told.set()
        port = await port_said(lambda: caplog.text)
        assert (await got(port, "/healthz"))[0] == 200


async def test_the_pages_come_without_a_broker_too(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with after(asyncio.Event(), limit_s=0):
        port = await port_said(lambda: caplog.text)
        assert (await got(port, "/healthz"))[0] == 200


def test_the_controller_imports_no_web_server_before_its_broker_is_told() -> None:
    later = ("uvicorn", "starlette", "prometheus_client", "cryptography.x509")
    found = f"import sys, firmware_host.app.controller; print([name for name in {later} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", found], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"


HALF = b"GET /healthz HTTP/1.1\r\nHost:"


@asynccontextmanager
async def opened(port: int, begin: bytes, count: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    async with AsyncExitStack() as stack:
        readers = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(begin)
            await writer.drain()
            readers.append(reader)
        yield readers


@pytest.mark.parametrize("begin", [b"", HALF])
async def test_a_supervisor_is_answered_beside_any_number_that_ask_for_nothing(
    caplog: pytest.LogCaptureFixture, begin: bytes
) -> None:
    async with served(Given(state=ready().state), caplog) as port, opened(port, begin, 200):
        for _ in range(3):
            assert (await got(port, "/healthz"))[0] == 200


@pytest.mark.parametrize("begin", [b"", HALF, b"GET /healthz HTTP/1.1\r\nHost: t\r\n\r\nGET"])
async def test_who_sends_no_whole_request_is_let_go(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr(server, "REQUEST_S", 0.01)
    async with served(Given(state=ready().state), caplog) as port, opened(port, begin, 1) as (reader,):
        async with asyncio.timeout(20):
            answer = await reader.read()
    assert answer.startswith(b"HTTP/1.1 200") is begin.endswith(b"\nGET")


async def test_a_request_that_takes_its_time_is_waited_for(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REQUEST_S", 0.01)
    slow = asyncio.Event()

    async def answers() -> None:
        asyncio.get_running_loop().call_later(0.05, slow.set)
        await slow.wait()

    of = sources(Given(state=ready().state))
    monkeypatch.setattr(of.journal, "answers", answers)
    caplog.set_level("INFO")
    serving = asyncio.create_task(serve(application(of), WebConfig(port=0)))
    port = await port_said(lambda: caplog.text)
    assert (await got(port, "/healthz"))[0] == 200
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)


async def test_nothing_can_be_changed_and_nothing_else_is_there(caplog: pytest.LogCaptureFixture) -> None:
    async with served(Given(state=ready().state), caplog) as port:
        assert (await got(port, "/healthz", method="POST"))[0] == 405
        assert (await got(port, "/"))[0] == 404


async def test_a_port_that_is_taken_is_said_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    given = Given(state=ready().state)
    async with served(given, caplog) as port:
        with pytest.raises(UserError, match=rf"cannot listen on 127\.0\.0\.1 port {port}"):
            await serve(application(sources(given)), WebConfig(port=port))


async def test_the_real_controller_answers_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with any_broker(tmp_path) as broker, played_table(tmp_path, broker=broker) as table:
        with_web(table)
        await table.world.controller.start()
        port = await port_said(table.world.controller.words)
        await table.rounds(1)
        status, body = await got(port, "/healthz")
        assert (status, json.loads(body)) == (200, {"alive": True, "faults": []})
        _, body = await got(port, "/metrics")
        figures = dict(line.rsplit(" ", 1) for line in body.splitlines() if not line.startswith("#"))
        assert float(figures["fh_rounds_total"]) >= 1
        assert float(figures["fh_commit_seconds_count"]) > 5
        assert float(figures["fh_mqtt_acknowledged_total"]) > 5
        assert figures['fh_device_up{device="shuffler"}'] == "1.0"
        assert float(figures['fh_link_frames_in_total{device="shuffler"}']) > 5
        assert await table.world.controller.stop() == 0
        assert "ERROR" not in table.world.controller.words()


def with_web(table: PlayedTable) -> None:
    with (table.world.data.parent / "table.toml").open("a") as config:
        config.write("\n[web]\nport = 0\n")
