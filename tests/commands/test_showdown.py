"""`firmware-host showdown`: a ruling for people and programs, and one clear line for what cannot be."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from firmware_host import cli
from firmware_host.rules.games import GAMES
from tests.support.command_line import PROGRAM

HOLDEM = ("holdem", "--board", "AsKd7c4h2h")

OMAHA_8 = ("omaha-hilo-8", "--board", "Ac3d8hKsKh")

BIG_OMAHA_8 = ("big-omaha-hilo-8", "--board", "Ac3d8hKsKh", "--seat", "2=2s4cJsJhTd", "7=2h5dQsQhTc", "--pot", "25")

TIED = ("--seat", "3=QsJd", "--seat", "5=QdJs", "--seat", "9=QcJh")


Said = pytest.CaptureFixture[str]


def ruled(capsys: Said, *words: str) -> dict[str, Any]:
    assert cli.main(["showdown", *words, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    found = json.loads(captured.out)
    assert isinstance(found, dict)
    return found


def told(capsys: Said, *words: str) -> str:
    assert cli.main(["showdown", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: Said, *words: str) -> str:
    try:
        code: object = cli.main(["showdown", *words])
    except SystemExit as ended:  # argparse ends by itself
        code = ended.code
    captured = capsys.readouterr()
    lines = [line for line in captured.err.splitlines() if line]
    assert code == 2
    assert captured.out == ""
    assert len(lines) == 1, captured.err
    return lines[0]


# What programs read.


def test_json_has_shares_in_cents_and_hands_in_words(capsys: Said) -> None:
    found = ruled(capsys, *OMAHA_8, "--seat", "1=2s4cJsJh", "--seat", "2=Td9dQsQh", "--pot", "$27")
    assert found["shares"] == {"1": 1300, "2": 1400}
    assert found["hands"]["1"]["high"] == "two pairs, kings and jacks with ace"
    assert found["hands"]["1"]["low"] == "eight-four-three-two-ace low"
    assert found["hands"]["2"]["low"] is None
    assert [part["name"] for part in found["parts"]] == ["high", "low"]
    assert found["parts"][0]["odd_cents_paragraphs"] == ["14.11(f)2i"]
    assert found["won_whole_by"] is None


def test_json_has_no_low_in_a_high_game_and_no_high_in_a_low_game(capsys: Said) -> None:
    high = ruled(capsys, "five-stud", "--seat", "1=AsKcQdJd9d", "3=AhKdQcJc9c", "--pot", "25")
    assert {hand["low"] for hand in high["hands"].values()} == {None}
    assert high["shares"] == {"1": 1300, "3": 1200}
    low = ruled(capsys, "badugi", "--seat", "1=As2h3c4d", "3=KsQhJcTd", "--pot", "25")
    assert {hand["high"] for hand in low["hands"].values()} == {None}
    assert low["hands"]["1"]["low"] == "badugi, four high with three, two and ace"
    assert low["shares"] == {"1": 2500, "3": 0}


@pytest.mark.parametrize(("button", "low"), [("7", 1300), ("2", 1200)])
def test_big_omaha_asks_where_the_button_is(capsys: Said, button: str, low: int) -> None:
    found = ruled(capsys, *BIG_OMAHA_8, "--button", button)
    assert found["shares"] == {"2": low, "7": 2500 - low}
    assert found["notes"] == []


def test_a_button_that_is_not_given_is_at_the_highest_seat_and_that_is_said(capsys: Said) -> None:
    found = ruled(capsys, *HOLDEM, *TIED, "--pot", "100")
    assert found["shares"] == {"3": 3400, "5": 3300, "9": 3300}
    assert found["button"] == 9
    assert "no --button given: assumed at seat 9" in found["notes"][0]
    even = ruled(capsys, *HOLDEM, *TIED, "--pot", "99")
    assert even["notes"] == []


@pytest.mark.parametrize(
    ("chip", "shares"),
    [
        ("0.01", {"3": 3367, "5": 3367, "9": 3366}),
        (".25", {"3": 3375, "5": 3375, "9": 3350}),
        ("1", {"3": 3400, "5": 3400, "9": 3300}),
        ("5", {"3": 3400, "5": 3400, "9": 3300}),
    ],
)
def test_the_chip_is_the_unit_and_a_dollar_the_largest_of_them(capsys: Said, chip: str, shares: dict[str, int]) -> None:
    pot = "101"
    assert ruled(capsys, *HOLDEM, *TIED, "--pot", pot, "--chip", chip)["shares"] == shares


@pytest.mark.parametrize(
    "typed",
    [
        ("--board", "As", "Kd", "7c", "4h", "2h", "--seat", "3=Qs", "Jd", "5=Qd", "Js"),
        ("--board", "As,Kd,7c,4h,2h", "--seat", "3=Qs,Jd", "--seat", "5=Qd,Js"),
        ("--board", "As Kd 7c 4h 2h", "--seat", "3=Qs Jd", "--seat", "5=", "Qd Js"),
        ("--seat", "5=QdJs", "3=QsJd", "--board", "AsKd", "7c4h2h"),
    ],
)
def test_cards_may_be_typed_in_any_of_the_usual_ways(capsys: Said, typed: tuple[str, ...]) -> None:
    plain = ruled(capsys, *HOLDEM, "--seat", "3=QsJd", "--seat", "5=QdJs", "--pot", "25")
    assert ruled(capsys, "holdem", *typed, "--pot", "25") == plain


def test_a_common_card_of_stud_is_on_the_board_and_each_has_six_of_his_own(capsys: Said) -> None:
    found = ruled(capsys, "stud", "--board", "Qh", "--seat", "1=AcAdKcKh2s3d", "2=AhAsKdKs2c3c", "--pot", "25")
    assert found["shares"] == {"1": 1200, "2": 1300}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_can_be_ruled_on(capsys: Said, name: str) -> None:
    game = next(game for game in GAMES.values() if game.name == name)
    pack = iter([rank + suit for rank in "A23456789TJQK" for suit in "shdc"])
    own = sum(street.down + street.up - street.discard for street in game.streets)
    board = "".join(next(pack) for _ in range(sum(street.board for street in game.streets)))
    seats = [f"{seat}=" + "".join(next(pack) for _ in range(own)) for seat in (2, 6)]
    found = ruled(capsys, name, "--board", board, "--seat", *seats, "--pot", "25.50")
    assert sum(found["shares"].values()) == 2550
    assert found["hands"].keys() == found["shares"].keys() == {"2", "6"}
    assert told(capsys, name, "--board", board, "--seat", *seats, "--pot", "25.50").startswith(game.title)


def test_one_hand_alone_wins_what_there_is(capsys: Said) -> None:
    words = (*HOLDEM, "--seat", "3=QsJd", "--pot", "25.50")
    assert ruled(capsys, *words)["shares"] == {"3": 2550}
    assert "seat 3, the only hand (14.6(e)5)" in told(capsys, *words)


# What people read.


def test_the_ruling_names_winners_odd_money_and_paragraphs(capsys: Said) -> None:
    said = told(capsys, *OMAHA_8, "--seat", "1=2s4cJsJh", "2=2h4dQsQh", "--pot", "27").splitlines()
    low_paragraphs = "(14.11(f), 14.11(f)2, 14.11(g), 14.3(f), I-13, an interpretation)"
    assert said[0] == "omaha high-low split eight or better, pot $27.00, board Ac 3d 8h Ks Kh"
    assert said[6:] == [
        "the high half, $14.00, goes to seat 2: two pairs, kings and queens with ace (14.11(f), 14.11(f)2)",
        "  $1.00 of it could not be halved (14.11(f)2i)",
        f"the low half, $13.00, goes to seats 1 and 2, tied: eight-four-three-two-ace low {low_paragraphs}",
        "  the odd $1.00 to seat 2, the lowest card by suit, 2h (14.11(f)2iii, 14.11(f)2iv, I-25, an interpretation)",
        "",
        "seat 1    $6.00",
        "seat 2   $21.00",
    ]


def test_the_ruling_says_when_no_low_qualifies(capsys: Said) -> None:
    said = told(capsys, *OMAHA_8, "--seat", "1=2sQcJsJh", "2=Td9dQsQh", "--pot", "27")
    assert "no low hand qualifies, so the whole pot goes to the high (14.11(g))" in said
    assert "does not qualify" in said


def test_an_interpretation_is_marked_as_one(capsys: Said) -> None:
    said = told(capsys, *HOLDEM, *TIED, "--pot", "101", "--button", "5")
    assert "the odd $1.00 to seat 9, the first winner clockwise from the button (I-5, an interpretation)" in said
    assert "the odd $1.00 to seat 3, the next winner clockwise from the button (I-5, an interpretation)" in said


def test_what_was_left_out_of_account_is_said(capsys: Said) -> None:
    stud = ("five-stud", "--seat", "1=AsKcQdJd9d", "3=AhKdQcJc9c", "--pot", "25", "--button", "1", "--chip", "5")
    said = told(capsys, *stud)
    assert "note: five-card stud high is played without a button" in said
    assert "note: odd money is never above $1.00 per player" in said
    assert "seat 1, the first winner from the dealer's left" in said


# What cannot be.

SEAT = ("--seat", "3=QsJd")

POT = ("--pot", "25")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("snap", *SEAT, *POT), ("GAME", "'snap'", "holdem, omaha,", "mambo-hilo-6")),
        (("Holdem", *SEAT, *POT), ("GAME", "'Holdem'")),
        ((), ("GAME",)),
        ((*HOLDEM, *POT), ("--seat",)),
        ((*HOLDEM, *SEAT), ("--pot",)),
        ((*HOLDEM, *SEAT, "--seat", *POT), ("--seat",)),
        ((*HOLDEM, *SEAT, *POT, "--frobnicate"), ("--frobnicate",)),
        # cards
        ((*HOLDEM, *SEAT, "4=Qs2d", *POT), ("--seat 4", "Qs", "--seat 3", "14.2(a)")),
        ((*HOLDEM, *SEAT, "4=AsTd", *POT), ("--seat 4", "As", "--board", "14.2(a)")),
        ((*HOLDEM, "--seat", "3=QsQs", *POT), ("--seat 3", "Qs", "twice", "14.2(a)")),
        (("holdem", "--board", "AsKd7c4hAs", *SEAT, *POT), ("--board", "As", "twice")),
        ((*HOLDEM, "--seat", "3=QsJx", *POT), ("--seat 3", "'Jx'")),
        ((*HOLDEM, "--seat", "3=10sJd", *POT), ("--seat 3", "'10'")),
        ((*HOLDEM, "--seat", "3=QsJ", *POT), ("--seat 3", "'J'")),
        ((*HOLDEM, "--seat", "3=??", *POT), ("--seat 3", "'??'")),
        ((*HOLDEM, "--seat", "3=QsJdTd", *POT), ("--seat 3", "3 cards", "hold 'em has 2", "14.10(j)")),
        ((*HOLDEM, "--seat", "3=", *POT), ("--seat 3", "0 cards")),
        ((*OMAHA_8, *SEAT, *POT), ("--seat 3", "2 cards", "has 4", "14.11(f)")),
        (("stud", "--seat", "3=AsKsQsJsTs9s", *POT), ("--seat 3", "6 cards", "has 7", "14.9(i)")),
        (("stud", "--board", "2c", "--seat", "3=AsKsQsJsTs9s8s", *POT), ("7 cards", "6 beside the common card")),
        (("super-stud", "--board", "2c", "--seat", "3=AsKsQsJsTs9s", *POT), ("--board", "no cards", "14.9B(i)")),
        (("stud", "--board", "2c3c", "--seat", "3=AsKsQsJsTs9s", *POT), ("--board", "one common card", "14.9(h)")),
        (
            ("holdem", "--board", "AsKd7c4h", *SEAT, *POT),
            ("--board", "4 cards", "has 5 cards on the board", "14.10(j)"),
        ),
        (("holdem", *SEAT, *POT), ("--board", "0 cards", "has 5 cards on the board")),
        (("badugi", "--board", "2c", "--seat", "3=AsKsQsJs", *POT), ("--board", "1 card;", "14.12C(l)")),
        # seats
        ((*HOLDEM, "--seat", "12=QsJd", *POT), ("--seat", "'12'", "1 to 11", "14.6(b)")),
        ((*HOLDEM, "--seat", "0=QsJd", *POT), ("--seat", "'0'")),
        ((*HOLDEM, "--seat", "x=QsJd", *POT), ("--seat", "'x'")),
        ((*HOLDEM, "--seat=-1=QsJd", *POT), ("--seat", "'-1'")),
        ((*HOLDEM, "--seat", "\u0663=QsJd", *POT), ("--seat", "not a seat")),
        ((*HOLDEM, "--seat", "QsJd", *POT), ("--seat", "'QsJd' has no seat number", "1=AsKd")),
        ((*HOLDEM, *SEAT, "3=8s8d", *POT), ("--seat 3", "given twice")),
        ((*HOLDEM, *SEAT, *POT, "--button", "12"), ("--button", "'12'", "14.6(b)")),
        ((*HOLDEM, *SEAT, *POT, "--button", "left"), ("--button", "'left'")),
        # amounts
        ((*HOLDEM, *SEAT, "--pot", "-5"), ("--pot", "below zero")),
        ((*HOLDEM, *SEAT, "--pot=-$5"), ("--pot", "below zero")),
        ((*HOLDEM, *SEAT, "--pot", "25.505"), ("--pot", "'25.505' is not an amount")),
        ((*HOLDEM, *SEAT, "--pot", "lots"), ("--pot", "'lots' is not an amount")),
        ((*HOLDEM, *SEAT, *POT, "--chip", "0"), ("--chip", "more than zero")),
        ((*HOLDEM, *SEAT, *POT, "--chip", "-1"), ("--chip", "below zero")),
    ],
)
def test_what_cannot_be_is_one_clear_line_that_names_the_place(
    capsys: Said, words: tuple[str, ...], said: tuple[str, ...]
) -> None:
    line = refused(capsys, *words)
    assert [part for part in said if part not in line] == [], line


def test_more_hands_than_the_game_has_players_are_refused_by_its_paragraph(capsys: Said) -> None:
    pack = iter([rank + suit for rank in "23456789TJQKA" for suit in "shdc"])
    seats = [f"{seat}=" + "".join(next(pack) for _ in range(4)) for seat in range(1, 11)]
    line = refused(capsys, "badugi", "--seat", *seats, *POT)
    assert "10 hands" in line
    assert "9 players at most" in line
    assert "14.12C(b)" in line


def test_the_installed_command_rules_and_refuses_alike() -> None:
    words = [PROGRAM, "showdown", *HOLDEM, *TIED, "--json"]

    ran = subprocess.run([*words, "--pot", "99"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["shares"] == {"3": 3300, "5": 3300, "9": 3300}

    ran = subprocess.run([*words, "--pot", "-1"], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("firmware-host: --pot: -1 is below zero")


def test_help_shows_an_example_that_works(capsys: Said) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["showdown", "--help"])
    assert ended.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    example = shown.partition("example: firmware-host showdown ")[2].split()
    assert told(capsys, *example).startswith("hold 'em, pot $101.00")
