"""19:47-13, mini-dice."""

from firmware_host.rules.compliance.row import How, Row, row

_DICE = "firmware_host.rules.dice.wagers"

_SHAKING = "firmware_host.table.dice.shake"

_CALLING = "firmware_host.table.dice.shake"

_SETTLING = "firmware_host.table.dice.settlement"

_OFFERS = "firmware_host.rules.dice.shooter"

_OFFERING = "firmware_host.table.dice.shooter"


MINI_DICE: tuple[Row, ...] = (
    row(
        How.OUTSIDE,
        "13.1-13.5(d)1",
        "Definitions, table, wagers and the shake up to the offer of the shaker.",
        reason="named, but its text is not printed in the sources of this program; I-1 and I-2 stand in its place",
    ),
    row(
        How.PROMPTED,
        "13.5(d)2",
        "When nobody takes the shaker, the dealer shakes it for the players, at least three times more.",
        _SHAKING,
    ),
    row(
        How.PROMPTED,
        "13.5(e)",
        "The shaker stands before the dealer, the cover comes off and the sum is called at once; each die has only "
        "one uppermost face.",
        _CALLING,
        reason="without the shaker's sensors the dealer's word stands for them, on record as such",
    ),
    row(
        How.PROMPTED,
        "13.5(f)",
        "Losing wagers are collected first, then winners are paid at the odds offered; the shaker stays uncovered "
        "until the last is paid.",
        _SETTLING,
        reason="only sensors see a cover put back early; who wins what is known where wagers are tracked",
    ),
    row(
        How.ENFORCED,
        "13.6(a)",
        'Odds are stated with "to" or "win" and never with "for".',
        _DICE,
        reason="what is printed on a layout or in a brochure is for the house to see to",
    ),
    row(
        How.COMPUTED,
        "13.6(b)",
        "Winners get the listed odds or better: place 4 and 10 at 9 to 5, 5 and 9 at 7 to 5, 6 and 8 at 7 to 6; "
        "field 1 to 1, on 2 and 12 2 to 1; any 7 4 to 1; over and under 7 1 to 1.",
        _DICE,
        reason="that better odds are the same all over the house cannot be seen from one table",
    ),
    row(
        How.ENFORCED,
        "13.6(c)",
        "A wager is not taken when its amount cannot be paid at the odds offered.",
        _DICE,
    ),
    row(How.COMPUTED, "13.6(d)", "Nothing is kept back from what a wager wins, and no fee is charged for it.", _DICE),
    row(
        How.ENFORCED,
        "13.7(a)",
        "After a settled shake the one who has the shaker may keep the right to it or pass it.",
        _OFFERS,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1",
        "When a player has it, there are two cases in which it is passed.",
        _OFFERS,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1i",
        "A player who shakes a 7 passes it.",
        _SETTLING,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1ii",
        "A floorperson may order it passed: for delay, for repeated invalid shakes, for a breach of the rules.",
        _OFFERING,
    ),
    row(
        How.PROMPTED,
        "13.7(a)2",
        "A dealer who has it offers it after every settled shake, if anyone seated has not refused yet.",
        _OFFERS,
    ),
    row(
        How.PROMPTED,
        "13.7(b)",
        "It is offered clockwise, beginning at the left of the one who had it, until a player takes it; else the "
        "dealer does.",
        _OFFERS,
    ),
    row(
        How.PROMPTED,
        "13.8(a)",
        "An irregular shake is called a no roll and the dice are shaken again as 13.5 says.",
        _CALLING,
    ),
    row(
        How.PROMPTED,
        "13.8(a)1",
        "A die does not lie flat on the bottom: no roll.",
        _CALLING,
    ),
    row(
        How.PROMPTED,
        "13.8(a)2",
        "A die falls out of the shaker: no roll.",
        _CALLING,
    ),
)
