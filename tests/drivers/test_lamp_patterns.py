"""How the status lamp and the beeper answer a press: measured at mock pins, on virtual time."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import groupby

import pytest
from gpiozero.pins.mock import MockFactory

from drivers.lamps import Pattern, Signal
from drivers.lamps.driver import GpioLamps
from drivers.pins.board import Board
from tests.support.virtual_loop import run_in_virtual_time

STATUS, GATE, BEEPER = 25, 26, 24

EVERY_MS = 10

Levels = list[tuple[bool, int]]
"""Each level that a pin had, and for how many milliseconds."""


def measured(
    pin: int, act: Callable[[GpioLamps], Awaitable[None]], *, for_ms: int, begin_ms: int = 500, beeper: bool = True
) -> Levels:
    """Return the levels of a pin from `begin_ms` on, where `act` begins."""

    async def measure() -> Levels:
        with Board(MockFactory()) as board:
            lamps = await GpioLamps.create(
                board, {"status": STATUS, "gate": GATE}, answering="status", beeper=BEEPER if beeper else None
            )
            lamps.show({"status": Pattern.BEAT, "gate": Pattern.LIT})
            await asyncio.sleep(begin_ms / 1000)
            acting = asyncio.ensure_future(act(lamps))
            seen = []
            for _ in range(for_ms // EVERY_MS):
                await asyncio.sleep(EVERY_MS / 1000)
                seen.append(board.level(pin))
            await acting
            await lamps.close()
            return [(level, EVERY_MS * len(list(same))) for level, same in groupby(seen)]

    return run_in_virtual_time(measure())


def answers(*signals: Signal, every_ms: int = 0) -> Callable[[GpioLamps], Awaitable[None]]:
    async def act(lamps: GpioLamps) -> None:
        for signal in signals:
            lamps.answer(signal)
            await asyncio.sleep(every_ms / 1000)

    return act


def about(levels: Levels, *wanted: tuple[bool, int]) -> None:
    """Compare, up to one sample at each change."""
    assert [level for level, _ in levels] == [level for level, _ in wanted]
    assert [ms for _, ms in levels] == [pytest.approx(ms, abs=2 * EVERY_MS) for _, ms in wanted]


def test_a_press_that_was_taken_is_one_short_dark_pulse() -> None:
    about(measured(STATUS, answers(Signal.TAKEN), for_ms=1000), (False, 150), (True, 850))


def test_a_press_that_was_refused_is_three_quick_dark_pulses() -> None:
    dark, lit = (False, 80), (True, 120)
    about(measured(STATUS, answers(Signal.REFUSED), for_ms=1000), dark, lit, dark, lit, dark, (True, 520))


def test_the_beeper_sounds_the_same_pulses_and_is_silent_otherwise() -> None:
    about(measured(BEEPER, answers(), for_ms=3000), (False, 3000))
    about(measured(BEEPER, answers(Signal.TAKEN), for_ms=1000), (True, 150), (False, 850))
    sound, silence = (True, 80), (False, 120)
    about(measured(BEEPER, answers(Signal.REFUSED), for_ms=1000), sound, silence, sound, silence, sound, (False, 520))


def test_a_new_press_is_answered_at_once() -> None:
    """The second press comes in the first dark phase of the first answer."""
    levels = measured(STATUS, answers(Signal.REFUSED, Signal.TAKEN, every_ms=50), for_ms=1000)
    about(levels, (False, 200), (True, 800))


def test_the_answer_interrupts_a_status_lamp_that_blinks_fast_and_is_told_apart_by_its_end() -> None:
    async def act(lamps: GpioLamps) -> None:
        lamps.show({"status": Pattern.FAST})
        lamps.answer(Signal.TAKEN)

    levels = measured(STATUS, act, for_ms=1000)
    about(levels[:1], (False, 150))
    assert levels[1][0]
    assert levels[1][1] >= 350 - 2 * EVERY_MS, "longer lit than the 100 ms of a lamp that blinks fast"
    assert {ms for _, ms in levels[2:-1]} <= {90, 100, 110}, "then it blinks as before"


def test_no_other_lamp_answers_and_a_beeper_is_not_needed() -> None:
    about(measured(GATE, answers(Signal.REFUSED), for_ms=1000), (True, 1000))
    about(measured(STATUS, answers(Signal.TAKEN), for_ms=600, beeper=False), (False, 150), (True, 450))


def test_a_closed_beeper_is_silent() -> None:
    async def closed() -> None:
        with Board(MockFactory()) as board:
            lamps = await GpioLamps.create(board, {}, beeper=BEEPER)
            lamps.answer(Signal.REFUSED)
            assert board.level(BEEPER)
            await lamps.close()
            lamps.answer(Signal.TAKEN)

    run_in_virtual_time(closed())
