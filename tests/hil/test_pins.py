"""The product's pins against the world on the other end of a socket, in this process and in a child."""

import asyncio
import os
import socket
import sys
import threading
import time
import warnings
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from drivers.button_puck import PuckSeen, PuckWhy
from drivers.button_puck.driver import GpioButtonPuck
from drivers.dealer_keys import Key, KeyPressed
from drivers.dealer_keys.driver import GpioDealerKeys
from drivers.pins import Board, Edge, PinFactoryMissing, PinNotAllowed, PinUnavailable, PinUsedTwice
from hil.pins.factory import HilFactory
from hil.pins.pin_world import PinWorld

NEXT, NO_ROLL, FLOOR = 4, 17, 27

LAMP = 5

SEATS = {1: 22, 2: 23, 3: 24}


DEADLINE_S = 30

DOWN_S = 0.02


@pytest.fixture(autouse=True)
def _hil_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "hil")
    monkeypatch.setenv("HIL_PINS", str(tmp_path / "pins"))


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[PinWorld]:
    async with PinWorld(tmp_path / "pins") as world:
        yield world


async def opened() -> Board:
    """Open the board in a thread, because opening waits for the world, which runs on this event loop."""
    with ThreadPoolExecutor(1) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, Board.open)


@asynccontextmanager
async def table() -> AsyncIterator[Board]:
    board = await opened()
    try:
        async with asyncio.timeout(DEADLINE_S):
            yield board
    finally:
        board.close()


# --- the board


async def test_edges_arrive_with_the_time_of_their_pin(world: PinWorld) -> None:
    async with table() as board:
        edges: asyncio.Queue[Edge] = asyncio.Queue()
        watch = board.watch(NEXT, name="next", pull_up=True, on_edge=edges.put_nowait)
        assert watch.level is True
        before_ms = asyncio.get_running_loop().time() * 1000
        world.drive(NEXT, 0)
        edge = await edges.get()
        assert (edge.pin, edge.level) == (NEXT, False)
        assert before_ms - 1 <= edge.at_ms <= asyncio.get_running_loop().time() * 1000
        assert board.level(NEXT) is False


async def test_a_thousand_edges_in_a_burst_arrive_in_order(world: PinWorld) -> None:
    async with table() as board:
        edges: asyncio.Queue[Edge] = asyncio.Queue()
        for pin in (NEXT, NO_ROLL):
            board.watch(pin, name=f"pin {pin}", pull_up=True, on_edge=edges.put_nowait)
        for _ in range(250):
            for pin in (NEXT, NO_ROLL):
                world.drive(pin, 0)
            for pin in (NO_ROLL, NEXT):
                world.drive(pin, 1)
        seen = [await edges.get() for _ in range(1000)]
        quad = [(NEXT, False), (NO_ROLL, False), (NO_ROLL, True), (NEXT, True)]
        assert [(edge.pin, edge.level) for edge in seen] == quad * 250
        assert [edge.at_ms for edge in seen] == sorted(edge.at_ms for edge in seen)
        assert edges.empty()


async def test_a_lamp_is_dark_until_lit_and_dark_when_the_board_closes(world: PinWorld) -> None:
    board = await opened()
    lamp = board.output(LAMP, name="ready lamp")
    await world.shows(LAMP, 0)
    lamp.on()
    assert lamp.lit
    await world.shows(LAMP, 1)
    lamp.close()
    await world.shows(LAMP, 0)
    board.output(LAMP, name="lit until the end").on()
    await world.shows(LAMP, 1)
    board.close()
    board.close()
    await world.disconnected()
    assert world.outputs == {}


async def test_a_closed_watch_is_silent_and_its_pin_free(world: PinWorld) -> None:
    async with table() as board:
        edges: asyncio.Queue[Edge] = asyncio.Queue()
        board.watch(NEXT, name="old", pull_up=True, on_edge=edges.put_nowait).close()
        board.watch(NEXT, name="new", pull_up=True, on_edge=edges.put_nowait)
        world.drive(NEXT, 0)
        await edges.get()
        assert edges.empty()


async def test_a_pin_used_twice_names_both(world: PinWorld) -> None:
    async with table() as board:
        board.output(LAMP, name="ready lamp")
        with pytest.raises(PinUsedTwice, match="GPIO 5 is used twice, for ready lamp and for the key next"):
            await GpioDealerKeys.create(board, {Key.CALL_FLOOR: FLOOR, Key.NEXT: LAMP})
        # What the device took before the clash is free again.
        board.output(FLOOR, name="another lamp")
    assert world.connections == 1


@pytest.mark.usefixtures("world")
async def test_two_keys_on_one_pin_are_refused() -> None:
    async with table() as board:
        with pytest.raises(PinUsedTwice, match="the key next and for the key no-roll"):
            await GpioDealerKeys.create(board, {Key.NEXT: NEXT, Key.NO_ROLL: NEXT})


@pytest.mark.usefixtures("world")
async def test_pins_of_the_console_and_the_eeprom_are_not_for_us() -> None:
    async with table() as board:
        for pin in (-1, 0, 1, 14, 15, 28):
            with pytest.raises(PinNotAllowed, match=f"GPIO {pin} cannot be used for a lamp"):
                board.output(pin, name="a lamp")
        for pin in (*range(2, 14), *range(16, 28)):
            board.output(pin, name=f"lamp {pin}")


@pytest.mark.usefixtures("world")
async def test_a_pull_that_the_board_has_soldered_is_not_to_be_had_otherwise() -> None:
    async with table() as board:
        with pytest.raises(PinUnavailable, match="cannot open GPIO 2 for a key"):
            board.watch(2, name="a key", pull_up=False, on_edge=print)
        board.watch(2, name="a key", pull_up=True, on_edge=print)


# --- the factory


def refused(monkeypatch: pytest.MonkeyPatch, **environment: str | None) -> str:
    for name, value in environment.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    with warnings.catch_warnings(record=True) as heard, pytest.raises(PinFactoryMissing) as error:
        Board.open()
    assert heard == []
    line = str(error.value)
    assert "\n" not in line
    return line


def test_an_unknown_factory_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    line = refused(monkeypatch, GPIOZERO_PIN_FACTORY="breadboard")
    assert line.startswith(
        "pin factory 'breadboard' is not installed: set GPIOZERO_PIN_FACTORY to one of firmware-host, hil, "
    )


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins of its own")
@pytest.mark.parametrize("unset", [None, ""])
def test_without_a_name_it_is_our_own_or_nothing(monkeypatch: pytest.MonkeyPatch, unset: str | None) -> None:
    from gpiozero import Device  # noqa: PLC0415  only here: gpiozero itself must not have chosen anything

    line = refused(monkeypatch, GPIOZERO_PIN_FACTORY=unset)
    assert line.startswith("pin factory 'firmware-host' ")
    assert Device.pin_factory is None


def test_a_world_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    unset = refused(monkeypatch, HIL_PINS=None)
    assert "'hil' cannot be started (HIL_PINS does not name the world's socket)" in unset
    gone = refused(monkeypatch, HIL_PINS=str(tmp_path / "nobody"))
    assert f"no world at {tmp_path / 'nobody'}" in gone


def test_a_socket_that_says_something_else_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "other"))
        server.listen()

        def greet() -> None:
            peer, _ = server.accept()
            with peer:
                peer.sendall(b"220 mail ready\n")

        stranger = threading.Thread(target=greet)
        stranger.start()
        assert "no world at" in refused(monkeypatch, HIL_PINS=str(tmp_path / "other"))
        stranger.join()


# --- the world


async def test_a_pin_is_where_the_world_put_it_before_anybody_asked(world: PinWorld) -> None:
    world.drive(NEXT, 0)
    world.drive(26, 1)
    async with table() as board:
        await world.connected()
        edges: list[Edge] = []
        assert board.watch(NEXT, name="a", pull_up=True, on_edge=edges.append).level is False
        assert board.watch(26, name="b", pull_up=False, on_edge=edges.append).level is True
        assert board.watch(25, name="c", pull_up=False, on_edge=edges.append).level is False
        await asyncio.sleep(0)
        assert edges == []
        assert (world.level(NEXT), world.level(25)) == (0, None)


async def test_a_press_is_as_long_as_it_was_meant_however_late_it_is_read(world: PinWorld) -> None:
    """On a busy machine the ends of a press may be read in one moment, and it would be none."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    seen: list[tuple[float, float]] = []

    def changed(ticks: float, state: float) -> None:
        seen.append((ticks, state))
        if len(seen) == 2:
            loop.call_soon_threadsafe(told.set)

    with ThreadPoolExecutor(1) as pool:
        factory = await loop.run_in_executor(pool, HilFactory)
    await world.connected()
    with closing(factory):
        pin = factory.pin(f"GPIO{NEXT}")
        pin.function, pin.pull, pin.edges, pin.when_changed = "input", "up", "both", changed
        with factory.lock:
            await world.press(NEXT, down_ms=DOWN_S * 1000)
        async with asyncio.timeout(DEADLINE_S):
            await told.wait()
    (down_s, low), (up_s, high) = seen
    assert (low, high) == (False, True)
    assert up_s - down_s == pytest.approx(DOWN_S, abs=0.001)


async def test_a_level_is_remembered_until_its_pin_is_made(world: PinWorld) -> None:
    async with table() as board:
        marker: asyncio.Queue[Edge] = asyncio.Queue()
        board.watch(NEXT, name="marker", pull_up=True, on_edge=marker.put_nowait)
        world.drive(NO_ROLL, 0)
        world.drive(NEXT, 0)
        await marker.get()
        assert board.watch(NO_ROLL, name="later", pull_up=True, on_edge=print).level is False


async def test_when_the_world_ends_the_pins_stay_and_the_thread_goes(tmp_path: Path) -> None:
    async with asyncio.timeout(DEADLINE_S):
        async with PinWorld(tmp_path / "pins") as world:
            board = await opened()
            await world.connected()
            lamp = board.output(LAMP, name="lamp")
        for thread in threading.enumerate():
            if thread.name == "hil-pins":
                thread.join(DEADLINE_S)
                assert not thread.is_alive()
        lamp.on()
        assert lamp.lit
        board.close()


async def test_a_second_controller_takes_the_place_of_the_first(world: PinWorld) -> None:
    first_board, second_board = await opened(), await opened()
    await world.connected(times=2)
    edges: asyncio.Queue[Edge] = asyncio.Queue()
    second_board.watch(NEXT, name="key", pull_up=True, on_edge=edges.put_nowait)
    world.drive(NEXT, 0)
    await edges.get()
    first_board.close()
    second_board.close()
    await world.disconnected()


# --- keys and puck


async def test_keys_are_pressed_and_held(world: PinWorld) -> None:
    pins = {Key.NEXT: NEXT, Key.NO_ROLL: NO_ROLL, Key.CALL_FLOOR: FLOOR}
    async with table() as board:
        keys = await GpioDealerKeys.create(board, pins, settle_ms=30, hold_ms=400)
        await world.bounce(NEXT, [0, 1, 0, 1, 0])
        await asyncio.sleep(0.06)
        await world.bounce(NEXT, [1, 0, 1])
        short = await anext(keys.events())
        world.drive(NO_ROLL, 0)
        held = await anext(keys.events())
        world.drive(NO_ROLL, 1)
        await world.press(FLOOR, down_ms=60)
        after = await anext(keys.events())
        assert [(press.key, press.held) for press in (short, held, after) if isinstance(press, KeyPressed)] == [
            (Key.NEXT, False),
            (Key.NO_ROLL, True),
            (Key.CALL_FLOOR, False),
        ]
        await keys.close()
        assert [press async for press in keys.events()] == []
        await keys.close()


def hold_up_the_loop(until: Callable[[], bool]) -> None:
    """Pins go on meanwhile: they have a thread of their own."""
    while not until():
        time.sleep(0.001)


async def test_a_press_is_as_long_as_it_was_however_late_the_pins_thread_gets_to_it(world: PinWorld) -> None:
    """On a board the kernel stamps an edge; here the world does."""
    async with table() as board:
        keys = await GpioDealerKeys.create(board, {Key.NEXT: NEXT})
        now_s = time.monotonic()
        world.drive(NEXT, 0, at_s=now_s - 0.3)
        world.drive(NEXT, 1, at_s=now_s - 0.26)
        press = await anext(keys.events())
        assert isinstance(press, KeyPressed)
        assert press.at_ms == pytest.approx(now_s * 1000 - 260, abs=5)
        await keys.close()


async def test_a_press_stays_short_though_the_loop_was_busy_beyond_the_hold_time(world: PinWorld) -> None:
    async with table() as board:
        await world.connected()
        keys = await GpioDealerKeys.create(board, {Key.NEXT: NEXT}, settle_ms=5, hold_ms=500)
        ends_s = time.monotonic() + 0.6
        world.drive(NEXT, 0)
        hold_up_the_loop(lambda: not board.level(NEXT))
        time.sleep(0.02)  # noqa: ASYNC251  the loop is to be busy
        world.drive(NEXT, 1)
        hold_up_the_loop(lambda: board.level(NEXT) and time.monotonic() > ends_s)
        press = await anext(keys.events())
        assert isinstance(press, KeyPressed)
        assert (press.key, press.held) == (Key.NEXT, False)
        assert press.at_ms / 1000 < ends_s
        await keys.close()


async def test_the_puck_is_told_at_the_start_and_when_it_moves(world: PinWorld) -> None:
    world.drive(SEATS[2], 0)
    async with table() as board:
        puck = await GpioButtonPuck.create(board, SEATS, settle_ms=10)
        events = puck.events()
        seen = [await anext(events)]
        for pin, level in ((SEATS[2], 1), (SEATS[3], 0), (SEATS[1], 0)):
            world.drive(pin, 1 if level else 0)
            seen.append(await anext(events))
        await puck.close()
    assert [(where.seat, where.why) for where in seen if isinstance(where, PuckSeen)] == [
        (2, PuckWhy.AT_SEAT),
        (None, PuckWhy.ABSENT),
        (3, PuckWhy.AT_SEAT),
        (None, PuckWhy.TWO_SEEN),
    ]


# --- the product as a child process

CHILD = """
import asyncio, json
from drivers.button_puck.driver import GpioButtonPuck
from drivers.dealer_keys import Key
from drivers.dealer_keys.driver import GpioDealerKeys
from drivers.pins import Board

async def tell(events):
    async for event in events:
        print(event, flush=True)

async def main():
    with Board.open() as board:
        board.output(5, name="ready lamp").on()
        keys = await GpioDealerKeys.create(board, {Key.NEXT: 4}, settle_ms=5, hold_ms=500)
        puck = await GpioButtonPuck.create(board, {1: 22, 2: 23}, settle_ms=5)
        await asyncio.gather(tell(puck.events()), tell(keys.events()))

asyncio.run(main())
"""


@asynccontextmanager
async def child() -> AsyncIterator[asyncio.StreamReader]:
    """Killed without warning in the end, as a controller is that loses its power."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CHILD, stdout=asyncio.subprocess.PIPE, env=os.environ
    )
    assert process.stdout is not None
    try:
        yield process.stdout
    finally:
        process.kill()
        await process.communicate()


async def test_a_restarted_controller_sees_where_the_puck_lies_now(world: PinWorld) -> None:
    world.drive(22, 0)
    async with asyncio.timeout(DEADLINE_S), child() as told:
        assert b"seat=1" in await told.readline()
        await world.shows(5, 1)
        await world.press(4, down_ms=30)
        assert b"Key.NEXT" in await told.readline()
    await world.disconnected()
    assert world.outputs == {}
    for round_ in (2, 3):
        world.drive(22, 1 if round_ == 2 else 0)
        world.drive(23, 0 if round_ == 2 else 1)
        async with asyncio.timeout(DEADLINE_S), child() as told:
            await world.connected(times=round_)
            assert f"seat={round_ if round_ == 2 else 1}".encode() in await told.readline()
        await world.disconnected()
