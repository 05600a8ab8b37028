"""19:47-14.10, 14.11 and 14.11(A): the games with a button and five community cards."""

from firmware_host.rules.compliance.row import How, Row, row

_HOLDEM, _OMAHA, _BIG_OMAHA = (f"firmware_host.rules.games.{game}" for game in ("holdem", "omaha", "big_omaha"))

_HIGH, _RANKED_OMAHA, _ODD_UNIT = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "omaha", "odd_unit"))

_DIVISION = "firmware_host.rules.pots.division"

_BETTING, _BOARD = "firmware_host.rules.round.betting", "firmware_host.rules.games.board"

_ROUND, _DEALING, _OPENING = (
    "firmware_host.rules.round",
    "firmware_host.table.round.dealing",
    "firmware_host.table.floor.opening",
)

_SIGN = "what is posted is what the `sign` topic says"

_TOLD = "at the procedure level the dealer sees to it"


_HOLD_EM: tuple[Row, ...] = (
    row(How.ENFORCED, "14.10(a)", "Hold 'em is played by this section, for high only.", _HOLDEM),
    row(How.ENFORCED, "14.10(b)", "Eleven players at most; an ante if it is posted.", _HOLDEM, reason=_SIGN),
    row(How.ENFORCED, "14.10(c)", "A button says who is dealt to and who acts in which order.", _ROUND),
    row(How.RECORDED, "14.10(c)1", "It is a flat disk that stands for the dealer.", "firmware_host.devices.contacts"),
    row(How.COMPUTED, "14.10(c)2", "It begins before the first player on the dealer's right.", _OPENING),
    row(How.COMPUTED, "14.10(c)3", "It moves on clockwise after every round.", _DEALING),
    row(
        How.PROMPTED,
        "14.10(d)",
        "The player left of it posts the first blind, the next ones as many as are posted.",
        _ROUND,
        reason=_SIGN,
    ),
    row(How.PROMPTED, "14.10(e)", "Two cards down to each from the left of the button, the button last.", _ROUND),
    row(
        How.ENFORCED,
        "14.10(f)",
        "Each in turn folds, calls or raises, and so may those who posted a blind.",
        _BETTING,
        reason=_TOLD,
    ),
    row(
        How.ENFORCED,
        "14.10(g)",
        "A burn, three community cards, and a betting round opened at the left of the button.",
        _ROUND,
    ),
    row(How.ENFORCED, "14.10(h)", "A burn and the fourth community card, and betting as before.", _ROUND),
    row(How.ENFORCED, "14.10(i)", "A burn and the fifth community card, and betting as before.", _ROUND),
    row(
        How.COMPUTED,
        "14.10(j)",
        "At the showdown each makes the best five of two and five; when the board is the best hand of all, they share.",
        _HIGH,
    ),
)


def _omaha(section: str, cards: str, code: str, players: str) -> tuple[Row, ...]:
    """Omaha and Big Omaha have the same (a) to (h) but for the number of players and of cards."""
    return (
        row(How.ENFORCED, f"{section}(a)", "The game is played by this section.", code),
        row(How.ENFORCED, f"{section}(b)", f"{players} players at most; an ante if it is posted.", code, reason=_SIGN),
        row(How.ENFORCED, f"{section}(c)", "The button is used as at hold 'em.", code),
        row(How.PROMPTED, f"{section}(d)", f"{cards} cards down to each from the left of the button.", code),
        row(How.ENFORCED, f"{section}(e)", "Blinds, community cards and betting rounds are those of hold 'em.", _BOARD),
        row(
            How.COMPUTED,
            f"{section}(f)",
            f"At the showdown each makes five cards of two of {cards.lower()} and three of the board.",
            _RANKED_OMAHA,
        ),
        row(How.COMPUTED, f"{section}(f)1", "High: the highest hand wins.", _DIVISION),
        row(How.COMPUTED, f"{section}(f)2", "Split: the highest and the lowest hand share.", _DIVISION),
    )


def _two_hands(section: str) -> tuple[Row, ...]:
    return (
        row(
            How.COMPUTED,
            f"{section}(g)",
            "A low has no pair and nothing above an eight; without one the high takes all.",
            _DIVISION,
        ),
        row(How.COMPUTED, f"{section}(h)", "What holds for eight or better only.", _RANKED_OMAHA),
        row(
            How.COMPUTED,
            f"{section}(h)1",
            "One player may make two hands, each of two own cards and three of the board.",
            _RANKED_OMAHA,
        ),
        row(How.COMPUTED, f"{section}(h)2", "Both may be the same five cards.", _RANKED_OMAHA),
        row(How.COMPUTED, f"{section}(h)3", "An ace is high and low at once.", _RANKED_OMAHA),
    )


_OMAHA_GAMES: tuple[Row, ...] = (
    *_omaha("14.11", "Four", _OMAHA, "Ten"),
    row(How.COMPUTED, "14.11(f)2i", "What two halves leave over, a dollar at most, goes to the high.", _DIVISION),
    row(How.COMPUTED, "14.11(f)2ii", "What tied high hands leave over goes to the highest card by suit.", _ODD_UNIT),
    row(How.COMPUTED, "14.11(f)2iii", "What tied low hands leave over goes to the lowest card by suit.", _ODD_UNIT),
    row(How.COMPUTED, "14.11(f)2iv", "For this the suits run spades, hearts, diamonds, clubs.", _ODD_UNIT),
    *_two_hands("14.11"),
)


_BIG_OMAHA_GAMES: tuple[Row, ...] = (
    *_omaha("14.11(A)", "Five", _BIG_OMAHA, "Eight"),
    *(
        row(
            How.COMPUTED,
            f"14.11(A)(f)2{item}",
            f"{what} goes to the first winner clockwise from the button.",
            _DIVISION,
        )
        for item, what in (
            ("i", "What two halves leave over, a dollar at most,"),
            ("ii", "What tied high hands leave over"),
            ("iii", "What tied low hands leave over"),
        )
    ),
    row(
        How.COMPUTED,
        "14.11(A)(f)2iv",
        "The suits are ranked, though nothing here is decided by them.",
        _ODD_UNIT,
    ),
    *_two_hands("14.11(A)"),
    row(
        How.ENFORCED,
        "14.11(A)(i)",
        "Kill and half-kill: who wins the whole of a large enough pot gets a button and posts one raised blind; limits "
        "are raised until a pot is split or too small.",
        "firmware_host.rules.kill",
        reason="where every bet is tracked; elsewhere the option is refused; it is posted on the `sign` topic",
    ),
)


COMMUNITY_GAMES: tuple[Row, ...] = (*_HOLD_EM, *_OMAHA_GAMES, *_BIG_OMAHA_GAMES)
