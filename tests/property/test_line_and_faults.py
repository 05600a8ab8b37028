"""However badly a contact behaves: few words, in order, the same whoever asks when."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputRecovered, LeakyBucket, Limits

LIMITS = Limits(settle_ms=20, stuck_ms=800, changes=6, changes_per_s=4, restless_ms=300, calm_ms=500)

END_MS = 10**7


edges = st.lists(st.tuples(st.integers(0, 120), st.booleans()), max_size=120).map(
    lambda gaps: [(at, level) for at, (_, level) in zip(accumulate(gap for gap, _ in gaps), gaps, strict=True)]
)

questions = st.lists(st.integers(0, 12_000), max_size=30)


def line(*, level: bool) -> Input:
    return Input(name="a contact", level=level, limits=LIMITS, now_ms=0)


def played(contact: Input, told: list[tuple[int, bool]], asked: list[int]) -> list[InputEvent]:
    """Edges come before a question of the same millisecond."""
    steps = sorted([*((at, 0, level) for at, level in told), *((at, 1, False) for at in asked)], key=lambda s: s[:2])
    events: list[InputEvent] = []
    for at_ms, kind, level in steps:
        events.extend(contact.edge(level=level, at_ms=at_ms) if kind == 0 else contact.settle(at_ms))
    return [*events, *contact.settle(END_MS)]


@given(level=st.booleans(), told=edges, asked=questions)
def test_it_makes_no_difference_when_anybody_asks(
    level: bool,  # noqa: FBT001
    told: list[tuple[int, bool]],
    asked: list[int],
) -> None:
    assert played(line(level=level), told, asked) == played(line(level=level), told, [])


@given(level=st.booleans(), told=edges)
def test_faults_and_recoveries_alternate_and_nothing_is_told_in_between(
    level: bool,  # noqa: FBT001
    told: list[tuple[int, bool]],
) -> None:
    well = True
    for event in played(line(level=level), told, []):
        match event:
            case InputFailed():
                assert well
                well = False
            case InputRecovered():
                assert not well
                well = True
            case Change():
                assert well


@given(level=st.booleans(), told=edges)
def test_left_in_peace_it_is_well_unless_it_is_stuck_low(
    level: bool,  # noqa: FBT001
    told: list[tuple[int, bool]],
) -> None:
    contact = line(level=level)
    played(contact, told, [])
    assert contact.level == (told[-1][1] if told else level)
    assert contact.works == contact.level


@given(gaps=st.lists(st.integers(0, 3), min_size=1, max_size=400))
def test_a_gauge_lets_through_what_it_may_and_no_more(gaps: list[int]) -> None:
    gauge, at_ms, passed = LeakyBucket(burst=10, per_s=100), 0, 0
    for gap in gaps:
        at_ms += gap
        passed += not gauge.overflows(at_ms)
        assert passed <= 10 + at_ms // 10 + 1


@given(times=st.lists(st.integers(0, 10_000), min_size=1, max_size=50))
def test_a_gauge_survives_times_that_run_backwards(times: list[int]) -> None:
    gauge = LeakyBucket(burst=len(times), per_s=1)
    assert not any(gauge.overflows(at_ms) for at_ms in times)
