"""How soon a host finds a shuffler that is back: the worst moment for it to come, by the timing in force."""

from itertools import pairwise

from drivers.link.frame import Kind
from drivers.link.link_events_and_timing import LINK_TIMING, LinkLost
from drivers.shuffler.driver import BACKOFF_FIRST_S, BACKOFF_LONGEST_S
from tests.drivers.link.link_ends import host_link, kinds

OPENING_MS = 400
"""HELLO, WELCOME, PROVE, its ACK and IDENTITY at 115200 baud are 40 ms; the rest is for a board that is busy."""


def hellos(attempts: int) -> list[int]:
    """When a host on a port that stays open says HELLO to nobody."""
    now_ms, backoff_s, said = 0, BACKOFF_FIRST_S, []
    for _ in range(attempts):
        host, lost = host_link(now_ms=now_ms), False
        while not lost:
            said += [now_ms for kind in kinds(host.take_output()) if kind is Kind.HELLO]
            due_ms = host.next_due()
            assert due_ms is not None
            now_ms = due_ms
            lost = any(isinstance(event, LinkLost) for event in host.poll(now_ms))
        now_ms += int(backoff_s * 1000)
        backoff_s = min(2 * backoff_s, BACKOFF_LONGEST_S)
    return said


def test_a_cable_mended_where_the_port_stays_open_is_found_within_three_seconds() -> None:
    said = hellos(attempts=8)
    assert len(said) == 8 * LINK_TIMING.tries
    gaps = [later - earlier for earlier, later in pairwise(said)]
    assert max(gaps) + OPENING_MS < 3000, gaps
