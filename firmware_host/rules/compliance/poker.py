"""19:47-14.1 to 14.6: words, cards, rankings, opening, shuffle and the dealer's procedures."""

from firmware_host.rules.compliance.row import How, Need, Row, row

_GATE, _STEPS = "firmware_host.table.decks.gate", "firmware_host.table.prompts"

_SHUFFLING, _CONFIG = "firmware_host.table.decks.shuffling", "firmware_host.table.config"

_HIGH, _THREE, _LOW = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "three_card_high", "low"))

_ROUND = "firmware_host.rules.round"

_GAMES = "firmware_host.rules.games"

_COLLECTING = "firmware_host.rules.round.rake_collected"


POKER: tuple[Row, ...] = (
    row(
        How.POSTED,
        "14.1",
        "The words of the game mean what the section says they mean; a fouled hand cannot win.",
        "firmware_host.rules.round.dead_hands",
        needs=Need.PANEL,
        reason="a fouled hand is dead at once; the words themselves are shown with the panel",
    ),
    row(
        How.ENFORCED,
        "14.2(a)",
        "One deck and a cover card are in use; two decks that can be told apart belong to the table, and the one not "
        "in use is in its place or in the shuffler.",
        _GATE,
        reason="no round is dealt with one deck at the table, and no card comes twice; where the other deck is stored and "
        "how cards and cover card look is not seen",
    ),
    row(
        How.TIMED,
        "14.2(b)",
        "After three hours a deck is put into suit and sequence, after six from opening it is changed.",
        "firmware_host.table.decks.rotation",
    ),
    row(
        How.RECORDED,
        "14.2(c)",
        "The shift supervisor, or a supervisor thereof, distributes the decks every day.",
        "firmware_host.table.decks.preparation",
    ),
    row(How.ENFORCED, "14.2(d)", "With a shuffler both decks are used.", _GATE),
    row(How.ENFORCED, "14.2(d)1", "The backs of the two are of different colours.", _CONFIG),
    row(How.PROMPTED, "14.2(d)2", "One is shuffled while the other is played.", _STEPS),
    row(How.ENFORCED, "14.2(d)3", "They take turns, a round each.", _GATE),
    row(
        How.COMPUTED,
        "14.3(a)",
        "Ranks run from the ace down to the two and suits are equal; the ace also ends a straight below the two.",
        _HIGH,
    ),
    row(How.COMPUTED, "14.3(b)", "The hands of five cards, best first.", _HIGH),
    row(How.COMPUTED, "14.3(b)1", "Royal flush: ace to ten of a suit.", _HIGH),
    row(How.COMPUTED, "14.3(b)2", "Straight flush: from the king down to the five.", _HIGH),
    row(How.COMPUTED, "14.3(b)3", "Four of a kind.", _HIGH),
    row(How.COMPUTED, "14.3(b)4", "Full house: three of a kind and a pair.", _HIGH),
    row(How.COMPUTED, "14.3(b)5", "Flush: five of a suit.", _HIGH),
    row(How.COMPUTED, "14.3(b)6", "Straight: five ranks in a row, never round the ace.", _HIGH),
    row(How.COMPUTED, "14.3(b)7", "Three of a kind.", _HIGH),
    row(How.COMPUTED, "14.3(b)8", "Two pairs.", _HIGH),
    row(How.COMPUTED, "14.3(b)9", "One pair.", _HIGH),
    row(How.COMPUTED, "14.3(c)", "The hands of three cards, best first.", _THREE),
    row(How.COMPUTED, "14.3(c)1", "Royal flush: ace, king and queen of a suit.", _THREE),
    row(How.COMPUTED, "14.3(c)2", "Straight flush: from the king down to the three.", _THREE),
    row(How.COMPUTED, "14.3(c)3", "Three of a kind.", _THREE),
    row(How.COMPUTED, "14.3(c)4", "Straight: three ranks in a row, never round the ace.", _THREE),
    row(How.COMPUTED, "14.3(c)5", "Flush: three of a suit.", _THREE),
    row(How.COMPUTED, "14.3(c)6", "One pair.", _THREE),
    row(
        How.COMPUTED,
        "14.3(d)",
        "Between hands of one kind the highest card that the other does not have decides; otherwise they tie and "
        "share the pot.",
        "firmware_host.rules.pots.division",
    ),
    row(How.COMPUTED, "14.3(e)", "For low the ranks run from the ace, the best, to the king.", _LOW),
    row(How.COMPUTED, "14.3(f)", "Low hands are high hands turned round, without straights and flushes.", _LOW),
    row(
        How.COMPUTED,
        "14.3(g)",
        "Cards speak: a hand is what it is, whatever its player calls it.",
        "firmware_host.rules.ranking.rankings",
    ),
    row(
        How.PROMPTED,
        "14.4(a)",
        "The dealer inspects both decks and a floorperson or supervisor verifies them, or they come pre-shuffled.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(b)",
        "Both decks are spread face up, in suit and sequence, for the first two players to look at.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(c)",
        "When two players could look, each deck is washed, stacked and shuffled before play begins.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(c)1",
        "Without a shuffler one deck is cut and the other kept; or only the first is washed, shuffled and cut, the "
        "other when its turn comes.",
        "firmware_host.table.decks.hand_shuffling",
    ),
    row(
        How.PROMPTED,
        "14.4(c)2",
        "With a shuffler one deck is cut and the other goes into the shuffler.",
        "firmware_host.table.decks.gate",
    ),
    row(
        How.ENFORCED,
        "14.5(a)",
        "The whole deck is shuffled before play and after every round, and comes out as one stack: without proof of "
        "it nothing is dealt.",
        _GATE,
    ),
    row(How.ENFORCED, "14.5(b)", "A shuffled deck is cut before it is dealt.", _GATE),
    row(How.PROMPTED, "14.5(b)1", "The cover card is laid before the deck.", _STEPS),
    row(How.PROMPTED, "14.5(b)2", "Ten cards or more are lifted onto it.", _STEPS),
    row(How.PROMPTED, "14.5(b)3", "The others are put on top of those.", _STEPS),
    row(
        How.ENFORCED,
        "14.5(c)",
        "After the cut and before the first card, a casino supervisor may have the deck cut again.",
        "firmware_host.table.decks.shuffling",
    ),
    row(
        How.ENFORCED,
        "14.5(d)",
        "An idle table has its decks spread, face up once two players have come, washed and shuffled anew.",
        "firmware_host.table.state.activity",
        reason="no deal before it was done; what counts as no gaming activity is I-22",
    ),
    row(
        How.OUTSIDE,
        "14.6(a)",
        "Poker has a part of the floor of its own.",
        reason="the floor plan is approved by the regulator, not by a table",
    ),
    row(
        How.ENFORCED,
        "14.6(b)",
        "Two to eleven players; the dealer deals and never plays.",
        _ROUND,
    ),
    row(
        How.ENFORCED,
        "14.6(c)",
        "Bets go to the pot; every deal is followed by a betting round.",
        _ROUND,
        reason="at the procedure level what is bet stays on the felt",
    ),
    row(
        How.ENFORCED,
        "14.6(d)",
        "The pot is won by the last player left or at a showdown after the last betting round.",
        _ROUND,
        reason="who won is known where hands are told, or where the dealer names the winner; else the record says that "
        "nobody did",
    ),
    row(How.PROMPTED, "14.6(e)", "What the dealer does in every game.", "firmware_host.table.prompts"),
    row(
        How.PROMPTED,
        "14.6(e)1",
        "The cards are held level, always in the same hand; a deck set down has a marker button on it.",
        needs=Need.PANEL,
        reason="how a dealer holds the cards is seen by people and cameras, not by software",
    ),
    row(How.PROMPTED, "14.6(e)2", "The dealer says what is going on, whose turn it is and what may be done.", _STEPS),
    row(How.RECORDED, "14.6(e)3", "Burn cards are kept apart from the discards.", _ROUND),
    row(
        How.TIMED,
        "14.6(e)4",
        "The stub is counted every 15 minutes at least; a deck with a wrong count leaves the table.",
        "firmware_host.table.decks.counting",
        reason="a number that is typed is compared with what the streets allow; by a key it is only said, and recorded as "
        "not compared",
    ),
    row(
        How.ENFORCED,
        "14.6(e)5",
        "The losers' cards are collected before the pot is pushed; the last player left takes it without a showdown.",
        "firmware_host.rules.round.award_plan",
        reason="where the hands are told another winner is refused; at the procedure level the dealer may name the winner, "
        "and by keys nobody does",
    ),
    row(
        How.COMPUTED,
        "14.6(e)6",
        "Side pots are awarded before the centre pot.",
        "firmware_host.rules.round.award_plan",
        reason="each pot with its shares before the push where bets are told; at the procedure level the dealer is told "
        "the order only",
    ),
    row(
        How.ENFORCED,
        "14.6(e)7",
        "The discarded hands are counted.",
        "firmware_host.table.decks.counting",
        reason="no deal before the count was made; a typed number is compared where it is known, by a key it is only said",
    ),
    row(
        How.COMPUTED,
        "14.6(e)8",
        "The dealer takes the rake.",
        _COLLECTING,
        reason="at full tracking; at the procedure level the table knows of no money, and the dealer takes it unasked",
    ),
    row(
        How.COMPUTED,
        "14.6(e)9",
        "The dealer takes the contribution to the bad beat payout.",
        _COLLECTING,
        reason="at full tracking; at the procedure level the table knows of no money, and the dealer takes it unasked",
    ),
    row(How.ENFORCED, "14.8(a)", "Only the listed kinds of poker are offered.", _GAMES),
    row(How.ENFORCED, "14.8(a)1", "Seven-card stud: high, high-low split, high-low split eight or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)2", "Hold 'em: high.", _GAMES),
    row(How.ENFORCED, "14.8(a)3", "Omaha: high, high-low split eight or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)4", "Five-card draw: high and low.", _GAMES),
    row(How.ENFORCED, "14.8(a)5", "Five-card stud: high.", _GAMES),
    row(How.ENFORCED, "14.8(a)6", "Mambo: high-low split six or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)7", "Badugi, as proposed.", _GAMES),
    row(
        How.OUTSIDE,
        "14.8(b)",
        "What more there is to say of the types of games.",
        reason="named, but its text is not printed in the sources of this program; nothing here is decided by it, and the "
        "games are those of 14.8(a)",
    ),
    row(
        How.COMPUTED,
        "14.14",
        "How much the house takes from a pot.",
        "firmware_host.rules.pots.rake",
        reason="named, but its text is not at hand; I-9 stands in",
    ),
    row(
        How.COMPUTED,
        "14.19",
        "What a bad beat is paid, and from what.",
        "firmware_host.table.money.fund",
        reason="named, but its text is not at hand; I-10 stands in",
    ),
    row(
        How.POSTED,
        "19:47-8.3",
        "Antes, blinds, kill and limits stand on a sign at the table.",
        "firmware_host.table.sign",
        reason="named, but its text is not at hand; each game's section says what is posted. The `sign` topic says it; "
        "the house hangs the sign",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.13E",
        "Where a deck not in use is kept.",
        reason="named, but its text is not at hand; the place is approved by the regulator",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.17(j)",
        "How the backs of decks are told apart.",
        reason="named, but its text is not at hand; card stock is approved when it is bought",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.18",
        "How cards are inspected, pre-shuffled, received and removed: (e), (n) and (r).",
        reason="named, but its text is not at hand; 14.4(a) and 14.6(e)4 say what the table does of it",
    ),
)
