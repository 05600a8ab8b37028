"""Whose turn it is to be told facts again: whoever makes up names gets no more for it than a turn for each."""

from firmware_host.mqtt.replay import REMEMBERED, WAITING, ReplayQueue, ReplayRequest

KEYED = frozenset(("pit-1", "floor-1"))


def request(to: int = 9) -> ReplayRequest:
    return ReplayRequest(journal="0" * 32, from_=1, to=to)


def turns() -> ReplayQueue:
    return ReplayQueue(has_key=KEYED.__contains__)


async def served(waiting: ReplayQueue, count: int) -> list[str]:
    return [(await waiting.following())[0] for _ in range(count)]


async def test_who_came_first_is_first_and_who_asks_again_meanwhile_means_the_later() -> None:
    waiting = turns()
    for name in ("a", "b"):
        assert waiting.take(name, request()) is None
    assert waiting.take("a", request(to=3)) is None
    assert await waiting.following() == ("a", request(to=3))
    assert await waiting.following() == ("b", request())


async def test_a_name_that_was_served_goes_behind_those_that_were_not() -> None:
    waiting = turns()
    waiting.take("a", request())
    assert await served(waiting, 1) == ["a"]
    for name in ("a", "b", "c"):
        waiting.take(name, request())
    assert await served(waiting, 3) == ["b", "c", "a"]


async def test_where_all_wait_who_was_served_last_makes_room_for_who_was_not() -> None:
    waiting = turns()
    many = [f"n{number}" for number in range(WAITING)]
    for name in many:
        assert waiting.take(name, request()) is None
    assert waiting.take("auditor", request()) == "auditor", "nobody was served before"
    assert await served(waiting, 1) == ["n0"]
    assert waiting.take("n0", request()) is None
    assert waiting.take("auditor", request()) == "n0"
    assert await served(waiting, WAITING) == [*many[1:], "auditor"]


async def test_the_same_names_asked_in_for_ever_leave_every_other_name_its_turn() -> None:
    waiting = turns()
    told = list[str]()
    for _ in range(5 * WAITING):
        for number in range(WAITING):
            waiting.take(f"n{number}", request())
        waiting.take("auditor", request())
        told += await served(waiting, 1)
    assert told.count("auditor") >= 4


async def test_names_with_a_key_have_every_other_turn_whatever_names_are_made_up() -> None:
    waiting = turns()
    told = list[str]()
    for turn in range(2 * REMEMBERED):
        for number in range(WAITING):
            waiting.take(f"new-{turn}-{number}", request())
        assert waiting.take("pit-1", request()) is None
        told += await served(waiting, 1)
    assert told.count("pit-1") == REMEMBERED
    assert len(set(told)) == REMEMBERED + 1, "and the strangers the others"
