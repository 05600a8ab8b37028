"""The conformance kit at a device that meets every clause, and at devices that were spoiled in one way each."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from drivers.link.crypto import Opened, Vocabulary
from drivers.link.frame import Kind
from drivers.link.link_events_and_timing import LinkEvent, LinkTiming
from drivers.link.session import Channel
from drivers.shuffler.device_messages import Load
from drivers.shuffler.host_messages import GetStatus, Reconcile
from drivers.shuffler.layout import Tag, tag_of
from drivers.shuffler.messages import MANDATORY_VOCABULARY, VOCABULARY
from drivers.shuffler.pairing import pair
from drivers.shuffler.port import Back
from firmware_host.devices.pairing_key_file import PairingKeyFile
from hil.conformance.bench import Bench
from hil.conformance.clause import Finding, Verdict
from hil.conformance.clauses_by_hand import HANDS
from hil.conformance.moving_suite import MOVING
from hil.conformance.raw_line import Line
from hil.conformance.suite import CLAUSES, findings
from hil.conformance.verdicts import NotMet
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.trays import Trays
from tests.hil.conformance.spoiled import ELSEWHERE, SPOILED, Change, spoil
from tests.hil.conformance.spoiled_orders import LosesWhatIsLifted
from tests.support.wire import Wires

pytestmark = pytest.mark.slow


CONFORM = (sys.executable, "-m", "hil", "conform")

QUICK = LinkTiming(first_retry_ms=100, quiet_ms=400, ping_ms=150)
"""Patience shortened at both ends."""

SWIFT = LinkTiming(first_retry_ms=40, quiet_ms=120, ping_ms=40)
"""Shortened further: every device below is asked every clause."""


@asynccontextmanager
async def on_the_bench(
    device: SimulatedShuffler, wires: Wires, timing: LinkTiming = QUICK, *, moves: bool = False
) -> AsyncIterator[Bench]:
    assert device.pairing is not None
    stream = wires.open(device.port)
    try:
        yield Bench(line=Line(stream), pairing=device.pairing, timing=timing, moves=moves)
    finally:
        stream.close()


async def examined(
    device: SimulatedShuffler, wires: Wires, timing: LinkTiming = QUICK, *, moves: bool = True
) -> list[Finding]:
    async with on_the_bench(device, wires, timing, moves=moves) as bench:
        return [finding async for finding in findings(bench)]


def not_met(found: list[Finding]) -> dict[str, str]:
    return {finding.clause.name: finding.why for finding in found if finding.verdict is Verdict.NOT_MET}


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit's own waits, shortened: the device is in this process, and answers at once."""
    monkeypatch.setattr("hil.conformance.host_session.ACK_MS", 200)
    monkeypatch.setattr("hil.conformance.host_session.STILL_MS", 12)
    monkeypatch.setattr("hil.conformance.clauses_at_rest.QUIET_MS", 35)
    monkeypatch.setattr("hil.conformance.clauses_of_movement.QUIET_MS", 35)
    monkeypatch.setattr("hil.conformance.giving_orders.QUIET_MS", 35)
    monkeypatch.setattr("hil.conformance.giving_orders.SILENT_MS", 60)
    monkeypatch.setattr("hil.conformance.giving_orders.AFTER_DONE_MS", 60)


@pytest.mark.usefixtures("brisk")
async def test_without_leave_nothing_moves_and_what_could_not_be_asked_says_why(wires: Wires) -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        await device.load_deck(Back.BLUE)
        kept = dict(device.model.kept)
        found = await examined(device, wires, moves=False)
        assert not device.model.motor_starts
        assert device.model.kept == kept, "what it keeps is for the table it belongs to"
    unasked = {it.clause.name: it.why for it in found if it.verdict is Verdict.NOT_ASKED}
    assert not not_met(found)
    assert set(unasked) == {"busy-first", "unknown-value", *(clause.name for clause in MOVING)}
    assert all("--moves" in why for name, why in unasked.items() if name != "busy-first")


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize("spoiled", SPOILED.values(), ids=SPOILED.keys())
async def test_a_spoiled_device_fails_the_clause_it_breaks_and_no_other(
    spoiled: tuple[str, *tuple[Change, ...]], monkeypatch: pytest.MonkeyPatch, wires: Wires
) -> None:
    clause, *changes = spoiled
    spoil(monkeypatch, changes)
    async with SimulatedShuffler(speed=150, timing=SWIFT) as device:
        await device.load_deck(Back.BLUE)
        device.open_lid()
        device.close_lid()
        found = not_met(await examined(device, wires, SWIFT))
    assert set(found) == {clause}, found


def test_every_clause_is_broken_by_a_device_of_its_own_or_says_why_not() -> None:
    broken = {clause for clause, *_ in SPOILED.values()}
    by_hand = {clause.name for clause in HANDS}
    assert broken | ELSEWHERE.keys() | by_hand == {clause.name for clause in CLAUSES}
    assert not broken & ELSEWHERE.keys()
    assert not (broken | ELSEWHERE.keys()) & by_hand


@pytest.mark.usefixtures("brisk")
async def test_an_empty_feed_may_be_asked_for_an_unknown_back_without_leave(wires: Wires) -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        found = await examined(device, wires, moves=False)
    verdicts = {it.clause.name: it.verdict for it in found}
    assert verdicts["unknown-value"] is Verdict.MET


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize(
    ("trays", "verdict"), [(Trays, Verdict.MET), (LosesWhatIsLifted, Verdict.NOT_MET)], ids=["counts it", "does not"]
)
async def test_a_deck_that_people_take_off_the_shelf_between_two_runs_has_to_count_as_come_out(
    trays: type[Trays], verdict: Verdict, monkeypatch: pytest.MonkeyPatch, wires: Wires
) -> None:
    monkeypatch.setattr("hil.shuffler.model.Trays", trays)
    async with SimulatedShuffler(speed=150, timing=SWIFT) as device:
        device.knows(MANDATORY_VOCABULARY)
        await device.load_deck(Back.BLUE)
        first = {it.clause.name: it for it in await examined(device, wires, SWIFT)}
        assert first["off-the-shelf"].why.startswith("no deck was taken off")
        assert device.take_deck() is not None
        second = {it.clause.name: it for it in await examined(device, wires, SWIFT)}
    assert second["off-the-shelf"].verdict is verdict, second["off-the-shelf"].why


@pytest.mark.usefixtures("brisk")
async def test_what_was_not_met_and_moves_nothing_is_asked_once_more_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch, wires: Wires
) -> None:
    """Noise on the line, or a busy machine that asks, is no fault of a device."""
    lost: list[int] = []

    class LosesOnePing(Channel):
        def hear(self, opened: Opened, now_ms: int) -> list[LinkEvent]:
            if opened.kind is Kind.PING and not lost:
                lost.append(now_ms)
                return []
            return super().hear(opened, now_ms)

    monkeypatch.setattr("drivers.link.device_end.Channel", LosesOnePing)
    async with SimulatedShuffler(timing=QUICK) as device:
        found = {it.clause.name: it for it in await examined(device, wires, moves=False)}
    assert lost
    assert not not_met([*found.values()])
    assert [it.verdict for it in found.values() if it.why.startswith("at the second asking")] == [Verdict.MET]


@pytest.mark.usefixtures("brisk")
async def test_a_device_of_the_fourteen_messages_is_asked_all_that_it_can_be(wires: Wires) -> None:
    async with SimulatedShuffler(speed=150, timing=SWIFT) as device:
        device.knows(MANDATORY_VOCABULARY)
        await device.load_deck(Back.BLUE)
        found = await examined(device, wires, SWIFT)
    assert not not_met(found)
    unasked = {it.clause.name for it in found if it.verdict is Verdict.NOT_ASKED}
    needs_more = {"attestation", "busy-first", "progress", "nothing-to-deliver", "still-refused", "delivers"}
    assert unasked == needs_more | {"off-the-shelf"}


async def test_a_device_that_works_long_over_an_attestation_and_does_not_say_so_is_told(
    monkeypatch: pytest.MonkeyPatch, wires: Wires
) -> None:
    check = next(it.check for it in CLAUSES if it.name == "busy-first")
    monkeypatch.setattr("hil.conformance.clauses_at_rest.BUSY_AFTER_S", 0.02)
    async with SimulatedShuffler(timing=QUICK) as device:
        device.attest_ms = 25
        async with on_the_bench(device, wires) as bench:
            await check(bench)
        monkeypatch.setattr("drivers.link.device_end.DeviceLink.busy", lambda _link, _for_ms: None)
        async with on_the_bench(device, wires) as bench:
            with pytest.raises(NotMet, match="no BUSY came before its answer"):
                await check(bench)


@pytest.mark.usefixtures("brisk")
@pytest.mark.parametrize(
    ("timing", "clauses"),
    [
        (LinkTiming(first_retry_ms=400, quiet_ms=400, ping_ms=150), {"sent-again"}),
        (LinkTiming(first_retry_ms=100, quiet_ms=700, ping_ms=50), {"silence-asked"}),
    ],
    ids=["sends again too late", "asks too late"],
)
async def test_a_device_with_another_patience_is_told_so(timing: LinkTiming, clauses: set[str], wires: Wires) -> None:
    async with SimulatedShuffler(timing=timing) as device:
        found = not_met(await examined(device, wires, moves=False))
    assert set(found) == clauses, found


@pytest.mark.parametrize(
    ("lacks", "clause", "why"),
    [
        ({tag_of(Reconcile), tag_of(GetStatus)}, "vocabulary", "the device's vocabulary lacks GET_STATUS, RECONCILE"),
        ({tag_of(Load)}, "together", "it knows the messages CHECK_LOAD but not LOAD, which belong to them"),
    ],
)
async def test_a_vocabulary_with_which_no_host_can_work_is_told_so(
    lacks: set[Tag], clause: str, why: str, wires: Wires
) -> None:
    check = next(it.check for it in CLAUSES if it.name == clause)
    async with SimulatedShuffler(timing=QUICK) as device:
        device.knows(Vocabulary(VOCABULARY.tags - lacks))
        async with on_the_bench(device, wires) as bench:
            with pytest.raises(NotMet, match=why):
                await check(bench)


async def typed(*words: str) -> tuple[int | None, str, str]:
    process = await asyncio.create_subprocess_exec(
        *CONFORM, *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def test_the_command_finds_every_clause_met_in_the_specified_times_but_one_by_which_it_ends_with_1(
    tmp_path: Path,
) -> None:
    async with SimulatedShuffler(speed=100) as device:
        keys = PairingKeyFile(tmp_path)
        secret = device.press_pairing_key()
        keys.holds(await pair(url=device.port, host=keys.host, secret=secret, keep=keys.offered))
        await device.load_deck(Back.BLUE)
        device.press_pairing_key()
        code, out, err = await typed(device.port, "--data", str(tmp_path), "--json", "--moves")
        assert (code, err) == (1, ""), out
        told = [json.loads(line) for line in out.splitlines()]
        assert [it["clause"] for it in told] == [clause.name for clause in CLAUSES]
        otherwise = {it["clause"]: it["verdict"] for it in told if it["verdict"] != "met"}
        assert otherwise == {
            "no-press": "not met",
            "busy-first": "could not be asked",
            "off-the-shelf": "could not be asked",
            **{clause.name: "takes hands" for clause in HANDS},
        }, "its key was pressed; it answers at once; it gives decks out by itself"


async def test_a_device_that_was_never_paired_is_one_line(tmp_path: Path) -> None:
    async with SimulatedShuffler() as device:
        code, _, err = await typed(device.port, "--data", str(tmp_path))
    assert code == 2
    assert "pair it first" in err
    assert len(err.splitlines()) == 1
