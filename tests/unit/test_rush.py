"""In a rush is who comes straight back, to a disk that has been quick of late."""

import time

import pytest

from firmware_host.journal.rush import AT_ONCE_S, OF_LATE, QUICK_S, Rush

A_QUICK_DISK_S = 0.0002
A_MEMORY_CARD_S = 0.005


@pytest.fixture
def now_s(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set; it stands still."""
    now_s = [1000.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now_s[0])
    return now_s


def after(*took_s: float) -> Rush:
    heard = Rush()
    for each in took_s:
        heard.ended(each)
    return heard


@pytest.mark.usefixtures("now_s")
def test_nobody_is_before_enough_is_known_of_the_disk() -> None:
    assert not Rush().is_on
    assert not after(*[A_QUICK_DISK_S] * (OF_LATE - 1)).is_on
    assert after(*[A_QUICK_DISK_S] * OF_LATE).is_on


def test_who_comes_later_is_not(now_s: list[float]) -> None:
    heard = after(*[A_QUICK_DISK_S] * OF_LATE)
    now_s[0] += 0.9 * AT_ONCE_S
    assert heard.is_on
    now_s[0] += 0.2 * AT_ONCE_S
    assert not heard.is_on


@pytest.mark.usefixtures("now_s")
def test_nobody_is_on_a_memory_card() -> None:
    assert not after(*[A_MEMORY_CARD_S] * 10 * OF_LATE).is_on


@pytest.mark.usefixtures("now_s")
@pytest.mark.parametrize("slow_s", [OF_LATE * QUICK_S, 1.0])
def test_one_slow_commit_outweighs_the_others_until_it_is_long_ago(slow_s: float) -> None:
    heard = after(*[A_QUICK_DISK_S] * OF_LATE, slow_s)
    for _ in range(OF_LATE - 1):
        assert not heard.is_on
        heard.ended(A_QUICK_DISK_S)
    heard.ended(A_QUICK_DISK_S)
    assert heard.is_on


@pytest.mark.usefixtures("now_s")
def test_a_log_that_is_folded_in_from_time_to_time_changes_nothing() -> None:
    assert after(*[A_QUICK_DISK_S] * OF_LATE, 20 * A_QUICK_DISK_S).is_on
