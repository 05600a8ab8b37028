"""19:47-14.9, 14.9B, 14.13 and 14.13A: the games with up-cards."""

from firmware_host.rules.compliance.row import How, Row, row

_STUD, _SUPER_STUD, _FIVE_STUD, _MAMBO = (
    f"firmware_host.rules.games.{game}" for game in ("seven_card_stud", "super_seven_stud", "five_card_stud", "mambo")
)

_OPENER, _BETTING, _DEALING, _THROWING = (
    f"firmware_host.rules.round.{part}" for part in ("opener", "betting", "dealing", "super_seven")
)

_HIGH, _LOW, _ODD_UNIT = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "low", "odd_unit"))

_DIVISION = "firmware_host.rules.pots.division"

_SIGN = "the `sign` topic says what is posted"

_TOLD = "with procedure tracking this is left to the dealer"


_SEVEN_CARD_STUD: tuple[Row, ...] = (
    row(
        How.OUTSIDE,
        "14.9(a)",
        "The section applies to every game of seven-card stud.",
        reason="the text is not available; (c) to (l) are followed",
    ),
    row(
        How.ENFORCED,
        "14.9(b)",
        "How many players may play.",
        _STUD,
        reason="the text is not available; eight according to I-4",
    ),
    row(How.PROMPTED, "14.9(c)", "Two cards down and one up to each player, clockwise from the dealer's left.", _STUD),
    row(
        How.COMPUTED,
        "14.9(d)",
        "The up-cards determine who makes the forced bet; equal ranks go by suit: spades, hearts, diamonds, clubs.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9(d)1", "High: the lowest up-card.", _STUD),
    row(How.COMPUTED, "14.9(d)2", "High-low split: the highest up-card, the ace below a two.", _STUD),
    row(How.COMPUTED, "14.9(d)3", "Eight or better: the lowest up-card, the ace high.", _STUD),
    row(
        How.ENFORCED,
        "14.9(e)",
        "After the forced bet each player in turn folds, calls or raises, until all have answered the last bet.",
        _BETTING,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.9(f)", "A burn, then a fourth card up to each player still in the round.", _STUD),
    row(How.COMPUTED, "14.9(f)1", "The highest hand showing bets or checks first.", _OPENER, reason=_TOLD),
    row(How.COMPUTED, "14.9(f)2", "If hands are equal, the player nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.9(g)", "The others may check until a player bets.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.9(h)",
        "Two more cards up and one down, a burn before each; if there are too few for the last, a common card for all, "
        "if necessary from the shuffled burns.",
        _DEALING,
    ),
    row(How.COMPUTED, "14.9(i)", "At the showdown each player makes the best five of seven cards.", _HIGH),
    row(How.COMPUTED, "14.9(i)1", "High: the highest hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9(i)2", "Split games: the highest and the lowest hand share the pot.", _DIVISION),
    row(
        How.COMPUTED,
        "14.9(i)2i",
        "The excess from dividing the pot in halves, $1 at most, goes to the high hand.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.9(i)2ii",
        "The excess from dividing among tied high hands goes to the highest card by suit.",
        _ODD_UNIT,
    ),
    row(
        How.COMPUTED,
        "14.9(i)2iii",
        "The excess from dividing among tied low hands goes to the lowest card by suit.",
        _ODD_UNIT,
    ),
    row(How.COMPUTED, "14.9(i)2iv", "For this purpose the suits rank spades, hearts, diamonds, clubs.", _ODD_UNIT),
    row(
        How.COMPUTED,
        "14.9(j)",
        "Eight or better: a low has no pair and no card above an eight; without a low, the high hand wins it all.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9(k)", "A player may form two hands, even of the same five cards.", _HIGH),
    row(How.COMPUTED, "14.9(k)1", "Two to six is both a straight and a qualifying low.", _HIGH),
    row(
        How.COMPUTED, "14.9(k)2", "A flush with no card above an eight may be both a flush and a qualifying low.", _HIGH
    ),
    row(How.COMPUTED, "14.9(l)", "An ace may be high and low at once.", _LOW),
)


_SUPER_SEVEN: tuple[Row, ...] = (
    row(How.ENFORCED, "14.9B(a)", "Super Seven is played according to this section.", _SUPER_STUD),
    row(How.ENFORCED, "14.9B(b)", "At most seven players; an ante if one is posted.", _SUPER_STUD, reason=_SIGN),
    row(How.PROMPTED, "14.9B(c)", "Four cards down and one up to each player.", _SUPER_STUD),
    row(
        How.COMPUTED,
        "14.9B(d)",
        "The up-cards determine who makes the forced bet; equal ranks go by suit.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9B(d)1", "High: the lowest up-card.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)2", "Low: the highest up-card, the ace below a two.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)3", "High-low split: the highest up-card, the ace below a two.", _SUPER_STUD),
    row(How.COMPUTED, "14.9B(d)4", "Eight or better: the highest up-card, the ace below a two.", _SUPER_STUD),
    row(
        How.ENFORCED,
        "14.9B(e)",
        "Each player in turn folds, calls or raises; a player who calls or raises discards two down cards.",
        _THROWING,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.9B(f)", "A burn, then a fourth card up to each player still in the round.", _SUPER_STUD),
    row(
        How.COMPUTED,
        "14.9B(f)1",
        "High and split games: the highest hand showing bets or checks first.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.9B(f)2", "Low: the best low hand showing bets or checks first.", _OPENER, reason=_TOLD),
    row(How.COMPUTED, "14.9B(f)3", "If hands are equal, the player nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.9B(g)", "The others may check until a player bets.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.9B(h)",
        "Two more cards up and one down, a burn before each; when the stub ends, muck and burns are shuffled, one card "
        "is burned and the deal continues where it stopped.",
        _DEALING,
    ),
    row(How.COMPUTED, "14.9B(i)", "At the showdown each player makes the best five of seven cards.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)1", "High: the highest hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)2", "Low: the best low hand wins.", _DIVISION),
    row(How.COMPUTED, "14.9B(i)3", "Split games: the highest and the lowest hand share the pot.", _DIVISION),
    row(
        How.COMPUTED,
        "14.9B(i)3i",
        "The excess from dividing the pot in halves, $1 at most, goes to the high hand.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.9B(i)3ii",
        "The excess from dividing among tied high hands goes to the highest card by suit.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.9B(i)3iii",
        "The excess from dividing among tied low hands goes to the lowest card by suit.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9B(i)3iv", "For this purpose the suits rank spades, hearts, diamonds, clubs.", _ODD_UNIT),
    row(
        How.COMPUTED,
        "14.9B(j)",
        "Eight or better: a low has no pair and no card above an eight; without a low, the high hand wins it all.",
        _DIVISION,
    ),
    row(How.COMPUTED, "14.9B(k)", "A player may form two hands, even of the same five cards.", _HIGH),
    row(How.COMPUTED, "14.9B(k)1", "Two to six is both a straight and a qualifying low.", _HIGH),
    row(
        How.COMPUTED,
        "14.9B(k)2",
        "A flush with no card above an eight may be both a flush and a qualifying low.",
        _HIGH,
    ),
    row(How.COMPUTED, "14.9B(l)", "An ace may be high and low at once.", _LOW),
)


_FIVE_CARD_STUD: tuple[Row, ...] = (
    row(How.ENFORCED, "14.13(a)", "Five-card stud is played according to this section, for high only.", _FIVE_STUD),
    row(How.ENFORCED, "14.13(b)", "At most eight players; an ante if one is posted.", _FIVE_STUD, reason=_SIGN),
    row(
        How.PROMPTED,
        "14.13(c)",
        "One card down and one up to each player, clockwise from the dealer's left.",
        _FIVE_STUD,
    ),
    row(
        How.COMPUTED,
        "14.13(d)",
        "The lowest up-card makes the forced bet; equal ranks go by suit.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13(e)", "Each player in turn folds, calls or raises.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.13(f)",
        "A burn and a card up to each; the highest hand showing must bet, if equal the one nearest the dealer's left.",
        _FIVE_STUD,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13(g)", "Two more cards up in the same way, a burn before each.", _FIVE_STUD),
    row(How.COMPUTED, "14.13(h)", "At the showdown the highest hand of five cards wins.", _DIVISION),
)


_MAMBO_STUD: tuple[Row, ...] = (
    row(How.ENFORCED, "14.13A(a)", "Mambo is played according to this section.", _MAMBO),
    row(
        How.ENFORCED,
        "14.13A(b)",
        "At most eleven players, or fewer if the house says so; an ante if one is posted.",
        _MAMBO,
        reason=f"the house sets fewer by its number of seats; {_SIGN}",
    ),
    row(
        How.PROMPTED, "14.13A(c)", "One card down and one up to each player, clockwise from the dealer's left.", _MAMBO
    ),
    row(
        How.COMPUTED,
        "14.13A(d)",
        "The lowest up-card makes the forced bet, the lowest suit if ranks are equal.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13A(e)", "Each player in turn folds, calls or raises.", _BETTING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.13A(f)",
        "A burn and a third card down; the highest up-card, by suit if ranks are equal, bets or checks first.",
        _MAMBO,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.13A(g)", "The others may check until a player bets.", _BETTING, reason=_TOLD),
    row(How.ENFORCED, "14.13A(h)", "A burn and one community card up.", _MAMBO),
    row(
        How.COMPUTED,
        "14.13A(h)1",
        "The best pair of up-card and community card bets or checks first; without a pair, the highest up-card.",
        _OPENER,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.13A(h)2", "If hands are equal, the player nearest the dealer's left.", _OPENER, reason=_TOLD),
    row(How.ENFORCED, "14.13A(i)", "The last betting round is like the one before.", _BETTING, reason=_TOLD),
    row(
        How.COMPUTED,
        "14.13A(j)",
        "Each player makes three of four cards; the highest and the lowest hand share the pot.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.13A(k)",
        "When a low hand qualifies.",
        "firmware_host.rules.ranking.low",
        reason="the text is not available; three unpaired cards, none above a six, according to I-4",
    ),
)


STUD_GAMES: tuple[Row, ...] = (*_SEVEN_CARD_STUD, *_SUPER_SEVEN, *_FIVE_CARD_STUD, *_MAMBO_STUD)
