"""What the engine plays can be written as a hand history, read again and played to the same end; any game and limit."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.hand_history.errors import BadHistory
from firmware_host.hand_history.files import dumps, dumps_many, loads, read_file
from firmware_host.hand_history.finishing_stacks import Played as Replayed
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import Hand, parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.writer import CannotWrite, dollars, hand_of
from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import start
from firmware_host.rules.round_facts import BlindsPosted, RoundBody, RoundCompleted, RoundStarted
from firmware_host.rules.stakes import Limit
from tests.inner_loop import drawn
from tests.rules.random_rounds import Played, play, stakes

STACKS = st.sampled_from((1_00, 2_00, 3_00, 7_00, 15_00, 40_00, 100_00, 500_00))

SEATS = st.integers(1, 11)


@st.composite
def rounds(draw: st.DrawFn, game: Game) -> Played:
    seats = draw(st.lists(SEATS, min_size=2, max_size=game.most_players, unique=True))
    posted = stakes(
        draw(st.sampled_from(Limit)),
        button=game.button,
        chip_cents=draw(st.sampled_from((1, 25, 50, 100))),
        ante_cents=draw(st.sampled_from((0, 0, 25, 50, 100))),
    )
    return play(
        game,
        posted,
        {seat: draw(STACKS) for seat in seats},
        random.Random(draw(st.integers(0, 1 << 32))),
        hidden=draw(st.sampled_from((0.0, 0.3, 1.0))),
        options=draw(st.booleans()),
    )


def read(text: str) -> Hand:
    return parse_hand(loads(text))


def money_moves(told: Replayed) -> list[str]:
    return [type(made.body).__name__ for made in told.facts]


def posted(bodies: Sequence[RoundBody], numbers: dict[int, int]) -> list[tuple[object, ...]]:
    """Who posted what, by the number of the player: what makes up for a missed blind and a straddle as such (I-7)."""
    return [
        (
            {numbers.get(seat, seat): cents for seat, cents in zip(body.seats, body.cents, strict=True)},
            {numbers.get(seat, seat): cents for seat, cents in zip(body.made_up, body.dead, strict=False)},
            numbers.get(body.straddler or 0, body.straddler),
        )
        for body in bodies
        if isinstance(body, BlindsPosted)
    ]


@pytest.mark.parametrize("name", list(GAMES))
@given(data=st.data())
def test_a_round_written_and_read_again_is_the_same_round(name: GameName, data: st.DataObject) -> None:
    played = data.draw(rounds(GAMES[name]))
    table = hand_of(played.bodies)
    text = dumps(table)
    assert loads(text) == table
    again = read(text)
    replayed = replay(again)
    check(again, replayed)
    completed = played.bodies[-1]
    assert isinstance(completed, RoundCompleted)
    by_seat = dict(zip(sorted(table["seats"]), completed.stacks, strict=True))
    assert [by_seat[seat] for seat in table["seats"]] == [stack * 100 for stack in replayed.finishing_stacks]
    assert money_moves(replayed) == [type(body).__name__ for body in played.bodies]
    numbers = {seat: number for number, seat in enumerate(table["seats"], 1)}
    assert posted([made.body for made in replayed.facts], {}) == posted(played.bodies, numbers)


@settings(max_examples=drawn(20))
@given(data=st.data())
def test_many_rounds_are_the_numbered_tables_of_one_file(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    names = data.draw(st.lists(st.sampled_from(list(GAMES)), min_size=1, max_size=4))
    many = [hand_of(data.draw(rounds(GAMES[name])).bodies) for name in names]
    file = tmp_path_factory.mktemp("hands") / "many.phhs"
    file.write_text(dumps_many(many), encoding="utf-8")
    entries = list(read_file(file))
    assert [entry.number for entry in entries] == list(range(1, len(names) + 1))
    for entry, table in zip(entries, many, strict=True):
        assert isinstance(entry.found, Hand), entry.found
        assert entry.found.fields == table
        check(entry.found, replay(entry.found))


@given(
    st.dictionaries(
        st.from_regex(r"_[a-z]{1,8}", fullmatch=True),
        st.one_of(
            st.text(),
            st.integers(),
            st.booleans(),
            st.lists(st.text(), max_size=4),
            st.decimals(allow_nan=False, allow_infinity=False, places=3),
        ),
        max_size=4,
    )
)
def test_fields_of_ones_own_come_back_as_they_were(fields: dict[str, object]) -> None:
    try:
        "".join(map(str, fields.values())).encode()
    except UnicodeEncodeError:
        return
    played = play(GAMES[GameName.HOLDEM], stakes(Limit.NO, button=True), {1: 7_00, 2: 7_00}, random.Random(1))
    back = loads(dumps(hand_of(played.bodies, fields)))
    assert {name: back[name] for name in fields} == fields


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_one_line(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.mktemp("any") / "any.phh"
    file.write_bytes(data)
    for entry in read_file(file):
        assert isinstance(entry.found, BadHistory)
        assert len(str(entry.found).splitlines()) == 1


SAMPLE = (Path(__file__).parents[1] / "rules" / "hands" / "stud-complete-and-three-raises.phh").read_text("utf-8")


@given(
    st.integers(0, len(SAMPLE)), st.integers(0, 4), st.text(alphabet="0123456789.-pcdfsmb?AKh'\"[]=#, \n", max_size=4)
)
def test_a_file_with_a_slip_of_the_pen_is_played_or_refused_in_one_line(at: int, gone: int, new: str) -> None:
    """Whatever is left of it: no chips appear or vanish, and what is refused says where."""
    slipped = SAMPLE[:at] + new + SAMPLE[at + gone :]
    said = refused(slipped)
    if said is None:
        again = read(slipped)
        assert sum(replay(again).finishing_stacks) == sum(again.starting_stacks)
    else:
        assert len(said.splitlines()) == 1


def refused(text: str) -> str | None:
    try:
        found = read(text)
        check(found, replay(found))
    except BadHistory as bad:
        return str(bad)
    except (ValueError, ArithmeticError):
        return "no TOML"
    return None


@pytest.mark.parametrize("name", list(GAMES))
def test_a_round_of_the_procedure_level_is_refused_by_name(name: GameName) -> None:
    game = GAMES[name]
    drafts = start(game, tracking=Tracking.PROCEDURE, seats=(1, 2), button=2 if game.button else None, blinds=2)
    assert isinstance(drafts, tuple)
    with pytest.raises(CannotWrite, match=rf"a round of {game.title} tracked at the procedure level"):
        hand_of([made.body for made in drafts])


def facts() -> tuple[RoundBody, ...]:
    return play(GAMES[GameName.HOLDEM], stakes(Limit.NO, button=True), {1: 7_00, 2: 7_00}, random.Random(1)).bodies


def test_a_round_that_is_not_over_is_not_written() -> None:
    with pytest.raises(CannotWrite, match="not over"):
        hand_of(facts()[:-1])


def test_two_rounds_are_not_written_as_one() -> None:
    with pytest.raises(CannotWrite, match="second round"):
        hand_of([*facts(), *facts()])


def test_what_does_not_begin_with_a_round_is_not_written() -> None:
    with pytest.raises(CannotWrite, match="begin with the start of a round"):
        hand_of(facts()[1:])


def test_a_field_the_standard_does_not_have_is_not_written() -> None:
    with pytest.raises(CannotWrite, match="colour is not an optional field"):
        hand_of(facts(), {"colour": "green"})


def test_a_game_the_standard_has_a_code_for_is_written_with_it_and_another_is_marked() -> None:
    chance = random.Random(1)
    badugi = hand_of(play(GAMES[GameName.BADUGI], stakes(Limit.FIXED, button=True), {1: 7_00, 2: 7_00}, chance).bodies)
    draw = hand_of(play(GAMES[GameName.DRAW], stakes(Limit.POT, button=True), {1: 7_00, 2: 7_00}, chance).bodies)
    assert (badugi["variant"], draw["variant"]) == ("FB", "fh:draw:pot")
    assert "_extension" not in badugi
    assert draw["_extension"] == "five-card draw high, pot limit: the standard has no code for it"


def test_seats_stacks_and_fractions_are_those_of_the_table() -> None:
    bodies = play(GAMES[GameName.HOLDEM], stakes(Limit.NO, button=True), {3: 7_50, 8: 9_00}, random.Random(1)).bodies
    started = bodies[0]
    assert isinstance(started, RoundStarted)
    table = hand_of(bodies)
    assert table["seats"] == [8, 3] if started.button == 3 else [3, 8]
    assert dict(zip(table["seats"], table["starting_stacks"], strict=True)) == {3: Decimal("7.5"), 8: 9}
    assert dollars(7_50) == Decimal("7.5")
