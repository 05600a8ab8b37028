"""Shakes are counted right whatever the sensor's rattle is like, as long as it keeps to its terms."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from drivers.dice_shaker import ShakenInOneGo
from drivers.dice_shaker.shakes import ShakeCounter, ShakeTerms

TERMS = ShakeTerms()

END_MS = 10**9


rattles = st.lists(st.integers(10, TERMS.rest_ms - 1), min_size=2, max_size=8).filter(
    lambda gaps: sum(gaps) >= TERMS.length_ms
)
"""The times between the pulses of one shake."""

rests = st.integers(TERMS.rest_ms, TERMS.go_rest_ms - 1)

long_rests = st.integers(TERMS.go_rest_ms, 60_000)

goes = st.lists(st.lists(st.tuples(rattles, rests), min_size=1, max_size=12), max_size=5)

questions = st.lists(st.integers(0, 200_000), max_size=20)


def pulses(shaken: list[list[tuple[list[int], int]]], between: list[int]) -> list[int]:
    at_ms = 0
    times: list[int] = []
    for go, pause in zip(shaken, between, strict=False):
        for rattle, rest in go:
            times.extend(accumulate(rattle, initial=at_ms))
            at_ms = times[-1] + rest
        at_ms = (times[-1] if times else 0) + pause
    return times


def counted(times: list[int], asked: list[int]) -> list[ShakenInOneGo]:
    counter = ShakeCounter(TERMS)
    steps = sorted([*((at, 0) for at in times), *((at, 1) for at in asked)])
    told = [event for at, kind in steps for event in (counter.settle(at) if kind else counter.pulse(at))]
    return [*told, *counter.settle(END_MS)]


@given(shaken=goes, between=st.lists(long_rests, min_size=5, max_size=5))
def test_every_shake_is_counted_once_and_in_its_go(
    shaken: list[list[tuple[list[int], int]]], between: list[int]
) -> None:
    assert [go.count for go in counted(pulses(shaken, between), [])] == [len(go) for go in shaken]


@given(shaken=goes, between=st.lists(long_rests, min_size=5, max_size=5), asked=questions)
def test_it_makes_no_difference_when_anybody_asks(
    shaken: list[list[tuple[list[int], int]]], between: list[int], asked: list[int]
) -> None:
    times = pulses(shaken, between)
    assert counted(times, asked) == counted(times, [])


@given(gaps=st.lists(st.integers(TERMS.rest_ms, 2000), max_size=60))
def test_single_pulses_are_never_a_shake(gaps: list[int]) -> None:
    assert counted(list(accumulate(gaps)), []) == []


@given(gaps=st.lists(st.integers(0, 3000), max_size=200))
def test_no_more_shakes_than_trains_could_make(gaps: list[int]) -> None:
    told = counted(list(accumulate(gaps)), [])
    assert sum(go.count for go in told) * TERMS.pulses <= len(gaps)
    assert [go.at_ms for go in told] == sorted(go.at_ms for go in told)
