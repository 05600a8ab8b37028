"""A line that bounces and comes to rest, told with times and nothing else."""

from drivers.pins import Change, Debounce


def line(*, level: bool = True) -> Debounce:
    return Debounce(level=level, settle_ms=20)


def test_a_level_counts_once_it_was_kept_for_the_settling_time() -> None:
    contact = line()
    contact.feed(level=False, at_ms=100)
    assert contact.next_due == 120
    assert contact.settle(119) is None
    assert contact.settle(120) == Change(level=False, at_ms=100)
    assert contact.level is False
    assert contact.next_due is None


def test_every_edge_begins_the_settling_again() -> None:
    contact = line()
    for at_ms, level in ((0, False), (5, True), (9, False), (11, True), (15, False)):
        assert contact.feed(level=level, at_ms=at_ms) is None
    assert contact.settle(34) is None
    assert contact.settle(35) == Change(level=False, at_ms=15)


def test_a_spike_that_falls_back_is_no_change() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.feed(level=True, at_ms=3)
    assert contact.settle(1000) is None
    assert contact.next_due is None


def test_what_had_settled_before_a_late_edge_is_not_lost() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    assert contact.feed(level=True, at_ms=300) == Change(level=False, at_ms=0)
    assert contact.settle(320) == Change(level=True, at_ms=300)


def test_an_edge_to_the_level_it_already_has_disturbs_nothing() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.feed(level=False, at_ms=19)
    assert contact.settle(20) == Change(level=False, at_ms=0)


def test_a_pin_that_contradicts_its_last_edge_has_to_settle_again() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.feed(level=True, at_ms=2)  # the edge back down was lost
    contact.reread(level=False, at_ms=22)
    assert contact.settle(22) is None
    assert contact.settle(42) == Change(level=False, at_ms=22)


def test_an_edge_that_was_read_from_the_pin_before_it_came_was_not_lost() -> None:
    """A busy machine asks at 45 ms for what settled at 20; the pin is up by then, and its edge still on its way."""
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.reread(level=True, at_ms=45)
    assert contact.settle(45) is None
    assert contact.feed(level=True, at_ms=40) == Change(level=False, at_ms=0)
    assert contact.settle(60) == Change(level=True, at_ms=40)


def test_of_a_bounce_that_was_read_before_it_came_nothing_is_told() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.reread(level=True, at_ms=45)
    assert contact.feed(level=True, at_ms=10) is None
    assert contact.settle(100) is None


def test_an_edge_of_later_does_not_say_what_was_read_before_it() -> None:
    contact = line()
    contact.feed(level=False, at_ms=0)
    contact.reread(level=True, at_ms=25)
    assert contact.feed(level=True, at_ms=30) is None
    assert contact.settle(100) is None
