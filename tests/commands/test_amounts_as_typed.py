"""Amounts as people type them."""

from __future__ import annotations

import pytest

from firmware_host.commands.terminal import cents, dollars
from firmware_host.errors import UserError


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("25", 2500),
        ("25.50", 2550),
        ("$25.50", 2550),
        ("1,000", 100_000),
        ("$1,234,567.89", 123_456_789),
        ("25.5", 2550),
        (".50", 50),
        ("$.25", 25),
        ("0.01", 1),
        ("0", 0),
        (" 7 ", 700),
    ],
)
def test_dollars_with_optional_cents_are_whole_cents(typed: str, read: int) -> None:
    assert cents(typed, place="--pot") == read


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "$", ".", "25.", "25.505", "1,00", "10,00", "1,0000", ",100", "1_000", "1e3", "0x10", "nan", "inf"),
        *("25 50", "25,50", "$$5", "5$", "twenty", "+5", "\u0665", "9" * 5000, "1,000,000,000,000,000,000"),
    ],
)
def test_anything_else_is_refused_in_one_line_that_says_how_to_write_it(typed: str) -> None:
    with pytest.raises(
        UserError, match=r"^--chip: .* is not an amount; write dollars with optional cents.*$"
    ) as refused:
        cents(typed, place="--chip")
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("typed", ["-5", "-$5", "$-5", "-0.01", "-1,000"])
def test_an_amount_below_zero_is_called_that(typed: str) -> None:
    with pytest.raises(UserError, match=r"^AMOUNT: .* is below zero"):
        cents(typed, place="AMOUNT")


@pytest.mark.parametrize(
    ("amount", "written"), [(0, "$0.00"), (5, "$0.05"), (102_550, "$1,025.50"), (-2550, "-$25.50")]
)
def test_amounts_are_written_as_people_read_them(amount: int, written: str) -> None:
    assert dollars(amount) == written


def test_what_is_written_can_be_read_again() -> None:
    assert all(cents(dollars(amount), place="") == amount for amount in (1, 99, 100, 99_999, 100_000, 12_345_678))
