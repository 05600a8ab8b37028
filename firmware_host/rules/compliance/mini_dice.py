"""19:47-13, mini-dice."""

import re

from firmware_host.rules.compliance.row import How, Row, row

_DICE = "firmware_host.rules.dice.wagers"

_SHAKING = "firmware_host.table.dice.shake"

_CALLING = "firmware_host.table.dice.shake"

_SETTLING = "firmware_host.table.dice.settlement"

_OFFERS = "firmware_host.rules.dice.shooter"

_OFFERING = "firmware_host.table.dice.shooter"


NOT_PRINTED = "13.1-13.5(d)1"
"""The row of all paragraphs of mini-dice whose text is not available."""


def is_not_printed(paragraph: str) -> bool:
    """
    Return whether this is one of the paragraphs of mini-dice whose text is not available.

    >>> [is_not_printed(each) for each in ("13.2(a)", "13.5(a)", "13.5(d)1", "13.5(d)2", "13.5", "13.6(a)")]
    [True, True, True, False, False, False]
    """
    return re.fullmatch(r"13\.[1-4](\(.*)?|13\.5\(([abc]\)|d\)1).*", paragraph) is not None


MINI_DICE: tuple[Row, ...] = (
    row(
        How.OUTSIDE,
        NOT_PRINTED,
        "Definitions, table, wagers and the shake up to the offer of the shaker.",
        reason="the text is not available; I-1 and I-2 apply instead",
    ),
    row(
        How.PROMPTED,
        "13.5(d)2",
        "If no player accepts the shaker, the dealer shakes for the players, at least three more times.",
        _SHAKING,
    ),
    row(
        How.PROMPTED,
        "13.5(e)",
        "The shaker is in front of the dealer, the cover comes off and the sum is called at once; each die has only "
        "one uppermost face.",
        _CALLING,
        reason="without sensors on the shaker, the dealer's entry counts and is recorded as such",
    ),
    row(
        How.PROMPTED,
        "13.5(f)",
        "Losing wagers are collected first, then winners are paid at the odds offered; the shaker stays uncovered "
        "until the last is paid.",
        _SETTLING,
        reason="only sensors detect a cover put back early; individual wins are known only where wagers are tracked",
    ),
    row(
        How.ENFORCED,
        "13.6(a)",
        'Odds are stated with "to" or "win" and never with "for".',
        _DICE,
        reason="what a layout or brochure says is the responsibility of the house",
    ),
    row(
        How.COMPUTED,
        "13.6(b)",
        "Winners get the listed odds or better: place 4 and 10 at 9 to 5, 5 and 9 at 7 to 5, 6 and 8 at 7 to 6; "
        "field 1 to 1, on 2 and 12 2 to 1; any 7 4 to 1; over and under 7 1 to 1.",
        _DICE,
        reason="one table cannot check that better odds are uniform in the house",
    ),
    row(
        How.ENFORCED,
        "13.6(c)",
        "A wager is refused if its amount cannot be paid at the odds offered.",
        _DICE,
    ),
    row(How.COMPUTED, "13.6(d)", "Nothing is withheld from winnings, and no fee is charged on a wager.", _DICE),
    row(
        How.ENFORCED,
        "13.7(a)",
        "After a settled shake, the shooter may keep the shaker or pass it.",
        _OFFERS,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1",
        "A player who has the shaker must pass it in two cases.",
        _OFFERS,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1i",
        "A player who shakes a 7 passes the shaker.",
        _SETTLING,
    ),
    row(
        How.ENFORCED,
        "13.7(a)1ii",
        "A floorperson may order the shaker passed: for delay, repeated invalid shakes, or a violation.",
        _OFFERING,
    ),
    row(
        How.PROMPTED,
        "13.7(a)2",
        "A dealer who shoots offers the shaker after every settled shake, if any seated player has not refused yet.",
        _OFFERS,
    ),
    row(
        How.PROMPTED,
        "13.7(b)",
        "The shaker is offered clockwise, from the left of the last holder, until a player accepts it; otherwise the "
        "dealer shoots.",
        _OFFERS,
    ),
    row(
        How.PROMPTED,
        "13.8(a)",
        "After an irregular shake, a no roll is called and the dice are shaken again according to 13.5.",
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
