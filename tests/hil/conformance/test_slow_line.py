"""The conformance kit on a slow line, at a device that takes its time, and at devices that say things twice."""

import asyncio
from collections.abc import Callable

import pytest

from drivers.link.link_events_and_timing import LINK_TIMING, LinkTiming
from drivers.shuffler.host_messages import HostMessage, Identify
from drivers.shuffler.port import Back, Delivered, ShuffleFinished
from hil.conformance.bench import Bench
from hil.conformance.clause import Verdict
from hil.conformance.raw_line import Line
from hil.conformance.suite import findings
from hil.shuffler.device import SimulatedShuffler
from hil.shuffler.lies import Liar
from hil.shuffler.line import BadLine, Badness
from tests.support.wire import Wires

pytestmark = pytest.mark.slow

QUICK = LinkTiming(first_retry_ms=100, quiet_ms=400, ping_ms=150)

LATE_S = 3.0


class SaysWhoLate(SimulatedShuffler):
    """It acknowledges IDENTIFY at once and answers it as late as a device may that is slow, and works."""

    def _do(self, message: HostMessage) -> None:
        if isinstance(message, Identify):
            asyncio.get_running_loop().call_later(LATE_S, self._late, message)
        else:
            super()._do(message)

    def _late(self, message: HostMessage) -> None:
        super()._do(message)
        self._work()


class SaysTwice(BadLine):
    """Whatever the machine says comes twice, byte for byte."""

    def to_host(self, data: bytes, hand_on: Callable[[bytes], None]) -> None:
        hand_on(data + data)


async def not_met(
    device: SimulatedShuffler, wires: Wires, timing: LinkTiming, *, moves: bool = False
) -> dict[str, str]:
    assert device.pairing is not None
    stream = wires.open(device.port)
    try:
        bench = Bench(line=Line(stream), pairing=device.pairing, timing=timing, moves=moves)
        found = [finding async for finding in findings(bench)]
    finally:
        stream.close()
    return {finding.clause.name: finding.why for finding in found if finding.verdict is Verdict.NOT_MET}


@pytest.mark.parametrize("back_ms", [150, 600])
async def test_a_slow_way_back_is_no_fault_of_the_device(back_ms: int, wires: Wires) -> None:
    async with SimulatedShuffler(timing=LINK_TIMING) as device:
        device.line = BadLine(Badness(back_ms=back_ms))
        await device.load_deck(Back.BLUE)
        assert await not_met(device, wires, LINK_TIMING) == {}


async def test_an_answer_that_comes_within_its_time_is_in_time(wires: Wires) -> None:
    async with SaysWhoLate(timing=LINK_TIMING) as device:
        assert "sent-again" not in await not_met(device, wires, LINK_TIMING)


async def test_frames_that_are_said_twice_are_found(wires: Wires) -> None:
    async with SimulatedShuffler(timing=QUICK) as device:
        device.line = SaysTwice(Badness())
        assert "said-once" in await not_met(device, wires, QUICK)


@pytest.mark.parametrize(
    ("after", "again", "clause"),
    [(ShuffleFinished, "SHUFFLE_FAILED", "nonce"), (Delivered, "DELIVERED", "delivers")],
)
async def test_two_ends_of_one_order_are_found(
    after: type[ShuffleFinished | Delivered], again: str, clause: str, wires: Wires
) -> None:
    async with SimulatedShuffler(speed=150, timing=QUICK) as device:
        await device.load_deck(Back.BLUE)
        device.liar = Liar(device.model.next_event, again_after=after, again=again)
        assert "ended" in (await not_met(device, wires, QUICK, moves=True)).get(clause, "")
