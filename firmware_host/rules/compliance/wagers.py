"""19:47-14.7, wagers at poker."""

from firmware_host.rules.compliance.row import How, Need, Row, row

_ROUND = "firmware_host.rules.round"

_START, _BETTING, _DECIDE = (f"{_ROUND}.{part}" for part in ("start", "betting", "decide_round"))

_STAKES = "firmware_host.table.seating.stakes"

_AWAY = "firmware_host.table.seating.away"

_HANDS = "what a hand does with chips is seen by the dealer and the cameras alone; the table hears that it was a bet"

_DONE = (
    "the table is told a bet when it is done, once and with its amount; what is said before that reaches nobody else"
)

_TOLD = "at the procedure level the table is not told what is bet"


WAGERS: tuple[Row, ...] = (
    row(How.ENFORCED, "14.7(a)", "Only players who sit at the table get cards and bet.", _ROUND),
    row(How.ENFORCED, "14.7(b)", "What a player may have to put in before a choice.", _START),
    row(How.ENFORCED, "14.7(b)1", "An ante before any card.", _START),
    row(How.ENFORCED, "14.7(b)2", "A blind bet before any card.", _START),
    row(How.ENFORCED, "14.7(b)3", "A forced bet by the up-card.", _BETTING),
    row(
        How.ENFORCED,
        "14.7(c)",
        "A player bets what lay before the player when the round began; coin only for antes under $1, in quarters "
        "and halves.",
        _STAKES,
        reason="stacks are known from the start of the round, and an ante that could not be put down is refused; which "
        "of what lies there is coin is not known",
    ),
    row(How.ENFORCED, "14.7(c)1", "Money is added between rounds only, and never taken away.", _STAKES),
    row(
        How.RECORDED,
        "14.7(c)2",
        "Currency is changed into chips at once, coin into a $1 chip when the pot holds a dollar of it.",
        "firmware_host.table.money.chips",
        reason="the dealer sees that a bet is made with currency, and may say so: nothing waits for it",
    ),
    row(
        How.ENFORCED,
        "14.7(c)3",
        "To be dealt in, a player has enough for what must be put in and one minimum bet.",
        _STAKES,
        reason="the first short player left of the button is left out, and the blinds are worked out anew",
    ),
    row(
        How.COMPUTED,
        "14.7(c)4",
        "A player whose money is gone before the round is over is all-in.",
        _BETTING,
        reason=_TOLD,
    ),
    row(
        How.COMPUTED,
        "14.7(c)4i",
        "An all-in player can win only what was contributed to.",
        "firmware_host.rules.pots.side_pots",
    ),
    row(How.COMPUTED, "14.7(c)4ii", "An all-in player goes on getting cards.", _ROUND, reason=_TOLD),
    row(
        How.COMPUTED, "14.7(c)4iii", "The others go on betting, into a side pot.", "firmware_host.rules.pots.side_pots"
    ),
    row(
        How.RECORDED,
        "14.7(c)5",
        "A floorperson or the shift supervisor sees to the stakes of a player who leaves for a while.",
        _AWAY,
    ),
    row(
        How.ENFORCED,
        "14.7(c)5i",
        "They are counted at leaving and at coming back.",
        _AWAY,
        reason="the count is a person's; it has to be what the table knows, and the same when the player is back",
    ),
    row(How.RECORDED, "14.7(c)5ii", "Or they are covered where they lie, if the player asks for it.", _AWAY),
    row(
        How.ENFORCED,
        "14.7(d)",
        "What a player declares in turn, within rules and limits, binds the player.",
        _DECIDE,
        reason=f"the dealer hears what is declared and the table records it; {_TOLD}",
    ),
    row(
        How.PROMPTED,
        "14.7(e)",
        "When other chips are put in than announced, the bet is corrected to the announcement.",
        needs=Need.PANEL,
        reason="the announced amount is what is recorded; nothing tells the dealer yet to have the chips corrected",
    ),
    row(
        How.RECORDED,
        "14.7(f)",
        "When a bet counts as placed; the dealer's word for it is recorded.",
        _DECIDE,
        reason=_TOLD,
    ),
    row(How.OUTSIDE, "14.7(f)1", "Chips pushed forward to bet.", reason=_HANDS),
    row(How.OUTSIDE, "14.7(f)2", "Chips let go into the pot.", reason=_HANDS),
    row(How.OUTSIDE, "14.7(f)3", "Chips let go towards the pot, plainly as a bet.", reason=_HANDS),
    row(How.ENFORCED, "14.7(g)", "A bet once made is not made larger.", _BETTING, reason=_TOLD),
    row(How.OUTSIDE, "14.7(g)1", "Unless the player says while betting that more will follow.", reason=_DONE),
    row(How.ENFORCED, "14.7(g)2", "A call put in without a word of raising stays a call.", _BETTING, reason=_TOLD),
    row(
        How.OUTSIDE,
        "14.7(g)3",
        'After "raise" chips may follow until both hands rest before the pot.',
        reason=_DONE,
    ),
    row(
        How.OUTSIDE,
        "14.7(h)",
        "The dealer sees to it that no player touches the pot.",
        reason="the duty is the dealer's, and no sensor is at the pot; people and cameras see the hands there",
    ),
)
