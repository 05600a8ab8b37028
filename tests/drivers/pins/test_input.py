"""An input that can be believed, and one that cannot: told with times and nothing else."""

from drivers.pins.debounce import Change
from drivers.pins.input import Input, InputEvent, InputFailed, InputFault, InputRecovered, Limits

NAME = "the dock switch"


def line(*, level: bool = True, stuck_ms: int | None = 1000) -> Input:
    return Input(name=NAME, level=level, limits=Limits(settle_ms=20, stuck_ms=stuck_ms), now_ms=0)


def failed(why: InputFault, at_ms: int) -> InputFailed:
    return InputFailed(name=NAME, why=why, at_ms=at_ms)


def recovered(at_ms: int) -> InputRecovered:
    return InputRecovered(name=NAME, at_ms=at_ms)


def play(contact: Input, *edges: tuple[int, bool]) -> list[InputEvent]:
    return [event for at_ms, level in edges for event in contact.edge(level=level, at_ms=at_ms)]


def test_a_sound_contact_tells_its_changes_and_nothing_else() -> None:
    contact = line()
    told = [*play(contact, (0, False), (3, True), (5, False), (500, True)), *contact.settle(5000)]
    assert told == [Change(level=False, at_ms=5), Change(level=True, at_ms=500)]
    assert contact.next_due is None


def test_what_is_closed_for_too_long_is_stuck_until_it_opens() -> None:
    contact = line()
    play(contact, (0, False))
    assert contact.settle(5000) == (Change(level=False, at_ms=0), failed(InputFault.STUCK, 1000))
    assert not contact.works
    assert contact.next_due is None
    play(contact, (6000, True))
    assert contact.settle(6020) == (recovered(6000), Change(level=True, at_ms=6000))


def test_what_is_stuck_when_the_controller_starts_is_known_a_while_later() -> None:
    assert line(level=False).settle(1000) == (failed(InputFault.STUCK, 1000),)


def test_a_contact_that_may_rest_closed_is_never_stuck() -> None:
    contact = line(level=False, stuck_ms=None)
    assert contact.settle(10**9) == ()


def test_mains_hum_on_a_wire_that_is_off_is_a_fault_once_and_well_after_a_calm() -> None:
    contact = line()
    told = play(contact, *((at_ms, at_ms % 20 == 0) for at_ms in range(10, 60_000, 10)))
    assert told == [failed(InputFault.CHATTERING, 3010)]
    assert contact.settle(65_000) == (recovered(64_990),)


def test_a_loose_wire_is_a_fault_and_not_a_storm() -> None:
    contact = line()
    told = play(contact, *((60 * count, count % 2 == 1) for count in range(5000)))
    assert [event for event in told if not isinstance(event, Change)] == [told[-1]]
    assert len(told) < 400
    assert isinstance(told[-1], InputFailed)


def test_what_it_says_while_it_is_not_believed_is_not_made_up_for() -> None:
    contact = line(stuck_ms=None)
    assert contact.muted(100) == (failed(InputFault.FLOODING, 100),)
    assert contact.muted(200) == ()
    assert play(contact, (300, False), (400, True), (500, False)) == []
    assert contact.settle(5000) == ()
    assert contact.unmuted(level=False, at_ms=9000) == (recovered(9000),)
    assert contact.level is False
    assert contact.works


def test_a_contact_that_another_one_contradicts_is_believed_after_its_next_change() -> None:
    contact = line(level=False, stuck_ms=None)
    assert contact.contradicted(100) == (failed(InputFault.CONTRADICTED, 100),)
    assert contact.contradicted(200) == ()
    play(contact, (300, True))
    assert contact.settle(400) == (recovered(300), Change(level=True, at_ms=300))


def test_edges_that_the_kernel_dropped_are_a_fault_until_the_line_is_calm() -> None:
    contact = line()
    play(contact, (0, False))
    assert contact.edges_lost(level=True, at_ms=10) == (failed(InputFault.LOSING, 10),)
    assert contact.edges_lost(level=True, at_ms=12) == (), "it is told once"
    assert contact.settle(6000) == (recovered(5012),)
    assert contact.level is True, "what was read, not what was heard"
    assert play(contact, (7000, False), (7100, True)) == [Change(level=False, at_ms=7000)]


def test_a_burst_that_no_contact_makes_is_a_fault_though_no_edge_was_lost() -> None:
    contact = line()
    told = play(contact, *((number // 10, number % 2 == 1) for number in range(1000)))
    assert [event.why for event in told if isinstance(event, InputFailed)] == [InputFault.CHATTERING]
    assert contact.settle(10_000)[-1] == recovered(5040)
