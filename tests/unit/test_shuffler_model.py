"""The simulated machine by itself: time is a number, and moves only when told."""

import pytest

from drivers.shuffler.port import (
    Back,
    CommandId,
    CommandStatus,
    DeckLoaded,
    EventId,
    FailReason,
    Mode,
    Progress,
    ShuffleFailed,
    ShuffleFinished,
)
from hil.shuffler.model import Deck, Faults, Happening, ShufflerModel, TrayOccupied


def command(number: int) -> CommandId:
    return CommandId(journal=bytes(16), number=number)


def loaded(**settings: float) -> ShufflerModel:
    model = ShufflerModel(speed=settings.get("speed", 1.0), seed=int(settings.get("seed", 0)))
    model.load_deck(Deck(back=Back.BLUE))
    return model


def run_out(model: ShufflerModel) -> list[Happening]:
    happened = []
    while (due := model.next_due()) is not None:
        happened += model.advance(due)
    return happened


def test_a_deck_takes_about_45_seconds_and_every_card_is_told() -> None:
    model = loaded()
    assert model.shuffle(command(1), Back.BLUE, 0) is CommandStatus.RUNNING
    *progress, finished = run_out(model)
    assert [event.done for event in progress if isinstance(event, Progress)] == list(range(1, 53))
    assert isinstance(finished, ShuffleFinished)
    assert 42_000 < finished.duration_ms < 48_000
    assert (finished.counted, finished.mode, finished.back) == (52, Mode.SHUFFLE, Back.BLUE)
    assert model.status(command(1)) is CommandStatus.DONE


def test_speed_divides_the_time() -> None:
    model = loaded(speed=100)
    model.shuffle(command(1), Back.BLUE, 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert 420 < finished.duration_ms < 480


def test_time_that_is_not_told_does_not_pass() -> None:
    model = loaded()
    model.shuffle(command(1), Back.BLUE, 0)
    assert [model.advance(10) for _ in range(100)] == [[]] * 100
    assert len(model.advance(20_000)) == 1
    assert model.advance(20_000) == []


def test_the_same_seed_takes_the_same_time() -> None:
    runs = [loaded(seed=5), loaded(seed=5), loaded(seed=6)]
    for model in runs:
        model.shuffle(command(1), Back.BLUE, 0)
    first, second, third = [run_out(model)[-1] for model in runs]
    assert first == second != third


def test_a_repeated_command_never_starts_the_motor_again() -> None:
    model = loaded()
    model.shuffle(command(1), Back.BLUE, 0)
    assert model.shuffle(command(1), Back.BLUE, 1) is CommandStatus.RUNNING
    run_out(model)
    model.take_deck()
    model.load_deck(Deck(back=Back.BLUE))
    assert model.shuffle(command(1), Back.BLUE, 99_000) is CommandStatus.DONE
    assert model.motor_starts == {command(1): 1}
    assert model.next_due() is None


def test_what_stands_in_the_way_refuses_the_command_for_good() -> None:
    model = ShufflerModel()
    assert model.shuffle(command(1), Back.BLUE, 0) is CommandStatus.REFUSED, "no deck"
    model.load_deck(Deck(back=Back.BLUE))
    assert model.shuffle(command(1), Back.BLUE, 0) is CommandStatus.REFUSED, "turned down before"
    assert model.shuffle(command(2), Back.RED, 0) is CommandStatus.REFUSED, "another colour"
    model.lid_open = True
    assert model.shuffle(command(3), Back.BLUE, 0) is CommandStatus.REFUSED, "lid open"
    model.lid_open = False
    assert model.shuffle(command(4), Back.BLUE, 0) is CommandStatus.RUNNING
    assert model.shuffle(command(5), Back.BLUE, 0) is CommandStatus.REFUSED, "another is running"
    run_out(model)
    model.load_deck(Deck(back=Back.RED))
    assert model.shuffle(command(6), Back.RED, 0) is CommandStatus.REFUSED, "a deck is on the shelf"
    assert list(model.motor_starts) == [command(4)]


@pytest.mark.parametrize("counted", [51, 53])
def test_the_camera_can_be_told_to_count_wrong(counted: int) -> None:
    model = loaded()
    model.faults = Faults(counted=counted)
    model.shuffle(command(1), Back.BLUE, 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.counted == counted


@pytest.mark.parametrize("cards", [51, 53])
def test_a_deck_that_is_short_or_long_is_counted_as_it_is(cards: int) -> None:
    model = ShufflerModel()
    model.load_deck(Deck(back=Back.RED, cards=cards))
    model.shuffle(command(1), Back.RED, 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.counted == cards


def test_a_jam_leaves_the_deck_in_the_feed_until_it_is_taken() -> None:
    model = loaded()
    model.faults = Faults(jam_at=16)
    model.shuffle(command(1), Back.BLUE, 0)
    *_, last, failed = run_out(model)
    assert isinstance(last, Progress)
    assert last.done == 16
    assert isinstance(failed, ShuffleFailed)
    assert failed.reason is FailReason.JAM
    with pytest.raises(TrayOccupied):
        model.load_deck(Deck(back=Back.BLUE))
    assert model.take_deck() == Deck(back=Back.BLUE)
    model.load_deck(Deck(back=Back.BLUE))


def test_the_lid_stops_a_running_cycle() -> None:
    model = loaded()
    model.shuffle(command(1), Back.BLUE, 0)
    model.advance(9000)
    model.lid_open = True
    (failed,) = model.advance(9001)
    assert isinstance(failed, ShuffleFailed)
    assert failed.reason is FailReason.LID


def test_events_are_kept_over_power_loss_until_acknowledged() -> None:
    model = loaded()
    model.shuffle(command(1), Back.BLUE, 0)
    (failed,) = model.power_cycle()
    assert failed == ShuffleFailed(event=EventId(boot=2, number=1), command=command(1), reason=FailReason.POWER)
    assert list(model.kept.values()) == [
        DeckLoaded(event=EventId(boot=1, number=1), back=Back.BLUE),
        failed,
    ]
    model.acknowledge(EventId(boot=1, number=1))
    model.acknowledge(EventId(boot=1, number=1))
    assert list(model.kept.values()) == [failed]
    assert model.status(command(1)) is CommandStatus.DONE


def test_a_deck_cannot_be_taken_from_a_running_machine() -> None:
    model = loaded()
    model.shuffle(command(1), Back.BLUE, 0)
    assert model.take_deck() is None
    run_out(model)
    assert model.take_deck() == Deck(back=Back.BLUE)
    assert model.take_deck() is None
