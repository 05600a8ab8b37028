"""What may be a PIN, and what of it is ever kept."""

import pytest

from firmware_host.access import pins


@pytest.mark.parametrize("good", ["274968", "112233", "123457", "098123", "20260131", "135791"])
def test_six_digits_or_more_that_nobody_tries_first(good: str) -> None:
    assert pins.what_is_wrong(good) is None


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("", "six digits or more"),
        ("27496", "six digits or more"),
        ("2749a8", "only digits"),
        ("२७४९६८", "only digits"),
        ("1" * 33, "32 at most"),
        ("111111", "one repeated digit"),
        ("123456", "in a row"),
        ("654321", "in a row"),
        ("789012", "in a row"),
        ("121212", "same few digits"),
        ("123123", "same few digits"),
        ("1231231", "same few digits"),
    ],
)
def test_what_is_tried_first_is_refused_and_not_repeated_in_the_words(bad: str, said: str) -> None:
    why = pins.what_is_wrong(bad)
    assert why is not None
    assert said in why
    assert not bad or bad not in why


def test_the_same_pin_is_kept_differently_each_time_and_for_each_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "COST", pins.Cost())
    pepper = bytes(32)
    kept = {pins.hashed(pepper, person, "274968") for person in ("pit-1", "pit-1", "pit-2")}
    assert len(kept) == 3
    assert all(hash_.startswith("$argon2id$v=19$m=19456,t=2,p=1$") for hash_ in kept)


def test_a_hash_opens_for_its_pin_its_person_and_its_pepper_only() -> None:
    pepper = bytes(32)
    kept = pins.hashed(pepper, "pit-1", "274968")
    assert pins.matches(pepper, "pit-1", "274968", kept)
    assert not pins.matches(pepper, "pit-1", "274969", kept)
    assert not pins.matches(pepper, "pit-2", "274968", kept)
    assert not pins.matches(bytes(31) + b"\1", "pit-1", "274968", kept)
    assert not pins.matches(pepper, "pit-1", "274968", "no hash")
