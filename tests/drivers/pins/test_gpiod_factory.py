"""The pin factory on libgpiod, with a chip that stands in for the kernel's: settings, edges, and lost edges."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias, Direction, Value
from gpiod.line import Edge as EdgeKind
from gpiozero.exc import PinFixedPull, PinInvalidPull, PinSetInput

from drivers.dealer_keys import Key, KeyPressed
from drivers.dealer_keys.driver import GpioDealerKeys
from drivers.pins.board import Board, Edge
from drivers.pins.gpiod_factory import EVENTS_KEPT, ChipMissing, GpiodFactory, header_chip
from drivers.pins.input import InputFailed, InputFault, InputRecovered

KEY, OTHER, LAMP = 16, 17, 25

WITHIN_S = 10.0


@dataclass(frozen=True, kw_only=True)
class Event:
    """An edge as libgpiod tells it."""

    event_type: gpiod.EdgeEvent.Type
    timestamp_ns: int
    line_seqno: int


class FakeRequest:
    """A requested line. Its descriptor is readable as long as it has events, as a real one's is."""

    def __init__(self, number: int, settings: gpiod.LineSettings, buffer: int | None) -> None:
        self.number = number
        self.settings = settings
        self.buffer = buffer
        self.level = settings.output_value if settings.direction is Direction.OUTPUT else Value.ACTIVE
        self.released = False
        self._events: list[Event] = []
        self._seqno = 0
        self._lock = threading.Lock()
        self.fd, self._write = os.pipe()

    def edges(self, *levels: int, lose: int = 0) -> None:
        """Change to these levels, after so many edges that the kernel had to drop."""
        with self._lock:
            self._seqno += lose
            for level in levels:
                self._seqno += 1
                kind = gpiod.EdgeEvent.Type.RISING_EDGE if level else gpiod.EdgeEvent.Type.FALLING_EDGE
                self._events.append(Event(event_type=kind, timestamp_ns=time.monotonic_ns(), line_seqno=self._seqno))
                self.level = Value.ACTIVE if level else Value.INACTIVE
                os.write(self._write, b"x")

    def get_value(self, line: int, /) -> Value:
        assert line == self.number
        return self.level

    def set_value(self, line: int, value: Value, /) -> None:
        assert line == self.number
        self.level = value

    def reconfigure_lines(self, config: Mapping[int, gpiod.LineSettings], /) -> None:
        self.settings = config[self.number]

    def wait_edge_events(self, timeout: float, /) -> bool:
        assert timeout == 0, "nobody is held up by a line on which nothing happens"
        return bool(self._events)

    def read_edge_events(self, max_events: int, /) -> list[Event]:
        with self._lock:
            events, self._events = self._events[:max_events], self._events[max_events:]
            os.read(self.fd, len(events))
        return events

    @property
    def detects(self) -> bool:
        return self.settings.edge_detection is EdgeKind.BOTH

    def release(self) -> None:
        self.released = True
        os.close(self.fd)
        os.close(self._write)


class FakeChip:
    """A chip whose requests a test can look at."""

    def __init__(self) -> None:
        self.requests: dict[int, FakeRequest] = {}
        self.closed = False

    def request_lines(
        self, config: Mapping[int, gpiod.LineSettings], *, consumer: str, event_buffer_size: int | None = None
    ) -> FakeRequest:
        assert consumer == "firmware-host"
        ((number, settings),) = config.items()
        if number in self.requests and not self.requests[number].released:
            raise OSError(16, "Device or resource busy")
        self.requests[number] = FakeRequest(number, settings, event_buffer_size)
        return self.requests[number]

    def close(self) -> None:
        self.closed = True


def is_heard(request: FakeRequest) -> bool:
    return request.detects


@pytest.fixture
def chip() -> FakeChip:
    return FakeChip()


@pytest.fixture
def factory(chip: FakeChip) -> Iterator[GpiodFactory]:
    with closing(GpiodFactory(chip)) as factory:
        yield factory


def test_an_input_has_its_pull_and_the_largest_buffer_from_its_first_moment(
    factory: GpiodFactory, chip: FakeChip
) -> None:
    factory.pin(f"GPIO{KEY}").input_with_pull("up")
    request = chip.requests[KEY]
    assert (request.settings.direction, request.settings.bias) == (Direction.INPUT, Bias.PULL_UP)
    assert request.settings.edge_detection is EdgeKind.BOTH
    assert request.buffer == EVENTS_KEPT == 1024


def test_an_output_is_made_with_its_level_and_keeps_its_request(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(f"GPIO{LAMP}")
    pin.output_with_state(1)
    made = chip.requests[LAMP]
    assert (made.settings.output_value, pin.function, pin.state) == (Value.ACTIVE, "output", 1)
    pin.state = 0
    assert chip.requests[LAMP] is made
    assert pin.state == 0


def test_pulls_that_the_board_cannot_have_are_refused(factory: GpiodFactory) -> None:
    with pytest.raises(PinFixedPull):
        factory.pin("GPIO2").input_with_pull("down")
    with pytest.raises(PinInvalidPull):
        factory.pin(f"GPIO{KEY}").input_with_pull("sideways")
    pin = factory.pin(f"GPIO{KEY}")
    pin.input_with_pull("up")
    with pytest.raises(PinSetInput):
        pin.state = 1


def test_a_closed_pin_is_free_again_and_can_be_opened_again(factory: GpiodFactory, chip: FakeChip) -> None:
    pin = factory.pin(f"GPIO{KEY}")
    pin.input_with_pull("up")
    first = chip.requests[KEY]
    pin.close()
    assert first.released
    factory.pin(f"GPIO{KEY}").output_with_state(0)
    assert chip.requests[KEY] is not first


def test_closing_releases_every_line_and_the_chip(chip: FakeChip) -> None:
    with closing(GpiodFactory(chip)) as factory:
        factory.pin(f"GPIO{KEY}").input_with_pull("up")
        factory.pin(f"GPIO{LAMP}").output_with_state(1)
    assert all(request.released for request in chip.requests.values())
    assert chip.closed


async def test_edges_come_in_order_by_the_kernels_stamps(factory: GpiodFactory, chip: FakeChip) -> None:
    with closing(Board(factory)) as board:
        heard: asyncio.Queue[Edge] = asyncio.Queue()
        board.watch(KEY, name="a key", pull_up=True, on_edge=heard.put_nowait)
        chip.requests[KEY].edges(0, 1, 0)
        before_ms = time.monotonic_ns() // 1_000_000
        async with asyncio.timeout(WITHIN_S):
            seen = [await heard.get() for _ in range(3)]
    assert [edge.level for edge in seen] == [False, True, False]
    assert all(before_ms - 5 <= edge.at_ms <= before_ms for edge in seen)


async def test_lost_edges_are_told_with_how_many_before_the_edge_that_followed(
    factory: GpiodFactory, chip: FakeChip
) -> None:
    told: asyncio.Queue[tuple[str, object]] = asyncio.Queue()
    with closing(Board(factory)) as board:
        board.watch(
            KEY,
            name="a key",
            pull_up=True,
            on_edge=lambda edge: told.put_nowait(("edge", edge.level)),
            on_lost=lambda pin, _at_ms, edges: told.put_nowait(("lost", (pin, edges))),
        )
        chip.requests[KEY].edges(0, 1)
        chip.requests[KEY].edges(0, lose=840)
        async with asyncio.timeout(WITHIN_S):
            seen = [await told.get() for _ in range(4)]
    assert seen == [("edge", False), ("edge", True), ("lost", (KEY, 840)), ("edge", False)]


async def test_edges_lost_before_the_first_that_is_read_are_told_too(factory: GpiodFactory, chip: FakeChip) -> None:
    lost: asyncio.Queue[int] = asyncio.Queue()
    with closing(Board(factory)) as board:
        board.watch(
            KEY, name="a key", pull_up=True, on_edge=lambda _: None, on_lost=lambda _, __, edges: lost.put_nowait(edges)
        )
        chip.requests[KEY].edges(1, lose=12)
        async with asyncio.timeout(WITHIN_S):
            assert await lost.get() == 12


async def test_a_flooding_pin_is_muted_in_the_kernel_and_heard_again(factory: GpiodFactory, chip: FakeChip) -> None:
    flooded, heard = asyncio.Event(), asyncio.Event()
    with closing(Board(factory)) as board:
        watch = board.watch(
            KEY,
            name="a key",
            pull_up=True,
            on_edge=lambda _: heard.set() if flooded.is_set() else None,
            on_flood=lambda _, __: flooded.set(),
        )
        request = chip.requests[KEY]
        request.edges(*(number % 2 for number in range(2100)))
        async with asyncio.timeout(WITHIN_S):
            await flooded.wait()
            assert not is_heard(request)
            watch.listen()
            assert is_heard(request)
            heard.clear()
            request.edges(0)
            await heard.wait()


async def test_a_key_whose_edges_were_lost_is_a_fault_of_that_key_and_recovers(
    factory: GpiodFactory, chip: FakeChip, caplog: pytest.LogCaptureFixture
) -> None:
    """Its level is read again: what was lost may have been the edge that let it go."""
    with closing(Board(factory)) as board:
        keys = await GpioDealerKeys.create(board, {Key.NEXT: KEY, Key.NO_ROLL: OTHER})
        events = keys.events()
        chip.requests[KEY].edges(0, 1, 0, lose=100)
        chip.requests[KEY].edges(1)
        async with asyncio.timeout(WITHIN_S + 5):
            fault = await anext(events)
            assert isinstance(fault, InputFailed)
            assert (fault.name, fault.why) == ("the key next", InputFault.LOSING)
            chip.requests[OTHER].edges(0)
            await asyncio.sleep(0.05)
            chip.requests[OTHER].edges(1)
            pressed = await anext(events)
            assert isinstance(pressed, KeyPressed)
            assert pressed.key is Key.NO_ROLL
            assert isinstance(await anext(events), InputRecovered)
        await keys.close()
    assert "the kernel dropped 100 edges of the key next (GPIO 16), which changed too fast" in caplog.text


def test_a_named_chip_is_used_as_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMWARE_HOST_GPIOCHIP", "/dev/gpiochip7")
    assert header_chip() == "/dev/gpiochip7"


def test_no_chip_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(ChipMissing, match="no GPIO chip of a Raspberry Pi: there is none"):
        header_chip(tmp_path)


def test_a_chip_that_cannot_be_opened_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(OSError, match=r"ioctl|device|Errno"):
        header_chip(tmp_path)
