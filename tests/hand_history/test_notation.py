"""What a hand history must say, and the one line for each way of not saying it: where, why, by which paragraph."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from firmware_host.hand_history.errors import BadHistory, Wrong
from firmware_host.hand_history.files import loads, read_file
from firmware_host.hand_history.finishing_stacks import check
from firmware_host.hand_history.hand import Hand, parse_amount, parse_cards, parse_hand
from firmware_host.hand_history.hand_replay import replay
from firmware_host.hand_history.variants import VARIANTS, code_of, variant_of
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.stakes import Limit

HOLDEM = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 ????', 'p3 f', 'p1 cbr 6', 'p2 cc', 'd db 2c7d9h', 'p1 cc', \
'p2 cbr 10', 'p1 cc', 'd db Js', 'p1 cc', 'p2 cc', 'd db 3c', 'p1 cc', 'p2 cc', 'p1 sm -', 'p2 sm -']
finishing_stacks = [116, 84, 100]
"""


STUD = """\
variant = 'F7S'
antes = [0, 0]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ['d dh p1 ????2c', 'd dh p2 ????9s', 'p1 pb', 'p2 f']
finishing_stacks = [100, 100]
"""


BADUGI = """\
variant = 'FB'
antes = [0, 0]
blinds_or_straddles = [1, 2]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ['d dh p1 As2d3h4c', 'd dh p2 KsQdJhTc', 'p2 cc', 'p1 cc', 'p1 sd', 'p2 sd KsQd', 'd dh p2 5s6d', \
'p1 cbr 2', 'p2 f']
finishing_stacks = [102, 98]
"""


def played(text: str) -> None:
    found = parse_hand(loads(text))
    check(found, replay(found))


def changed(text: str, old: str, new: str) -> str:
    """Never without effect: what is replaced is there exactly once."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


@pytest.mark.parametrize("text", [HOLDEM, STUD, BADUGI], ids=["hold 'em", "stud", "badugi"])
def test_the_hands_changed_below_are_right_as_they_are(text: str) -> None:
    played(text)


FIELDS = [
    ("variant = 'NT'\n", "", "variant: is missing"),
    ("'NT'", "5", "variant: 5 is not a text"),
    ("'NT'", "'XX'", "variant: 'XX' is not a game in these rules; the codes are FT, NT, PO,"),
    ("'NT'", "'NS'", "variant: NS is short-deck hold 'em, which is not in these rules (14.8(a))"),
    ("'NT'", "'fh:whist'", "variant: 'whist' is not a game in these rules; the games are holdem,"),
    (
        "'NT'",
        "'fh:holdem:high'",
        "variant: 'high' is not a limit in these rules; the limits are fixed, spread, pot, no (I-6,",
    ),
    ("antes = [0, 0, 0]\n", "", "antes: is missing"),
    ("antes = [0, 0, 0]", "antes = 0", "antes: 0 is not a list of amounts"),
    ("antes = [0, 0, 0]", "antes = [0, 0, 0, 0]", "antes: has 4 amounts, but there are 3 players"),
    ("antes = [0, 0, 0]", "antes = [0]", "antes: has 1 amount, but there are 3 players"),
    ("antes = [0, 0, 0]", "antes = [0, -1, 0]", "antes: -1 is below zero"),
    ("antes = [0, 0, 0]", "antes = [0, nan, 0]", "antes: NaN is not an amount"),
    ("antes = [0, 0, 0]", "antes = [0, '1', 0]", "antes: '1' is not an amount"),
    ("antes = [0, 0, 0]", "antes = [0, true, 0]", "antes: True is not an amount"),
    ("blinds_or_straddles = [1, 2, 0]\n", "", "blinds_or_straddles: is missing"),
    ("[1, 2, 0]", "[1, 2]", "blinds_or_straddles: has 2 amounts, but there are 3 players"),
    ("[1, 2, 0]", "[-1, 2, 0]", "blinds_or_straddles: -1 is below zero"),
    ("[1, 2, 0]", "[1, -2, 0]", "blinds_or_straddles: -2 is below zero"),
    ("[1, 2, 0]", "[1, 2, -inf]", "blinds_or_straddles: -Infinity is not an amount"),
    ("min_bet = 2\n", "", "min_bet: is missing"),
    ("min_bet = 2\n", "min_bet = 0\n", "min_bet: must be more than zero"),
    ("min_bet = 2\n", "min_bet = -2\n", "min_bet: -2 is below zero"),
    ("min_bet = 2\n", "min_bet = 2\nsmall_bet = 2\n", "small_bet: no limit has no such amount (I-6,"),
    ("min_bet = 2\n", "min_bet = 2\nbring_in = 1\n", "bring_in: a game with a button has no bring-in (14.7(b)2)"),
    ("starting_stacks = [100, 100, 100]\n", "", "starting_stacks: is missing"),
    ("[100, 100, 100]", "[]", "starting_stacks: 0 players cannot play poker (14.6(b))"),
    ("[100, 100, 100]", "[100]", "starting_stacks: 1 player cannot play poker (14.6(b))"),
    ("[100, 100, 100]", "[100, 0, 100]", "starting_stacks: player 2 has no chips (14.7(c)3)"),
    ("[100, 100, 100]", "[100, inf, 100]", "starting_stacks: Infinity is not an amount: the bets allowed depend on it"),
    ("[100, 100, 100]", "[100, -5, 100]", "starting_stacks: -5 is below zero"),
    ("[100, 100, 100]", "[100, 1e400, 100]", "starting_stacks: 1E+400 is too large"),
    ("[100, 100, 100]", f"[100, {10**30}, 100]", "starting_stacks: 1000000000000000000000000000000 is too large"),
    ("[100, 100, 100]", "[100, 1.1234567, 100]", "starting_stacks: 1.1234567 has more than 6 digits"),
    ("[100, 100, 100]", "[100, 1e-400, 100]", "starting_stacks: 1E-400 has more than 6 digits"),
    ("[116, 84, 100]", "[116, 84]", "finishing_stacks: has 2 amounts, but there are 3 players"),
    ("[116, 84, 100]", "[116, 84, -100]", "finishing_stacks: -100 is below zero"),
    ("min_bet", "players = ['A', 'B']\nmin_bet", "players: has 2 entries, but there are 3 players"),
    ("min_bet", "players = 'A'\nmin_bet", "players: 'A' is not a list of texts"),
    ("min_bet", "seats = [1, 2, true]\nmin_bet", "seats: [1, 2, True] is not a list of whole numbers"),
    ("min_bet", "day = 'Monday'\nmin_bet", "day: 'Monday' is not a whole number"),
    ("min_bet", "time = 5\nmin_bet", "time: 5 is not a time of day"),
    ("min_bet", "time_limit = -1\nmin_bet", "time_limit: -1 is not a length of time"),
    ("min_bet", "ante_trimming_status = 1\nmin_bet", "ante_trimming_status: 1 is not true or false"),
    ("min_bet", "winnings = [1, 2]\nmin_bet", "winnings: has 2 amounts, but there are 3 players"),
    ("min_bet", "_chip = 0\nmin_bet", "_chip: must be more than zero"),
    ("min_bet", "_raises = -1\nmin_bet", "_raises: '-1' is not a number of raises (I-6,"),
]


@pytest.mark.parametrize(("old", "new", "said"), FIELDS)
def test_a_wrong_field_is_named_with_what_is_wrong(old: str, new: str, said: str) -> None:
    with pytest.raises(BadHistory) as bad:
        played(changed(HOLDEM, old, new))
    assert str(bad.value).startswith(said)
    assert bad.value.place == said.partition(":")[0]
    assert bad.value.wrong is Wrong.FILE


def test_the_actions_are_a_list_of_texts() -> None:
    fields = loads(HOLDEM)
    with pytest.raises(BadHistory, match=r"^actions: 5 is not a text$"):
        parse_hand({**fields, "actions": ["d dh p1 AsAd", 5]})
    with pytest.raises(BadHistory, match=r"^actions: is missing$"):
        parse_hand({name: value for name, value in fields.items() if name != "actions"})


ACTIONS = [
    ("'p3 f', ", "'p3 f', 'p1 jump', ", Wrong.FILE, "action 5 (p1 jump): is not an action of the hand history format"),
    ("'p3 f', ", "'p3 f', 'p1', ", Wrong.FILE, "action 5 (p1): is not an action of the hand history format"),
    ("'p3 f', ", "'p3 f f', ", Wrong.FILE, "action 4 (p3 f f): is not an action of the hand history format"),
    ("'p3 f', ", "'p4 f', ", Wrong.FILE, "action 4 (p4 f): 'p4' is not a player of this hand"),
    ("'p3 f', ", "'x f', ", Wrong.FILE, "action 4 (x f): 'x' is not a player of this hand"),
    ("cbr 6", "cbr six", Wrong.FILE, "action 5 (p1 cbr six): 'six' is not an amount"),
    ("cbr 6", "cbr -6", Wrong.FILE, "action 5 (p1 cbr -6): '-6' is below zero"),
    ("cbr 6", "cbr nan", Wrong.FILE, "action 5 (p1 cbr nan): 'nan' is not an amount"),
    ("cbr 6", "cbr 1e3", Wrong.FILE, "action 5 (p1 cbr 1e3): '1e3' is not an amount"),
    ("cbr 6", "cbr ٣", Wrong.FILE, "action 5 (p1 cbr ٣): '٣' is not an amount"),
    ("'p3 f', ", "", Wrong.PLAY, "action 4 (p1 cbr 6): it is player 3's turn, not player 1's; allowed: player 3 acts"),
    ("cbr 6", "cbr 3", Wrong.PLAY, "action 5 (p1 cbr 3): 3 is too little for player 1; allowed: fold, call 1, "),
    ("cbr 6", "cbr 101", Wrong.PLAY, "action 5 (p1 cbr 101): 101 is too much for player 1; allowed: fold, call 1,"),
    ("cbr 6", "cbr 3.50", Wrong.PLAY, "action 5 (p1 cbr 3.50): 3.5 is too little for player 1; allowed: fold,"),
    (
        "'d db 2c7d9h'",
        "'d db AsKc9h'",
        Wrong.LIE,
        "action 7 (d db AsKc9h): these cards contradict cards that were entered before",
    ),
    ("'d db 2c7d9h'", "'d db 2c2c9h'", Wrong.LIE, "action 7 (d db 2c2c9h): 2c has already been dealt in this round"),
    ("'d db 2c7d9h'", "'d db 2c7d9x'", Wrong.LIE, "action 7 (d db 2c7d9x): '9x' is not a card"),
    ("'d db 2c7d9h'", "'d db 2c7d1'", Wrong.FILE, "action 7 (d db 2c7d1): '2c7d1' is not a list of cards"),
    ("'d db 2c7d9h'", "'d db 2c7d'", Wrong.LIE, "action 7 (d db 2c7d): 3 community cards are due, not 2"),
    (
        "'d db 2c7d9h', ",
        "",
        Wrong.PLAY,
        "action 7 (p1 cc): there is no betting now (the round is in the dealing phase)",
    ),
    ("'p2 cc', 'd db 2c", "'d db 2c", Wrong.PLAY, "action 6 (d db 2c7d9h): the betting is not over (14.6(c))"),
    (
        "'d db 2c7d9h'",
        "'d dh p1 2c'",
        Wrong.PLAY,
        "action 7 (d dh p1 2c): the next cards due are: burn one, deal three community",
    ),
    (
        "'d dh p1 AsAd'",
        "'d dh p1 AsAdAc'",
        Wrong.FILE,
        "action 3 (d dh p3 ????): player 1 is due 2 cards here and is dealt 3",
    ),
    ("'d dh p1 AsAd', ", "", Wrong.FILE, "action 2 (d dh p3 ????): player 1 is due 2 cards here and is dealt 0"),
    ("p3 ????", "p3 ??Ad", Wrong.LIE, "action 3 (d dh p3 ??Ad): Ad has already been dealt in this round"),
    ("p2 KsKd", "p2 KsKx", Wrong.LIE, "action 2 (d dh p2 KsKx): 'Kx' is not a card"),
    ("'d dh p3 ????', ", "", Wrong.FILE, "action 2 (d dh p2 KsKd): player 3 is due 2 cards here and is dealt 0"),
    (", 'p1 sm -', 'p2 sm -']", "]", None, ""),
    (
        ", 'p1 cc', 'p2 cc', 'p1 sm -'",
        ", 'p1 sm -'",
        Wrong.PLAY,
        "action 15 (p1 sm -): player 1 cannot show or muck now",
    ),
    ("'p1 sm -'", "'p1 sm AcAd'", Wrong.LIE, "action 17 (p1 sm AcAd): player 1 holds a card, entered before"),
    ("'p1 sm -'", "'p3 sm -'", Wrong.PLAY, "action 17 (p3 sm -): player 3 cannot show or muck now"),
    ("'p2 sm -']", "'p2 sm -', 'p1 cc']", Wrong.PLAY, "action 19 (p1 cc): the betting is over"),
    (
        "'p2 sm -']",
        "'p2 sm -', 'd db 4c']",
        Wrong.PLAY,
        "action 19 (d db 4c): the betting is over and no more cards are due",
    ),
    ("'p3 f', 'p1 cbr 6'", "'p1 cbr 6'", Wrong.PLAY, "action 4 (p1 cbr 6): it is player 3's turn"),
    ("'p3 f', ", "'p3 pb', ", Wrong.PLAY, "action 4 (p3 pb): player 3 owes no forced bet; allowed: fold, call 2,"),
    ("'p3 f', ", "'p3 sd', ", Wrong.PLAY, "action 4 (p3 sd): there is no draw now"),
    (
        "[116, 84, 100]",
        "[117, 83, 100]",
        Wrong.LIE,
        "finishing_stacks: player 1 ends with 117 in the file, but 116 by",
    ),
    (
        "[116, 84, 100]",
        "[115, 84, 100]",
        Wrong.LIE,
        "finishing_stacks: player 1 ends with 115 in the file, but 116 ",
    ),
]


@pytest.mark.parametrize(("old", "new", "wrong", "said"), ACTIONS)
def test_a_wrong_action_is_named_with_its_number_and_why(old: str, new: str, wrong: Wrong | None, said: str) -> None:
    """A hand known all along need not be shown by the file; every other change is found out."""
    text = changed(HOLDEM, old, new)
    if wrong is None:
        played(text)
        return
    with pytest.raises(BadHistory) as bad:
        played(text)
    assert str(bad.value).startswith(said)
    assert bad.value.wrong is wrong


def test_stacks_that_leave_money_out_are_no_rake() -> None:
    with pytest.raises(BadHistory, match=r"1 is missing in all \(perhaps the rake, which is not replayed\)"):
        played(changed(HOLDEM, "[116, 84, 100]", "[115, 84, 100]"))


@pytest.mark.parametrize("cut", range(4, 15))
def test_a_hand_that_stops_before_its_end_is_not_played(cut: int) -> None:
    fields = loads(HOLDEM)
    found = parse_hand({**fields, "actions": fields["actions"][:cut]})
    with pytest.raises(BadHistory, match=r"^the end: the hand is not over: it ends at the [a-z]+, [a-z]+.*14\.6\(d\)"):
        replay(found)


def test_a_hand_nobody_has_seen_cannot_win_or_lose() -> None:
    """I-11: software never invents a card. It may be thrown in unseen, and then the other wins."""
    text = changed(changed(HOLDEM, "p2 KsKd", "p2 ????"), "'p2 sm -'", "'p2 sm ????'")
    with pytest.raises(BadHistory, match=r"^action 18 \(p2 sm \?\?\?\?\): player 2 shows cards the file does not name"):
        played(text)
    with pytest.raises(BadHistory, match=r"^the end: player 2 is at the showdown and has neither shown nor mucked"):
        played(changed(text, ", 'p2 sm ????'", ""))
    played(changed(text, "'p2 sm ????'", "'p2 sm'"))


def test_a_hand_that_is_shown_unseen_before_the_last_card_is_shown_later() -> None:
    """So do the logs of some houses tell an all-in: nobody has seen anything yet, and nothing is lost by it."""
    all_in = changed(HOLDEM, "p2 KsKd", "p2 ????")
    actions = all_in[all_in.index("'p1 cbr 6'") : all_in.index("]\nfinishing")]
    text = changed(
        all_in,
        actions,
        "'p1 cbr 100', 'p2 cc', 'p1 sm -', 'p2 sm ????', 'd db 2c7d9h', 'd db Js', 'd db 3c', 'p2 sm KsKd'",
    )
    played(changed(text, "[116, 84, 100]", "[200, 0, 100]"))


STUD_WRONG = [
    ("bring_in = 1\n", "", "bring_in: is missing"),
    ("bring_in = 1\n", "bring_in = 3\n", "the limits: the forced bet is above the minimum bet (I-6,"),
    ("big_bet = 4\n", "big_bet = 1\n", "the limits: fixed limit needs"),
    ("big_bet = 4\n", "big_bet = 4\nmin_bet = 2\n", "min_bet: fixed limit has no such amount"),
    ("bring_in = 1\n", "bring_in = 1\nblinds_or_straddles = [1, 2]\n", "blinds_or_straddles: a game without a button"),
    ("'p1 pb'", "'p2 pb'", "action 3 (p2 pb): it is player 1's turn, not player 2's"),
    ("'p1 pb'", "'p1 cc'", "action 3 (p1 cc): player 1 may not check; allowed: the forced bet of 1, bet 2"),
    ("'p1 pb'", "'p1 f'", "action 3 (p1 f): player 1 must make the forced bet and may not fold"),
    ("'p1 pb'", "'p1 cbr 3'", "action 3 (p1 cbr 3): 3 is too much for player 1"),
    ("????2c", "????", "action 2 (d dh p2 ????9s): player 1 is due 3 cards here and is dealt 2"),
]


@pytest.mark.parametrize(("old", "new", "said"), STUD_WRONG)
def test_a_wrong_stud_hand_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(BadHistory) as bad:
        played(changed(STUD, old, new))
    assert str(bad.value).startswith(said)


BADUGI_WRONG = [
    ("'p2 sd KsQd'", "'p2 sd KhQd'", "action 6 (p2 sd KhQd): player 2 does not hold Kh"),
    ("'d dh p2 5s6d'", "'d dh p2 5s'", "action 6 (p2 sd KsQd): player 2 discards 2 cards and is dealt 1"),
    (", 'd dh p2 5s6d'", "", "action 6 (p2 sd KsQd): player 2 discards 2 cards and is dealt 0"),
    (
        "'d dh p2 5s6d'",
        "'d dh p2 5sAs'",
        "action 6 (p2 sd KsQd): these cards contradict cards that were entered before",
    ),
    (
        "'d dh p2 5s6d'",
        "'d dh p2 5sKs'",
        "action 6 (p2 sd KsQd): these cards contradict cards that were entered before",
    ),
    ("'p1 sd', ", "", "action 5 (p2 sd KsQd): it is player 1's turn, not player 2's"),
    ("'p1 sd', 'p2 sd KsQd', 'd dh p2 5s6d', ", "", "action 5 (p1 cbr 2): there is no betting now"),
    (
        "'p2 sd KsQd', 'd dh p2 5s6d', ",
        "",
        "action 6 (p1 cbr 2): there is no betting now (the round is in the drawing phase)",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), BADUGI_WRONG)
def test_a_wrong_draw_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(BadHistory) as bad:
        played(changed(BADUGI, old, new))
    assert str(bad.value).startswith(said)


@pytest.mark.paragraph("14.6(b)")
@pytest.mark.parametrize(("variant", "players"), [("NT", 12), ("PO", 11), ("fh:big-omaha:no", 9), ("fh:draw:no", 9)])
def test_more_players_than_the_game_is_for_are_refused_with_its_paragraph(variant: str, players: int) -> None:
    fields = {
        "variant": variant,
        "antes": [0] * players,
        "blinds_or_straddles": [1, 2, *[0] * (players - 2)],
        "min_bet": 2,
        "starting_stacks": [100] * players,
        "actions": [],
    }
    with pytest.raises(BadHistory, match=rf"^starting_stacks: .* has at most {players - 1} players.*\(14\.6\(b\), "):
        replay(parse_hand(fields))


def test_fifty_three_cards_cannot_all_be_different() -> None:
    """Eleven times five cards: whatever the fifty-third is called, it is out already or no card."""
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    hands = [*("".join(deck[5 * at : 5 * at + 5]) for at in range(8))]
    deals = [f"d dh p{number} {cards}" for number, cards in enumerate(hands, 1)]
    checks = [*(f"p{number} cc" for number in (3, 4, 5, 6, 7, 8, 1, 2))]
    boards = [f"d db {''.join(deck[40:43])}", *checks_after(8), f"d db {deck[43]}", *checks_after(8), f"d db {deck[0]}"]
    fields = {
        "variant": "fh:big-omaha",
        "antes": [0] * 8,
        "blinds_or_straddles": [1, 2, *[0] * 6],
        "small_bet": 2,
        "big_bet": 4,
        "starting_stacks": [100] * 8,
        "actions": [*deals, *checks, *boards],
    }
    with pytest.raises(
        BadHistory, match=r"these cards contradict cards that were entered before and .*; .*\(14\.2\(a\)\)$"
    ):
        replay(parse_hand(fields))


def checks_after(players: int) -> list[str]:
    return [f"p{number} cc" for number in range(1, players + 1)]


def test_comments_empty_actions_and_spaces_say_nothing() -> None:
    text = changed(HOLDEM, "'p3 f', ", "'  p3   f  # thinks long', '# a card falls', '', ' ', ")
    played(text)
    played(changed(text, "'d dh p2 KsKd', ", "'d dh p2 KsKd', '# one more', "))


def test_first_cards_may_be_told_one_by_one() -> None:
    played(changed(HOLDEM, "'d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 ????'",
                   "'d dh p1 As', 'd dh p2 Ks', 'd dh p3 ??', 'd dh p1 Ad', 'd dh p2 Kd', 'd dh p3 ??'"))  # fmt: skip


def test_fields_of_the_standard_and_others_are_kept_and_change_nothing() -> None:
    more = "event = 'A'\ntime = 00:00:09\ntime_limit = inf\n_sponsors = ['']\ncolour = 'green'\nhand = 5\n"
    found = parse_hand(loads(changed(HOLDEM, "min_bet", f"{more}min_bet")))
    check(found, replay(found))
    assert (found.fields["event"], found.fields["_sponsors"], found.fields["colour"]) == ("A", [""], "green")


def test_one_of_our_codes_without_a_limit_takes_it_from_the_other_fields() -> None:
    no = parse_hand(loads(changed(HOLDEM, "'NT'", "'fh:holdem'")))
    fixed = parse_hand(loads(changed(STUD, "'F7S'", "'fh:stud'")))
    assert (no.limit, fixed.limit) == (Limit.NO, Limit.FIXED)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("limit", list(Limit))
def test_every_game_and_limit_has_a_code_that_reads_back(game: GameName, limit: Limit) -> None:
    code = code_of(game, limit)
    assert variant_of(code) == (game, None if code == f"fh:{game}" else limit)
    assert (code in VARIANTS) != code.startswith("fh:")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe", "the file: is not UTF-8 text (byte 0)"),
        (b"variant = 'NT'\n\x00", "the file: is not valid TOML: "),
        (b"min_bet = 2\nvariant = \n", "the file: is not valid TOML: Invalid value (at line 2, column 11)"),
        (
            b"variant = 'NT'\nvariant = 'NT'\n",
            "the file: is not valid TOML: Cannot overwrite a value (at line 2, column 15)",
        ),
        (b"antes = [" + b"[" * 9999, "the file: is "),
        (b"min_bet = " + b"9" * 9999, "the file: is not valid TOML: "),
        (b"min_bet = 1e" + b"9" * 99, "the file: has a number that cannot be read"),
        (b"", "variant: is missing"),
        (b"[1]\nvariant = 'XX'\n", "variant: 'XX' is not a game in these rules"),
        (b"[x]\nvariant = 'NT'\n", "variant: is missing"),
    ],
)
def test_what_cannot_be_read_is_one_line_about_the_file(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(data)
    (entry,) = read_file(file)
    assert isinstance(entry.found, BadHistory)
    assert str(entry.found).startswith(said)
    assert len(str(entry.found).splitlines()) == 1


def test_a_folder_and_a_missing_file_are_no_hand_history(tmp_path: Path) -> None:
    for path, said in (
        (tmp_path, "the file: is a directory"),
        (tmp_path / "no", "the file: no such file or directory"),
    ):
        (entry,) = read_file(path)
        assert str(entry.found) == said


def test_one_bad_table_among_many_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_text(f"[1]\n{HOLDEM}\n[2]\nvariant = 'NT'\n\n[7]\n{STUD}\n", encoding="utf-8")
    entries = list(read_file(file))
    assert [entry.number for entry in entries] == [1, 2, 7]
    assert [isinstance(entry.found, Hand) for entry in entries] == [True, False, True]
    assert entries[1].name == f"{file}[2]"


def test_amounts_and_cards_of_an_action() -> None:
    assert (parse_amount("250", "x"), parse_amount("2.50", "x")) == (250, Decimal("2.5"))
    assert parse_cards("AsTd??", "x") == ("As", "Td", "??")
    for word in ("", "A", "AsK"):
        with pytest.raises(BadHistory, match="not a list of cards"):
            parse_cards(word, "x")
