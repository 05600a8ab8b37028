"""Hands as they were played, or as they had to be thought up: each file says why it ends as it does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.hand_history.errors import BadHistory
from firmware_host.hand_history.files import loads, read_file
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import Hand, parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.rules.games import GAMES

HANDS = Path(__file__).with_name("hands")

FILES = sorted(HANDS.glob("*.phh"))


TRAPS = {
    "short-all-in-does-not-reopen": ("I-6", "14.7(c)4i"),
    "several-short-all-ins-reopen": ("I-6",),
    "three-side-pots": ("14.6(e)6", "14.7(c)4iii"),
    "heads-up-the-button-has-the-small-blind": ("I-16",),
    "heads-up-left-of-the-button-first": ("14.10(d)", "I-16"),
    "odd-cents-go-round-from-the-button": ("I-5", "I-16"),
    "omaha-two-of-four": ("14.11(f)1",),
    "omaha-hilo-odd-unit-to-the-high": ("14.11(f)2i",),
    "big-omaha-hilo-odd-unit-by-seat": ("14.11(A)(f)2i",),
    "stud-common-card-for-eight": ("14.9(h)",),
    "stud-hilo-ace-is-below-the-two": ("14.9(d)2",),
    "stud-hilo-8-nobody-low": ("14.9(j)",),
    "super-stud-throws-two-away": ("14.9B(e)", "I-12"),
    "badugi-all-discard-before-anybody-draws": ("I-16",),
    "stud-each-a-seventh-card-from-muck-and-burns": ("I-16",),
    "badugi-the-stub-runs-out": ("14.12C(f)", "I-19"),
    "draw-one-draw": ("14.12(f)",),
    "five-stud-opener-must-bet": ("14.13(f)", "I-18"),
    "mambo-hilo-6": ("14.13A(h)1", "14.13A(j)"),
}
"""What a hand was thought up to show, for the compliance matrix."""


def the_hand(file: Path) -> Hand:
    (entry,) = read_file(file)
    assert isinstance(entry.found, Hand), entry.found
    return entry.found


@pytest.mark.paragraph("I-16")
@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=[pytest.mark.paragraph(*TRAPS[file.stem])] if file.stem in TRAPS else [])
        for file in FILES
    ],
)
def test_a_hand_ends_with_the_stacks_its_file_says(file: Path) -> None:
    hand = the_hand(file)
    played = replay(hand)
    check(hand, played)
    assert sum(played.finishing_stacks) == sum(hand.starting_stacks)
    if hand.finishing_stacks is not None:
        assert played.finishing_stacks == hand.finishing_stacks


def test_there_is_a_hand_for_every_game_and_nearly_every_one_says_how_it_ends() -> None:
    hands = [the_hand(file) for file in FILES]
    assert {hand.game for hand in hands} == set(GAMES)
    assert sum(hand.finishing_stacks is None for hand in hands) == 1
    assert set(TRAPS) <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_one_more_unit_for_anybody_at_the_end_is_a_lie(file: Path) -> None:
    """The stacks are compared one by one: a file that is off by one anywhere does not pass."""
    hand = the_hand(file)
    played = replay(hand)
    for player in range(len(hand.starting_stacks)):
        told = [*played.finishing_stacks]
        told[player] += 1
        with pytest.raises(BadHistory, match=rf"^finishing_stacks: player {player + 1} ends with "):
            check(replace(hand, finishing_stacks=tuple(told)), played)


def with_card(name: str, old: str, new: str) -> Hand:
    hand = the_hand(HANDS / f"{name}.phh")
    assert old in hand.actions
    return replace(hand, actions=tuple(new if action == old else action for action in hand.actions))


@pytest.mark.paragraph("I-16", "14.2(a)")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        # In the third draw p3 is dealt a card that p2 still holds.
        ("badugi-all-discard-before-anybody-draws", "d dh p3 Td", "d dh p3 Jd"),
        # In the second one p4 is dealt what p3 has just thrown away, and the stub is not gone yet.
        ("badugi-all-discard-before-anybody-draws", "d dh p4 Td", "d dh p4 Ts"),
        # A card that lies up before p7; one that is dealt to p1 in the same round.
        ("stud-each-a-seventh-card-from-muck-and-burns", "d dh p4 2s", "d dh p4 Tc"),
        ("stud-each-a-seventh-card-from-muck-and-burns", "d dh p4 2s", "d dh p4 4s"),
    ],
)
def test_i_16_also_in_an_order_of_its_own_a_file_deals_no_card_that_is_out(name: str, old: str, new: str) -> None:
    with pytest.raises(
        BadHistory, match=r"has already been dealt in this round|contradict cards that were entered before"
    ):
        replay(with_card(name, old, new))


@pytest.mark.paragraph("I-16")
def test_i_16_all_who_discard_are_dealt_as_many_cards_whatever_the_order() -> None:
    with pytest.raises(BadHistory, match=r"^action 87 .*: player 2 discards 1 cards and is dealt 2"):
        replay(with_card("badugi-all-discard-before-anybody-draws", "d dh p2 7h", "d dh p2 7hQc"))


def fixed(actions: list[str], *more: str) -> Hand:
    lines = (
        "variant = 'FT'",
        "antes = [0, 0, 0]",
        "blinds_or_straddles = [1, 2, 0]",
        "small_bet = 2",
        "big_bet = 4",
        "starting_stacks = [100, 100, 100]",
        *more,
        f"actions = {['d dh p1 KsKd', 'd dh p2 QsQd', 'd dh p3 AsAd', *actions]}",
    )
    return parse_hand(loads("\n".join(lines)))


BEFORE_THE_FLOP = ["p3 cbr 4", "p1 cbr 6", "p2 cbr 8", "p3 cbr 10"]

ON_THE_FLOP = ["p3 cc", "p1 cc", "p2 cc", "d db 2c7d9h", "p1 cbr 2", "p2 cbr 4", "p3 cbr 6", "p1 cbr 8"]


@pytest.mark.paragraph("I-16", "I-6")
@pytest.mark.parametrize(
    ("actions", "more", "said"),
    [
        ([*BEFORE_THE_FLOP, "p1 cbr 12"], (), r"^action 8 \(p1 cbr 12\): .* the cap of a bet and 3 raises is reached"),
        ([*ON_THE_FLOP, "p2 cbr 10"], (), r"^action 12 \(p2 cbr 10\): .* the cap of a bet and 3 raises is reached"),
        (BEFORE_THE_FLOP, ("_raises = 3",), r"^action 7 \(p3 cbr 10\): .* the cap of a bet and 3 raises is reached"),
        ([*BEFORE_THE_FLOP, "p1 cbr 12"], ("_raises = 0",), "^the end: the hand is not over"),
        (BEFORE_THE_FLOP, (), "^the end: the hand is not over"),
        (ON_THE_FLOP, (), "^the end: the hand is not over"),
    ],
)
def test_i_16_a_file_that_names_no_cap_has_the_usual_one_of_four_bets_and_no_blind_among_them(
    actions: list[str], more: tuple[str, ...], said: str
) -> None:
    with pytest.raises(BadHistory, match=said):
        replay(fixed(actions, *more))
