"""Whatever a contact does, what is reported is where it came to rest."""

from itertools import accumulate, pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from drivers.pins import Change, Debounce

SETTLE_MS = 20


gaps_and_levels = st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=60)

polls = st.lists(st.integers(0, 4000), max_size=60)


def edges(gaps: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    times = accumulate(gap for gap, _ in gaps)
    return [(at_ms, level) for at_ms, (_, level) in zip(times, gaps, strict=True)]


def changes(line: Debounce, told: list[tuple[int, bool]], asked: list[int]) -> list[Change]:
    """Edges come before a question of the same millisecond; at the end the line is left in peace."""
    steps = [(at, 0, level) for at, level in told] + [(at, 1, False) for at in asked]
    steps.sort(key=lambda step: step[:2])
    seen = [line.feed(level=level, at_ms=at_ms) if kind == 0 else line.settle(at_ms) for at_ms, kind, level in steps]
    seen.append(line.settle(1_000_000))
    return [change for change in seen if change is not None]


@given(start=st.booleans(), gaps=gaps_and_levels)
@example(start=False, gaps=[(0, True), (0, False)])
def test_after_quiet_the_level_is_the_last_one(start: bool, gaps: list[tuple[int, bool]]) -> None:  # noqa: FBT001
    line = Debounce(level=start, settle_ms=SETTLE_MS)
    seen = changes(line, edges(gaps), [])
    last = gaps[-1][1] if gaps else start
    assert line.level == last
    assert (seen[-1].level if seen else start) == last
    assert line.next_due is None


@given(start=st.booleans(), gaps=gaps_and_levels, asked=polls)
def test_changes_alternate_and_are_a_settling_time_apart(
    start: bool,  # noqa: FBT001
    gaps: list[tuple[int, bool]],
    asked: list[int],
) -> None:
    seen = changes(Debounce(level=start, settle_ms=SETTLE_MS), edges(gaps), asked)
    assert [change.level for change in seen] == [start ^ (index % 2 == 0) for index in range(len(seen))]
    assert all(b.at_ms - a.at_ms >= SETTLE_MS for a, b in pairwise(seen))


@given(start=st.booleans(), gaps=gaps_and_levels, asked=polls)
def test_it_makes_no_difference_when_and_how_often_anybody_asks(
    start: bool,  # noqa: FBT001
    gaps: list[tuple[int, bool]],
    asked: list[int],
) -> None:
    told = edges(gaps)
    often = changes(Debounce(level=start, settle_ms=SETTLE_MS), told, asked)
    never = changes(Debounce(level=start, settle_ms=SETTLE_MS), told, [])
    assert often == never
