"""What is looked at of a flood: no actor pays for what is not provably its own."""

from collections.abc import Callable

import pytest

from firmware_host.mqtt.admission import CHECKS, FEW, LATELY, REPLAYS_OF_STRANGERS, Admission
from firmware_host.mqtt.tally import Tally, Wrong
from firmware_host.mqtt.topics import Topics

TOPICS = Topics(house="demo", table="poker-1")
ACTOR = TOPICS.command("pit-1")
EACH_SECOND = 1000


class Door:
    """An admission at which a genuine command is one that says so, forged or not: a glance can tell no better."""

    def __init__(self, glance: Callable[[str, bytes], bool]) -> None:
        self.now_s = 0.0
        self.tally = Tally()
        self.admission = Admission(
            topics=TOPICS,
            tally=self.tally,
            has_key=lambda name: name == "pit-1",
            glance=glance,
            echoes=lambda topic, payload: (topic, payload) == (TOPICS.status, b"said"),
            clock_s=lambda: self.now_s,
        )

    def admits(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        return self.admission.admits(topic, payload, retain)

    def flooded(self, message: Callable[[int], tuple[str, bytes]], *, seconds: int = 2) -> int:
        """Say how many were let in of a flood."""
        let_in = 0
        for number in range(seconds * EACH_SECOND):
            self.now_s += 1 / EACH_SECOND
            let_in += self.admits(*message(number))
        return let_in


@pytest.fixture
def door() -> Door:
    return Door(lambda _, payload: payload.startswith(b"plausible"))


def test_rubbish_on_an_actors_topic_takes_nothing_from_the_actor(door: Door) -> None:
    let_in = door.flooded(lambda number: (ACTOR, b"x%d" % number))
    assert let_in <= FEW.at_once + 2 * FEW.each_second
    assert door.tally.unanswered == door.tally.refused[Wrong.TOO_MANY] == 2 * EACH_SECOND - let_in
    assert all(door.admits(ACTOR, b"plausible %d" % number) for number in range(CHECKS.at_once))


def test_a_stranger_takes_nothing_from_an_actor_however_plausible(door: Door) -> None:
    door.flooded(lambda number: (TOPICS.command("nobody"), b"plausible %d" % number))
    assert door.admits(ACTOR, b"plausible")


def test_forgeries_that_only_the_signature_tells_cost_so_many_checks_a_second_and_no_more(door: Door) -> None:
    let_in = door.flooded(lambda number: (ACTOR, b"plausible %d" % number))
    assert let_in <= CHECKS.at_once + 2 * CHECKS.each_second
    again = next(tries for tries in range(1, 10) if door.flooded(lambda number: (ACTOR, b"plausible x%d" % number)))
    assert again == 1


def test_copies_of_what_was_let_in_cost_no_check(door: Door) -> None:
    let_in = door.flooded(lambda _: (ACTOR, b"plausible"))
    assert let_in <= 1 + FEW.at_once + 2 * FEW.each_second
    assert door.admits(ACTOR, b"plausible, another")


def test_what_was_let_in_long_ago_is_forgotten(door: Door) -> None:
    for number in range(LATELY + 2):
        door.now_s += 1
        assert door.admits(ACTOR, b"plausible %d" % number)
    door.now_s += 1
    before = door.tally.unanswered
    assert door.admits(ACTOR, b"plausible 0")
    assert door.tally.unanswered == before


def test_a_retained_command_is_only_there_to_be_refused(door: Door) -> None:
    let_in = sum(door.admits(ACTOR, b"plausible %d" % number, retain=True) for number in range(100))
    assert let_in == FEW.at_once


def test_requests_for_replays_in_the_same_names_keep_no_other_name_out(door: Door) -> None:
    door.flooded(lambda number: (TOPICS.replay(f"n{number % 16}"), b"{}"))
    assert door.admits(TOPICS.replay("auditor"), b"{}")


def test_requests_in_ever_new_names_keep_no_name_with_a_key_out(door: Door) -> None:
    let_in = door.flooded(lambda number: (TOPICS.replay(f"n{number}"), b"{}"))
    assert let_in <= REPLAYS_OF_STRANGERS.at_once + 2 * REPLAYS_OF_STRANGERS.each_second
    assert door.admits(TOPICS.replay("pit-1"), b"{}")


def test_a_glance_over_which_the_program_trips_lets_nothing_in(caplog: pytest.LogCaptureFixture) -> None:
    def trips(_: str, __: bytes) -> bool:
        raise OverflowError("too large")

    door = Door(trips)
    assert not door.admits(ACTOR, b"x")
    assert (door.tally.refused[Wrong.UNREADABLE], door.tally.unanswered) == (1, 1)
    assert "OverflowError" in (caplog.records[0].exc_text or "")


def test_of_our_own_documents_only_what_was_said_is_looked_at(door: Door) -> None:
    """Whoever floods them fills no queue that commands wait in, and it is nobody's refusal."""
    assert door.admits(TOPICS.status, b"said")
    assert not door.admits(TOPICS.status, b"said", retain=True)
    assert door.flooded(lambda number: (TOPICS.status, b"x%d" % number)) == 0
    assert door.flooded(lambda number: (TOPICS.checkpoint, b"x%d" % number)) == 0
    assert door.tally.unanswered == 0


@pytest.mark.parametrize("topic", [TOPICS.alert(7), TOPICS.device("shuffler")])
def test_of_alerts_and_devices_only_what_the_broker_keeps_is_looked_at(door: Door, topic: str) -> None:
    assert door.admits(topic, b"x", retain=True)
    assert not door.admits(topic, b"x")
