"""19:47-14.7, wagers at poker."""

from firmware_host.rules.compliance.row import How, Need, Row, row

_ROUND = "firmware_host.rules.round"

_START, _BETTING, _DECIDE = (f"{_ROUND}.{part}" for part in ("blinds_and_order", "betting", "decide_round"))

_STAKES = "firmware_host.table.seating.stakes"

_AWAY = "firmware_host.table.seating.away"

_HANDS = "only the dealer and the cameras see how a player's hand moves chips; the table records only the bet"

_DONE = "the table records a bet once, when it is complete; it does not record what is said before that"

_TOLD = "with procedure tracking bets are not recorded"


WAGERS: tuple[Row, ...] = (
    row(How.ENFORCED, "14.7(a)", "Only players seated at the table are dealt in and bet.", _ROUND),
    row(How.ENFORCED, "14.7(b)", "Wagers that may be required of a player.", _START),
    row(How.ENFORCED, "14.7(b)1", "An ante before any card.", _START),
    row(How.ENFORCED, "14.7(b)2", "A blind bet before any card.", _START),
    row(How.ENFORCED, "14.7(b)3", "A forced bet determined by the up-card.", _BETTING),
    row(
        How.ENFORCED,
        "14.7(c)",
        "A player bets what was on the table in front of the player when the round began; coin only for antes under "
        "$1, in quarters and halves.",
        _STAKES,
        reason="stacks are known from the start of the round, and an ante that a stack cannot pay is refused; how "
        "much of a stack is coin is not known",
    ),
    row(How.ENFORCED, "14.7(c)1", "Money may be added only between rounds, and never removed.", _STAKES),
    row(
        How.RECORDED,
        "14.7(c)2",
        "Currency is changed into chips at once; coin becomes a $1 chip when the pot holds $1 of it.",
        "firmware_host.table.money.chips",
        reason="the dealer may enter that a bet was made with currency; the table does not wait for this",
    ),
    row(
        How.ENFORCED,
        "14.7(c)3",
        "To be dealt in, a player needs enough for the required wagers and one minimum bet.",
        _STAKES,
        reason="the first short player left of the button is left out, and the blinds are worked out anew",
    ),
    row(
        How.COMPUTED,
        "14.7(c)4",
        "A player whose money runs out before the round ends is all-in.",
        _BETTING,
        reason=_TOLD,
    ),
    row(
        How.COMPUTED,
        "14.7(c)4i",
        "An all-in player can win only the pots that player contributed to.",
        "firmware_host.rules.pots.side_pots",
    ),
    row(How.COMPUTED, "14.7(c)4ii", "An all-in player continues to receive cards.", _ROUND, reason=_TOLD),
    row(
        How.COMPUTED,
        "14.7(c)4iii",
        "The others continue betting, into a side pot.",
        "firmware_host.rules.pots.side_pots",
    ),
    row(
        How.RECORDED,
        "14.7(c)5",
        "A floorperson or the shift supervisor takes care of the stakes of a player who is away for a while.",
        _AWAY,
    ),
    row(
        How.ENFORCED,
        "14.7(c)5i",
        "The stakes are counted when the player leaves and returns.",
        _AWAY,
        reason="a person counts; the count must agree with the table's figure, and again when the player returns",
    ),
    row(How.RECORDED, "14.7(c)5ii", "Or the stakes are covered in place, at the player's request.", _AWAY),
    row(
        How.ENFORCED,
        "14.7(d)",
        "A declaration made in turn, within rules and limits, is binding.",
        _DECIDE,
        reason=f"the dealer hears the declaration and enters it; {_TOLD}",
    ),
    row(
        How.PROMPTED,
        "14.7(e)",
        "If the chips put in differ from the announcement, the bet is corrected to the announcement.",
        needs=Need.PANEL,
        reason="the announced amount is recorded; this version does not prompt the dealer to have the chips corrected",
    ),
    row(
        How.RECORDED,
        "14.7(f)",
        "When a bet counts as made; the dealer's entry is recorded.",
        _DECIDE,
        reason=_TOLD,
    ),
    row(How.OUTSIDE, "14.7(f)1", "Chips pushed forward to bet.", reason=_HANDS),
    row(How.OUTSIDE, "14.7(f)2", "Chips released into the pot.", reason=_HANDS),
    row(How.OUTSIDE, "14.7(f)3", "Chips released towards the pot, clearly as a bet.", reason=_HANDS),
    row(How.ENFORCED, "14.7(g)", "A bet may not be increased once it is made.", _BETTING, reason=_TOLD),
    row(How.OUTSIDE, "14.7(g)1", "Unless the player announces while betting that more will follow.", reason=_DONE),
    row(How.ENFORCED, "14.7(g)2", "A call made without announcing a raise remains a call.", _BETTING, reason=_TOLD),
    row(
        How.OUTSIDE,
        "14.7(g)3",
        "After announcing a raise, a player may add chips until both hands rest in front of the pot.",
        reason=_DONE,
    ),
    row(
        How.OUTSIDE,
        "14.7(h)",
        "The dealer makes sure that no player touches the pot.",
        reason="this is the dealer's duty, and the pot has no sensor; people and cameras watch it",
    ),
)
