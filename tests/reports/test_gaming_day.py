"""The gaming day, and how long things last within it."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from firmware_host.reports.day_durations import Durations
from firmware_host.reports.gaming_day import DayClock, GamingDay, gaming_day, read_day
from firmware_host.table.clocks import Stamp

HOUR_MS = 3_600_000

NEW_YORK = ZoneInfo("America/New_York")


def hours(day: GamingDay) -> float:
    return day.length_ms / HOUR_MS


def stamp(wall_ms: int, mono_ms: int, boot: str = "b") -> Stamp:
    return Stamp(wall_ms=wall_ms, mono_ms=mono_ms, boot=boot, synced=True)


def test_a_day_goes_from_its_hour_to_that_of_the_next() -> None:
    day = gaming_day(date(2026, 1, 31), starts=6, zone=UTC)
    assert datetime.fromtimestamp(day.start_ms / 1000, UTC) == datetime(2026, 1, 31, 6, tzinfo=UTC)
    assert datetime.fromtimestamp(day.end_ms / 1000, UTC) == datetime(2026, 2, 1, 6, tzinfo=UTC)
    assert day.has(stamp(day.start_ms, 0))
    assert not day.has(stamp(day.end_ms, 0))


@pytest.mark.parametrize(("day", "length"), [(date(2026, 3, 7), 23), (date(2026, 10, 31), 25), (date(2026, 5, 1), 24)])
def test_where_clocks_are_put_forward_or_back_the_day_is_an_hour_off(day: date, length: int) -> None:
    assert hours(gaming_day(day, starts=6, zone=NEW_YORK)) == length


def test_today_before_its_hour_is_still_yesterday() -> None:
    before, after = datetime(2026, 1, 2, 5, 59, tzinfo=UTC), datetime(2026, 1, 2, 6, tzinfo=UTC)
    assert read_day("today", now=before, starts=6) == date(2026, 1, 1)
    assert read_day("today", now=after, starts=6) == date(2026, 1, 2)
    assert read_day("yesterday", now=after, starts=6) == date(2026, 1, 1)


def test_the_days_clock_goes_by_the_monotonic_one_and_across_boots_by_the_walls() -> None:
    day = gaming_day(date(2026, 1, 1), starts=0, zone=UTC)
    clock = DayClock(day)
    assert clock.at(stamp(day.start_ms + 10, 5)) == 10
    assert clock.at(stamp(day.start_ms + 9_000, 25)) == 30, "the wall jumped"
    assert clock.at(stamp(day.start_ms + 9_500, 0, "c")) == 530
    assert clock.at(stamp(day.start_ms, 7, "d")) == 530, "it never goes back"
    assert clock.end(goes_on=False) == 530
    assert clock.end(goes_on=True) == day.length_ms


def test_what_began_before_the_day_lasts_from_its_first_moment_and_is_not_counted_as_begun() -> None:
    lasting = Durations()
    lasting.begin("old", 0, counts=False)
    lasting.begin("new", 4_000, counts=True)
    lasting.begin("new", 5_000, counts=True)
    lasting.end("old", 7_000, counts=True)
    lasting.end("never", 7_000, counts=True)
    lasting.close(9_000)
    assert (lasting.began, lasting.ended, lasting.under_way) == (1, 1, 1)
    assert (lasting.total_s, lasting.longest_s) == (12, 7)
