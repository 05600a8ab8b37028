"""19:47-14.7(c)4 and 14.1 (call): a blind posted all-in for less leaves the bet where the blind is in full."""

import pytest
from msgspec.structs import replace

from firmware_host.hand_history.errors import BadHistory
from firmware_host.hand_history.files import dumps, loads
from firmware_host.hand_history.hand import parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.writer import hand_of
from firmware_host.rules.games.holdem_and_omaha import HOLDEM
from firmware_host.rules.round import Phase
from firmware_host.rules.round_facts import BlindsPosted, PlayerCalled, UncalledReturned
from firmware_host.rules.stakes import Stakes
from tests.rules.spoken_table import FIXED, NO_LIMIT, Full


@pytest.mark.paragraph("14.1", "14.7(c)4")
def test_the_big_blind_is_called_in_full_though_its_poster_has_less() -> None:
    table = Full(HOLDEM, {1: 100, 4: 0.5, 6: 100, 8: 100}, button=8, stakes=NO_LIMIT)
    assert table.told(BlindsPosted) == [BlindsPosted(seats=(1, 4), cents=(100, 50))]
    table.deal()
    assert table.turn == 6
    table.says("seat 6 calls", "seat 8 calls", "seat 1 calls")
    assert [called.cents for called in table.told(PlayerCalled)] == [200, 200, 100]
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.1", "14.7(c)4", "I-6")
@pytest.mark.parametrize("stakes", [FIXED, NO_LIMIT])
def test_a_raise_is_on_top_of_the_whole_blind(stakes: Stakes) -> None:
    table = Full(HOLDEM, {1: 100, 4: 1.5, 6: 100, 8: 100}, button=8, stakes=stakes)
    table.deal()
    table.refuses("seat 6 raises to $3.50")
    table.says("seat 6 raises to $4")


@pytest.mark.paragraph("14.1", "14.7(c)4")
def test_a_big_blind_whose_last_chips_were_the_ante_is_called_in_full_too() -> None:
    table = Full(HOLDEM, {1: 100, 4: 0.5, 6: 100, 8: 100}, button=8, stakes=replace(NO_LIMIT, ante_cents=50))
    table.deal()
    table.says("seat 6 calls")
    assert [called.cents for called in table.told(PlayerCalled)] == [200]


@pytest.mark.paragraph("14.7(c)4")
def test_a_small_blind_left_alone_against_less_than_it_posted_has_nothing_to_answer() -> None:
    table = Full(HOLDEM, {1: 100, 4: 0.5, 8: 100}, button=8, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 8 folds")
    assert table.phase is Phase.DEALING


@pytest.mark.paragraph("14.7(c)4", "14.6(d)")
def test_what_nobody_matched_of_a_call_of_the_whole_blind_goes_back() -> None:
    table = Full(HOLDEM, {1: 100, 4: 0.5, 8: 100}, button=8, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 8 calls", "seat 1 folds")
    for board in ("Ah Kd 7c", "2s", "9h"):
        table.deal(board=board)
    table.show_and_award({8: "As Ad", 4: "3c 4d"})
    assert table.told(UncalledReturned) == [UncalledReturned(seat=8, cents=100)]
    assert table.gains == {1: -1, 4: -0.5, 8: 1.5}


@pytest.mark.paragraph("14.1", "14.7(c)4")
def test_written_as_a_hand_history_the_blind_is_listed_in_full() -> None:
    table = Full(HOLDEM, {1: 100, 4: 0.5, 8: 100}, button=8, stakes=NO_LIMIT)
    table.deal()
    table.says("seat 8 calls", "seat 1 calls")
    for board in ("Ah Kd 7c", "2s", "9h"):
        table.deal(board=board)
        table.all_say("checks", 1, 8)
    table.show_and_award({1: "Qs Qd", 8: "As Ad", 4: "3c 4d"})
    written = hand_of([made.body for made in table.facts])
    assert written["blinds_or_straddles"] == [1, 2, 0]
    assert written["_blinds_in_full"] is True
    played = replay(parse_hand(loads(dumps(written))))
    assert list(played.finishing_stacks) == [table.stacks[seat] for seat in (1, 4, 8)]


SHORT = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [100, 200, 0]
min_bet = 200
starting_stacks = [1000, 50, 1000]
"""

ALL_CALL = """
actions = ["d dh p1 AsAd", "d dh p2 7c2d", "d dh p3 KsKd", "p3 cc", "p1 cc", "d db 3c4c5d", "p1 cc", "p3 cc",
  "d db 8h", "p1 cc", "p3 cc", "d db 9s", "p1 cc", "p3 cc"]
"""

ONE_RAISES = """
actions = ["d dh p1 AsAd", "d dh p2 7c2d", "d dh p3 KsKd", "p3 cbr {to}", "p1 cc", "d db 3c4c5d", "p1 cc", "p3 cc",
  "d db 8h", "p1 cc", "p3 cc", "d db 9s", "p1 cc", "p3 cc"]
"""

IN_FULL, AS_IT_LIES = (1250, 0, 800), (1150, 0, 900)


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize("stacks", [IN_FULL, AS_IT_LIES])
def test_i_16_a_hand_history_is_read_in_the_way_it_says_it_ends(stacks: tuple[int, ...]) -> None:
    played = replay(parse_hand(loads(f"{SHORT}{ALL_CALL}finishing_stacks = {list(stacks)}")))
    assert played.finishing_stacks == stacks


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize(("to", "ends"), [(300, (1350, 0, 700)), (400, (1450, 0, 600))])
def test_i_16_and_in_the_way_in_which_it_can_be_played(to: int, ends: tuple[int, ...]) -> None:
    """On top of the small blind that lies there a raise is to $300 at least, on top of a whole big one to $400."""
    raised = f"{SHORT}{ONE_RAISES.format(to=to)}"
    assert replay(parse_hand(loads(raised))).finishing_stacks == ends
    with pytest.raises(BadHistory, match=r"p3 cbr 250\): 250 is too little"):
        replay(parse_hand(loads(f"{SHORT}{ONE_RAISES.format(to=250)}")))
    in_full = f"_blinds_in_full = true{raised}"
    if to == 300:
        with pytest.raises(BadHistory, match=r"p3 cbr 300\): 300 is too little"):
            replay(parse_hand(loads(in_full)))
    else:
        assert replay(parse_hand(loads(in_full))).finishing_stacks == ends
