"""The simulated machine by itself: time is a number, and moves only when told."""

import pytest

from drivers.shuffler.host_messages import Clear, Deliver, Reconcile, SelfTest, Shuffle
from drivers.shuffler.port import (
    ActFailed,
    Activity,
    Back,
    Cleared,
    CommandId,
    CommandStatus,
    DeckLoaded,
    Delivered,
    EventId,
    FailReason,
    Fill,
    Jammed,
    LidClosed,
    LidOpened,
    Load,
    Mode,
    ModeSwitched,
    Place,
    Progress,
    Reconciled,
    Restarted,
    SelfTested,
    ShuffleFailed,
    ShuffleFinished,
    Verdict,
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
    assert model.order(Shuffle(command=command(1), back=Back.BLUE), 0) is CommandStatus.RUNNING
    *progress, finished = run_out(model)
    assert [event.done for event in progress if isinstance(event, Progress)] == list(range(1, 53))
    assert isinstance(finished, ShuffleFinished)
    assert 42_000 < finished.duration_ms < 48_000
    assert (finished.counted, finished.mode, finished.back) == (52, Mode.SHUFFLE, Back.BLUE)
    assert model.status_of(command(1)) is CommandStatus.DONE


def test_speed_divides_the_time() -> None:
    model = loaded(speed=100)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert 420 < finished.duration_ms < 480


def test_time_that_is_not_told_does_not_pass() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert [model.advance(10) for _ in range(100)] == [[]] * 100
    assert len(model.advance(20_000)) == 1
    assert model.advance(20_000) == []


def test_the_same_seed_takes_the_same_time() -> None:
    runs = [loaded(seed=5), loaded(seed=5), loaded(seed=6)]
    for model in runs:
        model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    first, second, third = [run_out(model)[-1] for model in runs]
    assert first == second != third


def test_a_repeated_command_never_starts_the_motor_again() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert model.order(Shuffle(command=command(1), back=Back.BLUE), 1) is CommandStatus.RUNNING
    run_out(model)
    model.take_deck()
    model.load_deck(Deck(back=Back.BLUE))
    assert model.order(Shuffle(command=command(1), back=Back.BLUE), 99_000) is CommandStatus.DONE
    assert model.motor_starts == {command(1): 1}
    assert model.next_due() is None


def test_what_stands_in_the_way_refuses_the_command_for_good() -> None:
    model = ShufflerModel()
    assert model.order(Shuffle(command=command(1), back=Back.BLUE), 0) is CommandStatus.REFUSED, "no deck"
    model.load_deck(Deck(back=Back.BLUE))
    assert model.order(Shuffle(command=command(1), back=Back.BLUE), 0) is CommandStatus.REFUSED, "turned down before"
    assert model.order(Shuffle(command=command(2), back=Back.RED), 0) is CommandStatus.REFUSED, "another colour"
    model.open_lid()
    assert model.order(Shuffle(command=command(3), back=Back.BLUE), 0) is CommandStatus.REFUSED, "lid open"
    model.close_lid()
    assert model.order(Shuffle(command=command(4), back=Back.BLUE), 0) is CommandStatus.RUNNING
    assert model.order(Shuffle(command=command(5), back=Back.BLUE), 0) is CommandStatus.BUSY, "another is running"
    run_out(model)
    model.load_deck(Deck(back=Back.RED))
    assert model.order(Shuffle(command=command(6), back=Back.RED), 0) is CommandStatus.REFUSED, "a deck is on the shelf"
    assert list(model.motor_starts) == [command(4)]


@pytest.mark.parametrize("counted", [51, 53])
def test_the_camera_can_be_told_to_count_wrong(counted: int) -> None:
    model = loaded()
    model.faults = Faults(counted=counted)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.counted == counted


@pytest.mark.parametrize("cards", [51, 53])
def test_a_deck_that_is_short_or_long_is_counted_as_it_is(cards: int) -> None:
    model = ShufflerModel()
    model.load_deck(Deck(back=Back.RED, cards=cards))
    model.order(Shuffle(command=command(1), back=Back.RED), 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.counted == cards


def test_a_jam_leaves_the_deck_in_the_feed_until_it_is_taken() -> None:
    model = loaded()
    model.faults = Faults(jam_at=16)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    *_, last, jammed, failed = run_out(model)
    assert isinstance(last, Progress)
    assert last.done == 16
    assert isinstance(jammed, Jammed)
    assert jammed.place is Place.FEED
    assert isinstance(failed, ShuffleFailed)
    assert failed.reason is FailReason.JAM
    with pytest.raises(TrayOccupied):
        model.load_deck(Deck(back=Back.BLUE))
    assert model.take_deck() == Deck(back=Back.BLUE)
    model.load_deck(Deck(back=Back.BLUE))


def test_the_lid_stops_a_running_cycle() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    model.advance(9000)
    opened, failed = model.open_lid()
    assert isinstance(opened, LidOpened)
    assert isinstance(failed, ShuffleFailed)
    assert failed.reason is FailReason.LID
    assert model.open_lid() == [], "it is open already"


def test_events_are_kept_over_power_loss_until_acknowledged() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    restarted, failed = model.power_cycle()
    assert restarted == Restarted(event=EventId(boot=2, number=1))
    assert failed == ShuffleFailed(event=EventId(boot=2, number=2), command=command(1), reason=FailReason.POWER)
    assert list(model.kept.values()) == [
        DeckLoaded(event=EventId(boot=1, number=1), back=Back.BLUE),
        restarted,
        failed,
    ]
    model.acknowledge(EventId(boot=1, number=1))
    model.acknowledge(EventId(boot=1, number=1))
    assert list(model.kept.values()) == [restarted, failed]
    assert model.status_of(command(1)) is CommandStatus.DONE


def test_every_start_since_the_pairing_is_told_of_and_the_one_in_which_it_was_paired_is_not() -> None:
    model = ShufflerModel()
    model.power_cycle()
    model.forget_results()
    assert not model.kept
    assert model.power_cycle() == [Restarted(event=EventId(boot=3, number=1))]
    assert list(model.kept.values()) == [Restarted(event=EventId(boot=3, number=1))]


@pytest.mark.parametrize("stopped", [False, True], ids=["comes to its end", "is stopped by the lid"])
def test_no_event_tells_of_an_order_that_ran_while_the_machine_was_paired_anew(*, stopped: bool) -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert len(model.advance(20_000)) == 1
    model.forget_results()
    told = [*model.open_lid(), *model.close_lid()] if stopped else run_out(model)
    assert [type(each) for each in told] == [LidOpened, LidClosed] * stopped
    assert list(model.kept.values()) == told
    assert model.status_of(command(1)) is CommandStatus.UNKNOWN
    assert model.status().activity is Activity.IDLE


def test_a_deck_of_two_colours_is_named_after_one_that_is_not_that_of_its_order() -> None:
    model = ShufflerModel()
    model.load_deck(Deck(back=Back.BLUE, mixed=True))
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.back is not Back.BLUE


def test_a_deck_cannot_be_taken_from_a_running_machine() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert model.take_deck() is None
    run_out(model)
    assert model.take_deck() == Deck(back=Back.BLUE)
    assert model.take_deck() is None


def shuffled(**settings: float) -> ShufflerModel:
    model = loaded(**settings)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    run_out(model)
    return model


def test_a_busy_machine_takes_the_command_once_it_is_at_rest() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert model.order(Reconcile(command=command(2)), 1) is CommandStatus.BUSY
    assert model.status_of(command(2)) is CommandStatus.UNKNOWN
    run_out(model)
    assert model.order(Reconcile(command=command(2)), 60_000) is CommandStatus.RUNNING


def test_a_deck_is_given_out_and_its_cards_are_counted() -> None:
    model = shuffled()
    assert model.status().shelf is Back.BLUE
    model.order(Deliver(command=command(2)), 60_000)
    (delivered,) = run_out(model)
    assert isinstance(delivered, Delivered)
    assert (delivered.back, delivered.counted) == (Back.BLUE, 52)
    assert (model.status().shelf, model.status().output_cards) == (None, 52)
    assert model.take_deck() == Deck(back=Back.BLUE)


def test_cards_left_inside_are_missing_from_the_deck_and_found_by_comparing() -> None:
    model = shuffled()
    model.faults = Faults(left_inside=16)
    model.order(Deliver(command=command(2)), 60_000)
    (delivered,) = run_out(model)
    assert isinstance(delivered, Delivered)
    assert delivered.counted == 36
    assert model.status().astray == 0, "no sensor sees them"
    model.order(Reconcile(command=command(3)), 70_000)
    (reconciled,) = run_out(model)
    assert isinstance(reconciled, Reconciled)
    assert (reconciled.went_in, reconciled.came_out, reconciled.lying, reconciled.astray) == (52, 36, 0, 16)


def test_what_stayed_inside_comes_out_with_the_next_deck() -> None:
    model = shuffled()
    model.faults = Faults(left_inside=16)
    assert model.take_deck() == Deck(back=Back.BLUE, cards=36)
    model.faults = Faults()
    model.load_deck(Deck(back=Back.RED))
    model.order(Shuffle(command=command(2), back=Back.RED), 60_000)
    run_out(model)
    assert model.take_deck() == Deck(back=Back.RED, cards=68)


def test_a_deck_that_is_taken_off_the_shelf_counts_as_come_out_with_as_many_cards_as_status_gave() -> None:
    """Its shelf's sensor tells that no deck lies there any more, not how many cards a hand held."""
    model = shuffled()
    model.faults = Faults(left_inside=16)
    given = model.status().shelf_cards
    assert model.take_deck() == Deck(back=Back.BLUE, cards=36)
    model.power_cycle()
    model.order(Reconcile(command=command(2)), 60_000)
    (reconciled,) = run_out(model)
    assert isinstance(reconciled, Reconciled)
    assert (reconciled.came_out, given) == (52, 52)
    assert (reconciled.went_in, reconciled.lying, reconciled.astray) == (52, 0, 16), "what stayed inside is found"


def test_what_is_taken_out_of_the_path_through_the_lid_is_missing() -> None:
    model = loaded()
    model.faults = Faults(jam_at=16)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    run_out(model)
    model.take_deck()
    model.order(Clear(command=command(2)), 60_000)
    run_out(model)
    model.order(Reconcile(command=command(3)), 70_000)
    (reconciled,) = run_out(model)
    assert isinstance(reconciled, Reconciled)
    assert (reconciled.went_in, reconciled.came_out, reconciled.lying) == (16, 0, 0)


def test_nothing_in_and_nothing_out_agree_after_every_deck() -> None:
    model = shuffled()
    for number, taken in ((2, False), (3, True), (4, True)):
        if taken:
            model.take_deck()
        model.order(Reconcile(command=command(number)), number * 100_000)
        (reconciled,) = run_out(model)
        assert isinstance(reconciled, Reconciled)
        assert reconciled.went_in == reconciled.came_out + reconciled.lying
        assert reconciled.astray == 0


def test_after_a_jam_only_clearing_is_done_and_finds_what_lay_in_the_path() -> None:
    model = loaded()
    model.faults = Faults(jam_at=16, jam_place=Place.SHELVES)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    run_out(model)
    assert (model.status().jam, model.status().astray) == (Place.SHELVES, 16)
    assert model.order(Shuffle(command=command(2), back=Back.BLUE), 60_000) is CommandStatus.REFUSED
    model.order(Clear(command=command(3)), 60_000)
    (cleared,) = run_out(model)
    assert isinstance(cleared, Cleared)
    assert cleared.found == 16
    assert (model.status().jam, model.status().astray, model.status().output_cards) == (None, 0, 16)
    assert model.take_deck() == Deck(back=Back.BLUE, cards=16)
    assert model.take_deck() == Deck(back=Back.BLUE, cards=36)


def test_two_cards_at_once_end_the_cycle_without_a_count() -> None:
    model = loaded()
    model.faults = Faults(double_feed_at=9)
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    failed = run_out(model)[-1]
    assert isinstance(failed, ShuffleFailed)
    assert failed.reason is FailReason.DOUBLE_FEED
    assert model.jam is None


def test_the_lid_ends_every_act() -> None:
    model = shuffled()
    model.order(Deliver(command=command(2)), 60_000)
    opened, failed = model.open_lid()
    assert isinstance(opened, LidOpened)
    assert isinstance(failed, ActFailed)
    assert (failed.command, failed.reason) == (command(2), FailReason.LID)
    (closed,) = model.close_lid()
    assert isinstance(closed, LidClosed)
    assert model.order(Deliver(command=command(3)), 70_000) is CommandStatus.RUNNING


def test_the_feed_tells_height_and_colour_but_not_one_card() -> None:
    model = ShufflerModel()
    assert model.load() == Load(back=None, fill=Fill.EMPTY)
    for deck, fill in (
        (Deck(back=Back.RED, cards=51), Fill.PLAUSIBLE),
        (Deck(back=Back.RED, cards=30), Fill.SHORT),
        (Deck(back=Back.RED, cards=104), Fill.LONG),
        (Deck(back=Back.RED, mixed=True), Fill.MIXED),
    ):
        model.load_deck(deck)
        assert model.load() == Load(back=Back.RED, fill=fill)
        model.take_deck()


def test_the_switch_is_told_and_holds_from_the_next_cycle_on() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    (switched,) = model.switch(Mode.SORT)
    assert isinstance(switched, ModeSwitched)
    assert switched.mode is Mode.SORT
    assert model.switch(Mode.SORT) == []
    finished = run_out(model)[-1]
    assert isinstance(finished, ShuffleFinished)
    assert finished.mode is Mode.SHUFFLE, "it began so"


def test_a_self_test_names_the_part_that_fails_and_what_is_worn() -> None:
    model = ShufflerModel()
    model.faults = Faults(broken=Place.CAMERA)
    model.since_service = model.wear().service_every + 1
    model.order(SelfTest(command=command(1)), 0)
    (tested,) = run_out(model)
    assert isinstance(tested, SelfTested)
    assert (tested.feed, tested.camera, tested.lid) == (Verdict.WORN, Verdict.FAILED, Verdict.GOOD)


def test_a_cycle_wears_from_the_moment_the_order_was_taken() -> None:
    model = loaded()
    model.order(Shuffle(command=command(1), back=Back.BLUE), 0)
    assert model.wear().cycles == 1
    run_out(model)
    assert model.wear().cycles == 1


def test_every_cycle_wears() -> None:
    assert (shuffled().wear().cycles, shuffled().wear().since_service) == (1, 1)
