"""19:47-14.1 to 14.6: definitions, cards, rankings, opening, shuffle and dealing procedures."""

from firmware_host.rules.compliance.row import How, Need, Row, row

_GATE, _STEPS = "firmware_host.table.decks.gate", "firmware_host.table.prompts"

_SHUFFLING, _CONFIG = "firmware_host.table.decks.shuffling", "firmware_host.table.config"

_HIGH, _THREE, _LOW = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "three_card_high", "low"))

_ROUND = "firmware_host.rules.round"

_GAMES = "firmware_host.rules.games"

_COLLECTING = "firmware_host.rules.round.award_plan"


POKER: tuple[Row, ...] = (
    row(
        How.POSTED,
        "14.1",
        "The terms of the game have the meaning defined in this section; a fouled hand cannot win.",
        "firmware_host.rules.round.dead_hands",
        needs=Need.PANEL,
        reason="a fouled hand is dead at once; the definitions will be shown on the panel",
    ),
    row(
        How.ENFORCED,
        "14.2(a)",
        "One deck and a cover card are in use; two decks that can be told apart belong to the table, and the one not "
        "in use is in its place or in the shuffler.",
        _GATE,
        reason=(
            "a table with only one deck deals no round, and no card is dealt twice; software cannot see where the "
            "other deck is kept, or what the cards and the cover card look like"
        ),
    ),
    row(
        How.TIMED,
        "14.2(b)",
        "After three hours a deck is sorted into suit and sequence; six hours after opening it is changed.",
        "firmware_host.table.decks.deck_clocks",
    ),
    row(
        How.RECORDED,
        "14.2(c)",
        "The shift supervisor, or a supervisor thereof, distributes the decks each day.",
        "firmware_host.table.decks.preparation",
    ),
    row(How.ENFORCED, "14.2(d)", "With a shuffler both decks are used.", _GATE),
    row(How.ENFORCED, "14.2(d)1", "The backs of the two decks have different colours.", _CONFIG),
    row(How.PROMPTED, "14.2(d)2", "One deck is shuffled while the other is in play.", _STEPS),
    row(How.ENFORCED, "14.2(d)3", "The decks alternate every round.", _GATE),
    row(
        How.COMPUTED,
        "14.3(a)",
        "Cards rank from ace down to two and suits are equal; the ace may also be the low end of a straight.",
        _HIGH,
    ),
    row(How.COMPUTED, "14.3(b)", "The five-card hands, best first.", _HIGH),
    row(How.COMPUTED, "14.3(b)1", "Royal flush: ace to ten of a suit.", _HIGH),
    row(How.COMPUTED, "14.3(b)2", "Straight flush: from the king down to the five.", _HIGH),
    row(How.COMPUTED, "14.3(b)3", "Four of a kind.", _HIGH),
    row(How.COMPUTED, "14.3(b)4", "Full house: three of a kind and a pair.", _HIGH),
    row(How.COMPUTED, "14.3(b)5", "Flush: five of a suit.", _HIGH),
    row(How.COMPUTED, "14.3(b)6", "Straight: five consecutive ranks, never wrapping around the ace.", _HIGH),
    row(How.COMPUTED, "14.3(b)7", "Three of a kind.", _HIGH),
    row(How.COMPUTED, "14.3(b)8", "Two pairs.", _HIGH),
    row(How.COMPUTED, "14.3(b)9", "One pair.", _HIGH),
    row(How.COMPUTED, "14.3(c)", "The three-card hands, best first.", _THREE),
    row(How.COMPUTED, "14.3(c)1", "Royal flush: ace, king and queen of a suit.", _THREE),
    row(How.COMPUTED, "14.3(c)2", "Straight flush: from the king down to the three.", _THREE),
    row(How.COMPUTED, "14.3(c)3", "Three of a kind.", _THREE),
    row(How.COMPUTED, "14.3(c)4", "Straight: three consecutive ranks, never wrapping around the ace.", _THREE),
    row(How.COMPUTED, "14.3(c)5", "Flush: three of a suit.", _THREE),
    row(How.COMPUTED, "14.3(c)6", "One pair.", _THREE),
    row(
        How.COMPUTED,
        "14.3(d)",
        "Between hands of the same kind, the highest card that the other hand does not have decides; otherwise they "
        "tie and share the pot.",
        "firmware_host.rules.pots.division",
    ),
    row(How.COMPUTED, "14.3(e)", "For low, cards rank from the ace, the best, to the king.", _LOW),
    row(
        How.COMPUTED,
        "14.3(f)",
        "Low hands rank in the reverse order of high hands, without straights and flushes.",
        _LOW,
    ),
    row(
        How.COMPUTED,
        "14.3(g)",
        "Cards speak: the cards decide, whatever the player declares.",
        "firmware_host.rules.ranking.rankings",
    ),
    row(
        How.PROMPTED,
        "14.4(a)",
        "The dealer inspects both decks and a floorperson or supervisor verifies them, or the decks come pre-shuffled.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(b)",
        "Both decks are spread face up, in suit and sequence, for the first two players to inspect.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(c)",
        "After two players had the chance to inspect them, each deck is washed, stacked and shuffled before play.",
        "firmware_host.table.decks.preparation",
    ),
    row(
        How.PROMPTED,
        "14.4(c)1",
        "Without a shuffler one deck is cut and the other kept; or only the first deck is washed, shuffled and cut, "
        "and the other one when its turn comes.",
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
        "The whole deck is shuffled before play and after every round, and comes out as one stack; without proof of "
        "that, nothing is dealt.",
        _GATE,
    ),
    row(How.ENFORCED, "14.5(b)", "A shuffled deck is cut before it is dealt.", _GATE),
    row(How.PROMPTED, "14.5(b)1", "The cover card is placed in front of the deck.", _STEPS),
    row(How.PROMPTED, "14.5(b)2", "Ten cards or more are cut onto the cover card.", _STEPS),
    row(How.PROMPTED, "14.5(b)3", "The remaining cards are placed on top of those.", _STEPS),
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
        reason="the table does not deal before this is done; I-22 says what counts as no gaming activity",
    ),
    row(
        How.OUTSIDE,
        "14.6(a)",
        "Poker has its own area of the casino floor.",
        reason="the floor plan is approved by the regulator",
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
        "Bets go into the pot; every deal is followed by a betting round.",
        _ROUND,
        reason="with procedure tracking bets are not recorded",
    ),
    row(
        How.ENFORCED,
        "14.6(d)",
        "The pot is won by the last player left or at a showdown after the last betting round.",
        _ROUND,
        reason=(
            "the winner is known where hands are entered, or where the dealer names the winner; otherwise the record "
            "says that no winner was entered"
        ),
    ),
    row(How.PROMPTED, "14.6(e)", "The duties of the dealer in every game.", "firmware_host.table.prompts"),
    row(
        How.PROMPTED,
        "14.6(e)1",
        "The cards are held level, always in the same hand; a deck set down has a marker button on it.",
        needs=Need.PANEL,
        reason="software cannot see how a dealer holds the cards; people and cameras can",
    ),
    row(
        How.PROMPTED,
        "14.6(e)2",
        "The dealer announces the state of the game, whose turn it is and the options.",
        _STEPS,
    ),
    row(How.RECORDED, "14.6(e)3", "Burn cards are kept separate from the discards.", _ROUND),
    row(
        How.TIMED,
        "14.6(e)4",
        "The stub is counted at least every 15 minutes; a deck with a wrong count is removed.",
        "firmware_host.table.decks.counting",
        reason=(
            "a typed count is compared with the numbers that the deal allows; a key only says right or wrong, and "
            "the record says that nothing was compared"
        ),
    ),
    row(
        How.ENFORCED,
        "14.6(e)5",
        "The losers' cards are collected before the pot is pushed; the last player left takes it without a showdown.",
        "firmware_host.rules.round.award_plan",
        reason=(
            "where hands are entered, the table refuses another winner; with procedure tracking the dealer may name "
            "the winner on the page, but not by keys"
        ),
    ),
    row(
        How.COMPUTED,
        "14.6(e)6",
        "Side pots are awarded before the centre pot.",
        "firmware_host.rules.round.award_plan",
        reason=(
            "where bets are entered, the table shows each pot and its shares before the push; with procedure "
            "tracking it shows only the order"
        ),
    ),
    row(
        How.ENFORCED,
        "14.6(e)7",
        "The discarded hands are counted.",
        "firmware_host.table.decks.counting",
        reason=(
            "no deal before the count; a typed count is compared where the right number is known; a key only says "
            "right or wrong"
        ),
    ),
    row(
        How.COMPUTED,
        "14.6(e)8",
        "The dealer takes the rake.",
        _COLLECTING,
        reason="with full tracking; with procedure tracking no money is recorded and the dealer is not prompted",
    ),
    row(
        How.COMPUTED,
        "14.6(e)9",
        "The dealer takes the contribution to the bad beat payout.",
        _COLLECTING,
        reason="with full tracking; with procedure tracking no money is recorded and the dealer is not prompted",
    ),
    row(How.ENFORCED, "14.8(a)", "Only the listed types of poker are offered.", _GAMES),
    row(How.ENFORCED, "14.8(a)1", "Seven-card stud: high, high-low split, high-low split eight or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)2", "Hold 'em: high.", _GAMES),
    row(How.ENFORCED, "14.8(a)3", "Omaha: high, high-low split eight or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)4", "Five-card draw: high and low.", _GAMES),
    row(How.ENFORCED, "14.8(a)5", "Five-card stud: high.", _GAMES),
    row(How.ENFORCED, "14.8(a)6", "Mambo: high-low split six or better.", _GAMES),
    row(How.ENFORCED, "14.8(a)7", "Badugi, by the proposed rules of 14.12C.", _GAMES),
    row(
        How.OUTSIDE,
        "14.8(b)",
        "Further rules on the types of games.",
        reason="the text is not available; the games are those of 14.8(a)",
    ),
    row(
        How.COMPUTED,
        "14.14",
        "How much the house takes from a pot.",
        "firmware_host.rules.pots.rake",
        reason="the text is not available; I-9 applies instead",
    ),
    row(
        How.COMPUTED,
        "14.19",
        "What is paid for a bad beat, and from which fund.",
        "firmware_host.table.money.fund",
        reason="the text is not available; I-10 applies instead",
    ),
    row(
        How.POSTED,
        "19:47-8.3",
        "Antes, blinds, kill and limits are posted on a sign at the table.",
        "firmware_host.table.sign",
        reason="the text is not available; each game's section says what is posted. The `sign` topic publishes it; "
        "the house puts up the sign",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.13E",
        "Where a deck not in use is kept.",
        reason="the text is not available; the place is approved by the regulator",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.17(j)",
        "How the backs of decks are distinguished.",
        reason="the text is not available; card stock is approved when it is bought",
    ),
    row(
        How.OUTSIDE,
        "19:46-1.18",
        "How cards are inspected, pre-shuffled, received and removed: (e), (n) and (r).",
        reason="the text is not available; 14.4(a) and 14.6(e)4 cover what happens at the table",
    ),
)
