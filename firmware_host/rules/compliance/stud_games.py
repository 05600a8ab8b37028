"""19:47-14.9, 14.9B, 14.13 and 14.13A: the games with up-cards."""

from firmware_host.rules.compliance.row import How, Row, row

_STUD, _SUPER_STUD, _FIVE_STUD, _MAMBO = (
    f"firmware_host.rules.games.{game}" for game in ("stud", "super_stud", "five_stud", "mambo")
)

_OPENER, _BETTING, _DEALING, _THROWING = (
    f"firmware_host.rules.round.{part}" for part in ("opener", "betting", "dealing", "super_seven")
)

_HIGH, _LOW, _ODD_UNIT = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "low", "odd_unit"))

_DIVISION = "firmware_host.rules.pots.division"

_SIGN = "what is posted is what the `sign` topic says"

_TOLD = "at the procedure level the dealer sees to it"


_SEVEN_CARD_STUD: tuple[Row, ...] = (
    row(
        How.OUTSIDE,
        "14.9(a)",
        "The section is followed at every game of seven-card stud.",
        reason="named, but its text is not printed in the sources of this program; (c) to (l) are followed",
    ),
    row(
        How.ENFORCED,
        "14.9(b)",
        "How many may play.",
        _STUD,
        reason="named, but its text is not printed in the sources of this program; I-4 says eight",
    ),
    row(How.ENFORCED, "14.9(c)", "Two cards down and one up to each, clockwise from the dealer's left.", _STUD),
    row(
        How.COMPUTED,
        "14.9(d)",
        "The up-cards say who makes the forced bet; among equal ranks the suit: spades, hearts, diamonds, clubs.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9(d)1", "High: the lowest up-card.", _STUD),
    row(How.COMPUTED, "14.9(d)2", "High-low split: the highest, the ace below a two.", _STUD),
    row(How.COMPUTED, "14.9(d)3", "Eight or better: the lowest, the ace above all.", _STUD),
    row(
        How.ENFORCED,
        "14.9(e)",
        "After the forced bet each in turn folds, calls or raises, until all have answered the last bet.",
        _BETTING,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.9(f)", "A burn, then the fourth card up to each who is still in.", _STUD),
    row(How.COMPUTED, "14.9(f)1", "The highest hand showing bets or checks first.", _OPENER, reason=_TOLD),
    row(How.COMPUTED, "14.9(f)2", "Among equals the one nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.9(g)", "The others may check until somebody bets.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.9(h)",
        "Two more cards up and one down, a burn before each; when there are too few for the last, a common card for "
        "all, if need be from the shuffled burns.",
        _DEALING,
    ),
    row(How.COMPUTED, "14.9(i)", "At the showdown each makes five cards of seven.", _HIGH),
    row(How.COMPUTED, "14.9(i)1", "High: the highest hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9(i)2", "Split games: the highest and the lowest hand share.", _DIVISION),
    row(How.COMPUTED, "14.9(i)2i", "What two halves leave over, a dollar at most, goes to the high.", _DIVISION),
    row(
        How.COMPUTED,
        "14.9(i)2ii",
        "What tied high hands leave over goes to the highest card by suit.",
        _ODD_UNIT,
    ),
    row(How.COMPUTED, "14.9(i)2iii", "What tied low hands leave over goes to the lowest card by suit.", _ODD_UNIT),
    row(How.COMPUTED, "14.9(i)2iv", "For this the suits run spades, hearts, diamonds, clubs.", _ODD_UNIT),
    row(
        How.COMPUTED,
        "14.9(j)",
        "Eight or better: a low has no pair and nothing above an eight; without one the high takes all.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9(k)", "One player may make two hands, even of the same five cards.", _HIGH),
    row(How.COMPUTED, "14.9(k)1", "Two to six is a straight and a good low.", _HIGH),
    row(How.COMPUTED, "14.9(k)2", "A flush up to an eight is a flush and a good low.", _HIGH),
    row(How.COMPUTED, "14.9(l)", "An ace is high and low at once.", _LOW),
)


_SUPER_SEVEN: tuple[Row, ...] = (
    row(How.ENFORCED, "14.9B(a)", "Super Seven is played by this section.", _SUPER_STUD),
    row(How.ENFORCED, "14.9B(b)", "Seven players at most; an ante if it is posted.", _SUPER_STUD, reason=_SIGN),
    row(How.ENFORCED, "14.9B(c)", "Four cards down and one up to each.", _SUPER_STUD),
    row(
        How.COMPUTED,
        "14.9B(d)",
        "The up-cards say who makes the forced bet; among equal ranks the suit.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9B(d)1", "High: the lowest up-card.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)2", "Low: the highest, the ace below a two.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)3", "High-low split: the highest, the ace below a two.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)4", "Eight or better: the highest, the ace below a two.", _SUPER_STUD),
    row(
        How.ENFORCED,
        "14.9B(e)",
        "Each in turn folds, calls or raises; who calls or raises discards two down cards in that turn.",
        _THROWING,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.9B(f)", "A burn, then the fourth card up to each who is still in.", _SUPER_STUD),
    row(
        How.COMPUTED,
        "14.9B(f)1",
        "High and split games: the highest hand showing bets or checks first.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9B(f)2", "Low: the best low hand showing does.", _OPENER, reason=_TOLD),
    row(How.COMPUTED, "14.9B(f)3", "Among equals the one nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.9B(g)", "The others may check until somebody bets.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.9B(h)",
        "Two more cards up and one down, a burn before each; when the stub ends, muck and burns are shuffled, one is "
        "burnt and the deal goes on where it stopped.",
        _DEALING,
    ),
    row(How.COMPUTED, "14.9B(i)", "At the showdown each makes five cards of seven.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)1", "High: the highest hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)2", "Low: the best low hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)3", "Split games: the highest and the lowest hand share.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)3i", "What two halves leave over, a dollar at most, goes to the high.", _DIVISION),
    row(
        How.COMPUTED,
        "14.9B(i)3ii",
        "What tied high hands leave over goes to the highest card by suit.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.9B(i)3iii",
        "What tied low hands leave over goes to the lowest card by suit.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9B(i)3iv", "For this the suits run spades, hearts, diamonds, clubs.", _ODD_UNIT),
    row(
        How.COMPUTED,
        "14.9B(j)",
        "Eight or better: a low has no pair and nothing above an eight; without one the high takes all.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9B(k)", "One player may make two hands, even of the same five cards.", _HIGH),
    row(How.COMPUTED, "14.9B(k)1", "Two to six is a straight and a good low.", _HIGH),
    row(How.COMPUTED, "14.9B(k)2", "A flush up to an eight is a flush and a good low.", _HIGH),
    row(How.COMPUTED, "14.9B(l)", "An ace is high and low at once.", _LOW),
)


_FIVE_CARD_STUD: tuple[Row, ...] = (
    row(How.ENFORCED, "14.13(a)", "Five-card stud is played by this section, for high only.", _FIVE_STUD),
    row(How.ENFORCED, "14.13(b)", "Eight players at most; an ante if it is posted.", _FIVE_STUD, reason=_SIGN),
    row(How.ENFORCED, "14.13(c)", "One card down and one up to each, clockwise from the dealer's left.", _FIVE_STUD),
    row(
        How.COMPUTED,
        "14.13(d)",
        "The lowest up-card, by suit among equals, makes the forced bet.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13(e)", "Each in turn folds, calls or raises.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.13(f)",
        "A burn and a card up to each; the highest hand showing must bet, of equals the one nearest the dealer's left.",
        _FIVE_STUD,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13(g)", "Two more cards up in the same way, a burn before each.", _FIVE_STUD),
    row(How.COMPUTED, "14.13(h)", "At the showdown the highest hand of five cards wins.", _DIVISION),
)


_MAMBO_STUD: tuple[Row, ...] = (
    row(How.ENFORCED, "14.13A(a)", "Mambo is played by this section.", _MAMBO),
    row(
        How.ENFORCED,
        "14.13A(b)",
        "Eleven players, or fewer if the house says so; an ante if it is posted.",
        _MAMBO,
        reason=f"fewer is as many seats as the house names; {_SIGN}",
    ),
    row(How.ENFORCED, "14.13A(c)", "One card down and one up to each, clockwise from the dealer's left.", _MAMBO),
    row(
        How.COMPUTED,
        "14.13A(d)",
        "The lowest up-card, the lowest suit among equals, makes the forced bet.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13A(e)", "Each in turn folds, calls or raises.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.13A(f)",
        "A burn and a third card down; the highest up-card, the highest suit among equals, bets or checks first.",
        _MAMBO,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13A(g)", "The others may check until somebody bets.", _BETTING, reason=_TOLD),
    row(How.ENFORCED, "14.13A(h)", "A burn and one community card up.", _MAMBO),
    row(
        How.COMPUTED,
        "14.13A(h)1",
        "The best pair of up-card and community card bets or checks first; without a pair the highest up-card.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.13A(h)2", "Among equals the one nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.13A(i)", "The last betting round goes as the one before.", _BETTING, reason=_TOLD),
    row(
        How.COMPUTED,
        "14.13A(j)",
        "Each makes three cards of four; the highest and the lowest hand share the pot.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.13A(k)",
        "What a low needs to qualify.",
        "firmware_host.rules.ranking.low",
        reason="named, but its text is not at hand; I-4 says three unpaired cards, none above a six",
    ),
)


STUD_GAMES: tuple[Row, ...] = (*_SEVEN_CARD_STUD, *_SUPER_SEVEN, *_FIVE_CARD_STUD, *_MAMBO_STUD)
