"""19:47-14.10, 14.11 and 14.11(A): the games with a button and five community cards."""

from firmware_host.rules.compliance.row import How, Row, row

_HIGH, _RANKED_OMAHA, _ODD_UNIT = (f"firmware_host.rules.ranking.{kind}" for kind in ("high", "omaha", "odd_unit"))

_DIVISION = "firmware_host.rules.pots.division"

_BETTING, _GAME = "firmware_host.rules.round.betting", "firmware_host.rules.games.holdem_and_omaha"

_ROUND, _DEALING, _OPENING = (
    "firmware_host.rules.round",
    "firmware_host.table.round.dealing",
    "firmware_host.table.floor.open_and_close",
)

_SIGN = "the `sign` topic says what is posted"

_TOLD = "with procedure tracking this is left to the dealer"


_HOLD_EM: tuple[Row, ...] = (
    row(How.ENFORCED, "14.10(a)", "Hold 'em is played according to this section, for high only.", _GAME),
    row(How.ENFORCED, "14.10(b)", "At most eleven players; an ante if one is posted.", _GAME, reason=_SIGN),
    row(How.ENFORCED, "14.10(c)", "A button determines the order of dealing and of betting.", _ROUND),
    row(
        How.RECORDED,
        "14.10(c)1",
        "The button is a flat disk that represents the dealer.",
        "firmware_host.devices.puck_and_tamper",
    ),
    row(How.COMPUTED, "14.10(c)2", "The button starts with the first player on the dealer's right.", _OPENING),
    row(How.COMPUTED, "14.10(c)3", "The button moves clockwise after every round.", _DEALING),
    row(
        How.PROMPTED,
        "14.10(d)",
        "The player left of the button posts the first blind, the next players the further blinds.",
        _ROUND,
        reason=_SIGN,
    ),
    row(
        How.PROMPTED,
        "14.10(e)",
        "Two cards face down to each player from the left of the button, the button last.",
        _ROUND,
    ),
    row(
        How.ENFORCED,
        "14.10(f)",
        "Each player in turn folds, calls or raises, including those who posted a blind.",
        _BETTING,
        reason=_TOLD,
    ),
    row(
        How.ENFORCED,
        "14.10(g)",
        "A burn, three community cards, and a betting round that starts left of the button.",
        _ROUND,
    ),
    row(How.ENFORCED, "14.10(h)", "A burn, the fourth community card, and a betting round as before.", _ROUND),
    row(How.ENFORCED, "14.10(i)", "A burn, the fifth community card, and a betting round as before.", _ROUND),
    row(
        How.COMPUTED,
        "14.10(j)",
        "At the showdown each player makes the best five of two own and five community cards; if the board is the best "
        "hand of all, they share.",
        _HIGH,
    ),
)


def _omaha(section: str, cards: str, code: str, players: str) -> tuple[Row, ...]:
    """Return (a) to (f)2 of Omaha or Big Omaha, which differ only in the number of players and of cards."""
    return (
        row(How.ENFORCED, f"{section}(a)", "The game is played according to this section.", code),
        row(How.ENFORCED, f"{section}(b)", f"At most {players} players; an ante if one is posted.", code, reason=_SIGN),
        row(How.ENFORCED, f"{section}(c)", "The button is used as in hold 'em.", code),
        row(
            How.PROMPTED, f"{section}(d)", f"{cards} cards face down to each player from the left of the button.", code
        ),
        row(How.ENFORCED, f"{section}(e)", "Blinds, community cards and betting rounds are those of hold 'em.", _GAME),
        row(
            How.COMPUTED,
            f"{section}(f)",
            f"At the showdown each player uses two of {cards.lower()} own cards and three community cards.",
            _RANKED_OMAHA,
        ),
        row(How.COMPUTED, f"{section}(f)1", "High: the highest hand wins.", _DIVISION),
        row(How.COMPUTED, f"{section}(f)2", "Split: the highest and the lowest hand share the pot.", _DIVISION),
    )


def _two_hands(section: str) -> tuple[Row, ...]:
    return (
        row(
            How.COMPUTED,
            f"{section}(g)",
            "A low has no pair and no card above an eight; without a low, the high hand wins the whole pot.",
            _DIVISION,
        ),
        row(How.COMPUTED, f"{section}(h)", "Further rules for eight or better.", _RANKED_OMAHA),
        row(
            How.COMPUTED,
            f"{section}(h)1",
            "A player may form two hands, each of two own cards and three community cards.",
            _RANKED_OMAHA,
        ),
        row(How.COMPUTED, f"{section}(h)2", "High hand and low hand may be the same five cards.", _RANKED_OMAHA),
        row(How.COMPUTED, f"{section}(h)3", "An ace may be high and low at once.", _RANKED_OMAHA),
    )


_OMAHA_GAMES: tuple[Row, ...] = (
    *_omaha("14.11", "Four", _GAME, "ten"),
    row(
        How.COMPUTED,
        "14.11(f)2i",
        "The excess from dividing the pot in halves, $1 at most, goes to the high hand.",
        _DIVISION,
    ),
    row(
        How.COMPUTED,
        "14.11(f)2ii",
        "The excess from dividing among tied high hands goes to the highest card by suit.",
        _ODD_UNIT,
    ),
    row(
        How.COMPUTED,
        "14.11(f)2iii",
        "The excess from dividing among tied low hands goes to the lowest card by suit.",
        _ODD_UNIT,
    ),
    row(How.COMPUTED, "14.11(f)2iv", "For this purpose the suits rank spades, hearts, diamonds, clubs.", _ODD_UNIT),
    *_two_hands("14.11"),
)


_BIG_OMAHA_GAMES: tuple[Row, ...] = (
    *_omaha("14.11(A)", "Five", _GAME, "eight"),
    *(
        row(
            How.COMPUTED,
            f"14.11(A)(f)2{item}",
            f"{what} goes to the first winner clockwise from the button.",
            _DIVISION,
        )
        for item, what in (
            ("i", "The excess from dividing the pot in halves, $1 at most,"),
            ("ii", "The excess from dividing among tied high hands"),
            ("iii", "The excess from dividing among tied low hands"),
        )
    ),
    row(
        How.COMPUTED,
        "14.11(A)(f)2iv",
        "The suits are ranked, although nothing in this game depends on it.",
        _ODD_UNIT,
    ),
    *_two_hands("14.11(A)"),
    row(
        How.ENFORCED,
        "14.11(A)(i)",
        "Kill and half-kill: a player who wins the whole of a large enough pot gets a button and posts one raised "
        "blind; limits stay raised until a pot is split or too small.",
        "firmware_host.rules.kill",
        reason="only where every bet is tracked, otherwise the option is refused; posted on the `sign` topic",
    ),
)


COMMUNITY_GAMES: tuple[Row, ...] = (*_HOLD_EM, *_OMAHA_GAMES, *_BIG_OMAHA_GAMES)
