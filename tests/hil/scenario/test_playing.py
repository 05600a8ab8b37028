"""A script is played through the table's own steps, and whatever goes otherwise is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hil.scenario
from firmware_host.table.facts.fact import sentence
from hil.scenario.filling import filled
from hil.scenario.judging import Otherwise
from hil.scenario.playing import play
from hil.scenario.reading import read_script

TOP = """title: A table of three
game: holdem
limit: fixed $2 and $4
blinds: $1 $2
seats: 2, 4, 7
buy-in: $100
== Play
go on until Blind bets
"""

FIRST = TOP.count("\n") + 1


def otherwise(lines: str) -> tuple[Otherwise, ...]:
    played = play(read_script(TOP + lines))
    assert not played.blank
    return played.otherwise


def only(lines: str) -> Otherwise:
    (one,) = otherwise(lines)
    return one


def goes_well(lines: str) -> None:
    assert otherwise(lines) == ()


def test_the_example_of_the_formats_own_page_goes_as_it_says() -> None:
    page = Path(hil.scenario.__file__).with_name("FORMAT.md").read_text(encoding="utf-8")
    example = re.search(r"```\n(title: .*?)```", page, re.DOTALL)
    assert example is not None
    assert play(read_script(example[1])).otherwise == ()


def test_a_key_a_verb_an_acts_name_and_the_beginning_of_a_step_all_reach_the_same_act() -> None:
    facts = set()
    for words in ("next", "deals the round", "act deal", "Blind bets: seat 2"):
        played = play(read_script(f"{TOP}dealer: {words}\n"))
        assert played.otherwise == ()
        facts.add(tuple(sentence(fact) for fact in played.facts))
    assert len(facts) == 1


def test_a_steps_own_words_can_carry_values() -> None:
    goes_well(
        "dealer: next\ndealer: next\nseats 7 and 2 call\ndealer: Seat 4 to act: raise, to_cents = $4\n  pot: $8\n"
    )
    goes_well("dealer: next\ndealer: next\nseats 7 and 2 call\nseat 4 checks\ndealer: Burn one, board = Ah Kd 7c\n")


def test_what_no_step_offers_is_not_done_and_what_is_offered_is_listed() -> None:
    one = only("dealer: next\ndealer: next\nseat 2 calls\n")
    assert one.line == FIRST + 2
    assert one.part == "Play"
    assert one.got[0] == "no step offers this now"
    assert any("Seat 7 to act: call $2" in got for got in one.got)


def test_an_amount_outside_what_is_offered_is_not_on_offer() -> None:
    one = only("dealer: next\ndealer: next\nseat 7 raises to $5\n")
    assert one.got[0] == "no step offers this now"


def test_words_nobody_says_are_told_as_such() -> None:
    one = only("dealer: plays the fiddle\n")
    assert one.got[0] == "no verb and no offered step matches these words"


def test_words_that_begin_more_than_one_step_do_none_of_them() -> None:
    one = only("dealer: next\ndealer: next\ndealer: seat 7\n")
    assert one.got[0] == "more than one offered step begins with these words"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("act deel", "there is no act deel"),
        ("act deal, cards = 3", "deal has no cards"),
        ("act cut-deck, back = mauve", "back = mauve: write green or "),
        ("act cut-deck", "cut-deck: Object missing required field `back`"),
    ],
)
def test_an_act_that_cannot_be_made_of_the_words_says_why(words: str, why: str) -> None:
    assert only(f"try: dealer: {words}\n  refused: ...\n").got[0].startswith(why)


def test_a_refusal_nobody_expected_ends_the_script_there() -> None:
    one = only("seat 9 adds $5\ndealer: next\nsays: never reached\n")
    assert one.expected == "`seat 9 adds $5` is accepted"
    assert one.got == (
        "refused: no player sits at seat 9 [14.7(a)]",
        "allowed by: name the seat of a player who is present",
    )


def test_what_was_to_be_refused_and_is_allowed_ends_it_too() -> None:
    one = only("try: dealer: next\n  refused: ...\n")
    assert one.expected == "`next` is refused"
    assert one.got[0] == "it was accepted"
    assert any("Round 1" in got for got in one.got)


def test_only_a_device_may_say_what_a_device_sees() -> None:
    goes_well("try: technician kim: seat 4 adds $5\n  refused: a technician may not ask for this act [14.7(c)1]\n")
    goes_well("puck: at seat 4\n  then: The puck is at seat 4. [14.10(c)]\n  says: Move the dealer button to ...\n")


def test_who_has_not_seen_the_present_turn_is_refused() -> None:
    goes_well("dealer: next\ntry late: dealer: deals\n  refused: the table has moved on since ... [out-of-date]\n")


@pytest.mark.parametrize(
    "wrong",
    [
        "says: Blind bets: seat 4 $1, seat 7 $2. ...",
        "says: Blind bets: seat 2 $1, seat 4",
        "says: Blind bets: ... [14.10(g)]",
        "offers: Burn one",
        "does not offer: Call the floor.",
        "then: The button moves to seat 7.",
        "then: nothing",
        "and not: The ... deck is cut onto the cover card.",
        "waits for: ...",
        "due: shuffle blue in 1 s",
        "turn: seat 2",
        "turn: nothing else",
        "pot: $1",
        "stacks: seat 2 $100, seat 4 $1",
        "stacks: seat 3 $100",
        "button: seat 2",
        "button: nothing",
        "board: Ah",
        "view: rounds = 1",
        "view: decks.1.back = red",
    ],
)
def test_what_is_expected_and_is_not_so_is_told(wrong: str) -> None:
    one = only(f"{wrong}\n")
    assert one.line == FIRST
    assert one.expected == wrong
    assert one.got


@pytest.mark.parametrize(
    "right",
    [
        "says: blind  bets: SEAT 2 $1, ... [14.7(b)2, 14.10(d)]",
        "offers: Call the floor",
        "does not offer: Burn one...",
        "then: The table is open.\n then: The ... deck is cut onto the cover card. [14.5(b)1]",
        "and not: The floor is called.",
        "waits for: nothing",
        "turn: nothing",
        "pot: $0",
        "stacks: seat 7 $100",
        "button: seat 7",
        "board: nothing",
        "view: decks.1.back = blue\n view: seats = 2 4 7\n view: open = yes\n view: round = none",
    ],
)
def test_what_is_expected_and_so_passes(right: str) -> None:
    goes_well(f"{right}\n")


def test_what_happened_is_expected_in_its_order() -> None:
    one = only("then: The ... deck is cut onto the cover card.\n then: The table is open.\n")
    assert one.line == FIRST + 1


def test_several_things_may_go_otherwise_and_all_are_told() -> None:
    assert [one.line for one in otherwise("turn: seat 2\npot: $1\nbutton: seat 7\n")] == [FIRST, FIRST + 1]


def test_time_passes_what_falls_due() -> None:
    top = TOP.replace("go on until Blind bets\n", "")
    lines = (
        "go on until Put the blue deck\n"
        "dealer: puts the blue deck into the shuffler\n  due: shuffle blue in 3 min [14.5(a)]\n"
        "wait 2 minutes 59 seconds\n  and not: ... is taking too long: ...\n  due: shuffle blue in 1 s\n"
        "wait 1 second\n  then: The shuffle of the blue deck is taking too long: ... [14.5(a)]\n"
        "wait 10 minutes\n  then: nothing\n"
        "shuffler: done, 51 cards\n  then: No shuffle proof for the blue deck: ... 51 cards ... [I-8]\n"
    )
    assert play(read_script(top + lines)).otherwise == ()


def test_what_ran_on_the_old_boots_clock_runs_on_by_the_walls_that_are_synchronised() -> None:
    top = TOP.replace("go on until Blind bets\n", "")
    lines = (
        "go on until Put the blue deck\n"
        "dealer: puts the blue deck into the shuffler\n"
        "the controller restarts\n  then: The controller has started ...\n  due: shuffle blue in 3 min\n"
        "the power fails for 10 seconds\n  then: The controller has started ...\n  due: shuffle blue in 2 min 50 s\n"
    )
    assert play(read_script(top + lines)).otherwise == ()


def test_going_on_until_what_is_never_said_says_what_is_said_instead() -> None:
    one = only("go on until the cows come home\n")
    assert one.line == FIRST
    assert one.expected == "go on until the cows come home"
    assert "cannot be done without more details" in one.got[0]


def test_a_question_mark_is_filled_in_with_what_the_table_told() -> None:
    text = TOP + "  says: ?   # the dealer hears it\ndealer: next\n    then: ?\n  stacks: ?\n  board: ?\n"
    script = read_script(text)
    played = play(script)
    assert [one.line for one in played.blank] == [FIRST, FIRST + 2, FIRST + 3, FIRST + 4]
    written = filled(script, played)
    again = play(read_script(written))
    assert (again.otherwise, again.blank) == ((), ())
    assert "\n  says: Blind bets: seat 2 $1, seat 4 $2. " in written
    assert written.count("\n    then: ") == 3
    assert "\n  stacks: seat 2 $99, seat 4 $98, seat 7 $100\n  board: nothing\n" in written


def test_of_several_facts_asked_for_each_question_mark_takes_those_up_to_the_next_one_named() -> None:
    text = TOP + "dealer: next\n  then: ?\n  then: Blind bets: seat 2 $1, seat 4 $2.\n  then: ?\n  then: ?\n"
    script = read_script(text)
    written = filled(script, play(script)).splitlines()[FIRST:]
    assert [line.partition(": ")[2].split(":")[0] for line in written] == [
        "Round 1",
        "The blue deck passes the deal gate, on the shuffle proof of order 33. [14.5(a), 14.2(d)2, 14.2(d)3]",
        "Blind bets",
    ]
    assert play(read_script(filled(script, play(script)))).otherwise == ()


def test_a_changed_table_toml_is_read_at_the_next_start() -> None:
    goes_well(
        "table.toml now says limit: fixed $4 and $8\n  then: nothing\n"
        "the controller restarts\n  then: table.toml differs from the settings in force: stakes.\n"
    )
