"""A script that cannot be read is said with its line, and says what would be read."""

import pytest

from firmware_host.rules.decision import Role
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.stakes import Limit
from firmware_host.table.terms import Back
from hil.scenario.reading import read_script
from hil.scenario.script import GoingOn, Happening, Restarting, Saying, Unreadable, Waiting

TOP = "title: A table\ngame: holdem\nseats: 2, 4\n"


def header(more: str) -> str:
    return f"{TOP}{more}\n== Play\n"


def deeds(lines: str) -> list[Happening]:
    return [deed.what for deed in read_script(f"{TOP}\n== Play\n{lines}").deeds][1:]


def why_not(text: str) -> str:
    with pytest.raises(Unreadable) as wrong:
        read_script(text)
    return str(wrong.value)


def test_the_top_says_which_table_it_is() -> None:
    config = read_script(
        header("limit: spread $2 to $10\nblinds: $0.50 $2\nbuy-in: $1,000\nchip: $0.50\ndecks: green, black\n")
    ).header.config
    assert (config.game, config.tracking, config.seats) == (GameName.HOLDEM, Tracking.FULL, (2, 4))
    assert config.stakes is not None
    assert (config.stakes.limit, config.stakes.min_cents, config.stakes.max_cents) == (Limit.SPREAD, 200, 1000)
    assert (config.stakes.blinds_cents, config.stakes.chip_cents) == ((50, 200), 50)
    assert (config.buy_in_cents, config.decks) == (100_000, (Back.GREEN, Back.BLACK))


def test_a_table_without_a_limit_is_tracked_at_the_procedure_level() -> None:
    assert read_script(header("blinds: 1")).header.config.tracking is Tracking.PROCEDURE
    assert read_script(header("blinds: 1")).header.config.blinds == 1


def test_any_setting_can_be_set_by_its_path() -> None:
    more = "limit: fixed $2 and $4\nblinds: $1 $2\nbuy-in: $9\nset: stakes.raises = 4\nset: shuffle_limit_s = 60"
    config = read_script(header(more)).header.config
    assert config.stakes is not None
    assert (config.stakes.raises, config.stakes.max_cents, config.shuffle_limit_s) == (4, 400, 60)


def test_a_line_tells_who_does_what_and_what_time_does() -> None:
    said = deeds(
        "dealer: next   # a key\n"
        "seats 2 and 4 check\n"
        "floor anna: sends the floor away\n"
        "try late: seat 2 calls\n  refused: ?\n"
        "wait 2 hours and 5 minutes\n"
        "go on until Blind bets\n"
        "the power fails for 10 seconds\n"
    )
    dealer, both, floor, late, wait, on, off = said
    assert isinstance(dealer, Saying)
    assert isinstance(both, Saying)
    assert isinstance(floor, Saying)
    assert isinstance(late, Saying)
    assert dealer.words == ("next",)
    assert both.words == ("seat 2 checks", "seat 4 checks")
    assert (floor.speaker.role, floor.speaker.name) == (Role.FLOORPERSON, "anna")
    assert (late.trying, late.late, late.words) == (True, True, ("seat 2 calls",))
    assert wait == Waiting(ms=125 * 60_000)
    assert on == GoingOn(until="Blind bets")
    assert off == Restarting(off_ms=10_000)


def test_a_role_of_two_words_is_not_the_role_of_one() -> None:
    (said,) = deeds("shift supervisor: next")
    assert isinstance(said, Saying)
    assert said.speaker.role is Role.POKER_SHIFT_SUPERVISOR


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "there is no `== heading`"),
        (TOP, 3, "there is no `== heading`"),
        ("game: holdem\nseats: 2, 4\n== P\n", 1, "a script begins with `title:`"),
        (header("sets: 3"), 4, "did you mean `seats`?"),
        (header("seats: 3, 4"), 4, "`seats` is already given in line 3"),
        (header("seat 4 folds"), 4, "what people do comes after the first `== heading`"),
        ("title: A\nseats: 2, x\ngame: holdem\n== P\n", 2, "x is not a seat"),
        (header("limit: fixed 2"), 4, "write it like `fixed $2 and $4`"),
        (header("ante: 50c"), 4, "write an amount such as $12"),
        (header("begins: noon"), 4, "write date and time like 2026-01-01 12:00"),
        (header("set: stakes.raises"), 4, "write a setting of [table]"),
        (header("set: shuffle_limit_s = fast"), 4, "fast is not a valid value in table.toml"),
        (header("set: shuffle_limit = 30"), 4, "no such table can exist"),
        (header("limit: fixed $2 and $4"), 4, "full tracking needs `stakes` and `buy_in_cents`"),
        ("title: A\ngame: hold-em\nseats: 2, 4\n== P\n", 3, "no such table can exist"),
    ],
)
def test_a_top_that_cannot_be_read_is_told_with_its_line(text: str, line: int, why: str) -> None:
    told = why_not(text)
    assert told.startswith(f"{line}: ")
    assert why in told


@pytest.mark.parametrize(
    ("lines", "line", "why"),
    [
        ("table.toml now says limits: $2", 6, "`limits` is not a setting of a table"),
        ("table.toml now says seats: 14", 6, "no such table can exist"),
        ("deeler: next", 6, "did you mean `dealer`?"),
        ("sais: something", 6, "did you mean `says`?"),
        ("xyzzy", 6, "a line begins with a seat, a role, or an expectation"),
        ("wait a while", 6, "`a while` is not a length of time"),
        ("wait 3 hours please", 6, "is not a length of time"),
        ("dealer: next\nsays:", 7, "`says:` needs a text"),
        ("dealer: next\nrefused: no", 7, "`refused:` is only allowed after a line with `try:`"),
        ("try: dealer: next\ndealer: next", 6, "`try:` needs a line `refused:` with the reason"),
        ("try: dealer: next\n  says: x", 6, "`try:` needs a line `refused:` with the reason"),
    ],
)
def test_a_line_that_cannot_be_read_is_told(lines: str, line: int, why: str) -> None:
    told = why_not(f"{TOP}\n== Play\n{lines}")
    assert told.startswith(f"{line}: ")
    assert why in told
