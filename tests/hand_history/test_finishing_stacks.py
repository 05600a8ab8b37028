"""What a file says the players end with: the same to the last chip, but for money that could not be divided (I-16)."""

import pytest

from firmware_host.hand_history.errors import BadHistory, Wrong
from firmware_host.hand_history.files import loads
from firmware_host.hand_history.finishing_stacks import check, odd_money_only
from firmware_host.hand_history.hand import parse_hand
from firmware_host.hand_history.hand_replay import replay

THREE_WAYS = """
variant = 'NT'
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [50, 50, 50, 50]
actions = ['d dh p1 7c8d', 'd dh p2 2c3d', 'd dh p3 2d3h', 'd dh p4 2h3c', 'p3 cbr 5', 'p4 cc', 'p1 f', 'p2 cc',
  'd db AsKsQs', 'p2 cc', 'p3 cc', 'p4 cc', 'd db Js', 'p2 cc', 'p3 cc', 'p4 cc', 'd db Ts', 'p2 cc', 'p3 cc', 'p4 cc']
finishing_stacks = [49, 50.34, 50.33, 50.33]
"""
"""The board plays and $16 go to three: 5.33 each and a cent over."""


HALVES = """
variant = 'FO/8'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AcAdKcQc', 'd dh p2 2s3s9h9d', 'd dh p3 JcTcTd9s', 'p3 f', 'p1 cc', 'p2 cc', 'd db Ah4h7d',
  'p1 cc', 'p2 cc', 'd db Ks', 'p1 cc', 'p2 cc', 'd db 8h', 'p1 cc', 'p2 cc']
finishing_stacks = [100, 100, 100]
"""
"""A pot of $4 in two halves: nothing is left over."""


def ends(text: str, told: str, said: str) -> bool:
    """Whether only odd money is elsewhere when the file ends with these stacks; raises what `check` raises."""
    last = f"finishing_stacks = {told}"
    assert last in text
    found = parse_hand(loads(text.replace(last, f"finishing_stacks = {said}")))
    played = replay(found)
    check(found, played)
    return odd_money_only(found, played)


WHOLE = "[49, 50.34, 50.33, 50.33]"


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize(
    "said",
    [
        "[49, 51, 50, 50]",
        "[49, 50, 50, 51]",
        "[49, 50.33, 50.34, 50.33]",
        "[49, 50.333333, 50.333333, 50.333333]",
        "[49, 50.3333333333333333333333, 50.3333333333333333333333, 50.3333333333333333333333]",
        "[49.0, 50.33333333333336, 50.33333333333336, 50.33333333333336]",
    ],
)
def test_i_16_whoever_left_the_odd_money_elsewhere_has_told_no_lie(said: str) -> None:
    assert ends(THREE_WAYS, WHOLE, said)


def test_the_same_stacks_leave_nothing_to_be_said() -> None:
    assert not ends(THREE_WAYS, WHOLE, WHOLE)


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize(
    "said",
    [
        "[50, 50, 50, 50]",  # who has folded has no share
        "[49, 52, 49, 50]",  # more than what is left over
        "[49, 51, 51, 50]",  # more than there was
        "[49, 50, 50, 50]",  # less
        "[49, 50.36, 50.32, 50.32]",
        "[49, 50.30, 50.35, 50.35]",
    ],
)
def test_i_16_everything_else_is_a_lie(said: str) -> None:
    with pytest.raises(BadHistory, match=r"^finishing_stacks: player \d ends with ") as bad:
        ends(THREE_WAYS, WHOLE, said)
    assert bad.value.wrong is Wrong.LIE


@pytest.mark.paragraph("I-16")
def test_i_16_some_give_all_that_is_left_over_to_one() -> None:
    """$17 in three are five each, and two over."""
    two_over = THREE_WAYS.replace("[1, 2, 0, 0]", "[2, 2, 0, 0]").replace(WHOLE, "[48, 52, 50, 50]")
    assert ends(two_over, "[48, 52, 50, 50]", "[48, 52, 50, 50]")
    assert ends(two_over, "[48, 52, 50, 50]", "[48, 50, 51, 51]")
    with pytest.raises(BadHistory):
        ends(two_over, "[48, 52, 50, 50]", "[48, 53, 50, 49]")


@pytest.mark.paragraph("I-16")
def test_i_16_a_pot_that_leaves_nothing_over_ends_as_it_must() -> None:
    assert not ends(HALVES, "[100, 100, 100]", "[100, 100, 100]")
    with pytest.raises(BadHistory):
        ends(HALVES, "[100, 100, 100]", "[101, 99, 100]")


@pytest.mark.paragraph("I-16")
def test_i_16_where_a_chip_is_told_the_odd_one_has_its_place() -> None:
    told = THREE_WAYS.replace("min_bet = 2", "min_bet = 2\n_chip = 1").replace(WHOLE, "[49, 51, 50, 50]")
    assert not ends(told, "[49, 51, 50, 50]", "[49, 51, 50, 50]")
    with pytest.raises(BadHistory):
        ends(told, "[49, 51, 50, 50]", "[49, 50, 51, 50]")
