"""What the record knows of the answers it has forgotten."""

from firmware_host.journal.forgetting import Forgotten
from firmware_host.journal.works import ANSWERS_KEPT


def test_nothing_is_forgotten_before_there_are_too_many() -> None:
    forgotten = Forgotten(before=0, answers=0, last=0)
    forgotten.told(1, last=3)
    forgotten.told(ANSWERS_KEPT - 1, last=7)
    assert not forgotten.may_hold(3, last=9)
    assert not forgotten.may_hold(0, last=9), "nor is it held against who has seen nothing yet"


def test_the_oldest_goes_first_and_takes_along_who_asked_no_later() -> None:
    forgotten = Forgotten(before=0, answers=0, last=0)
    forgotten.told(1, last=3)
    forgotten.told(ANSWERS_KEPT, last=7)
    assert [forgotten.may_hold(seen, last=9) for seen in (2, 3, 4, 7)] == [True, True, False, False]


def test_a_question_on_a_table_that_stands_still_has_the_same_answer_again() -> None:
    forgotten = Forgotten(before=0, answers=0, last=0)
    forgotten.told(ANSWERS_KEPT + 1, last=3)
    assert not forgotten.may_hold(3, last=3)
    assert forgotten.may_hold(3, last=4)


def test_of_a_file_that_was_there_the_latest_is_taken_for_what_it_can_be() -> None:
    began = Forgotten(before=100, answers=5, last=140)
    assert [began.may_hold(seen, last=150) for seen in (100, 101)] == [True, False]
    began.told(ANSWERS_KEPT, last=145)
    assert [began.may_hold(seen, last=150) for seen in (140, 141)] == [True, False]
    full = Forgotten(before=100, answers=ANSWERS_KEPT + 1, last=140)
    assert full.may_hold(140, last=150)


def test_what_a_sealed_file_still_has_is_never_forgotten() -> None:
    forgotten = Forgotten(before=0, answers=0, last=0)
    forgotten.told(ANSWERS_KEPT, last=7)
    forgotten.sealed()
    forgotten.told(ANSWERS_KEPT, last=9)
    assert not forgotten.may_hold(1, last=10)
