"""19:47-14.12 and 14.12C: five-card draw and Badugi."""

from firmware_host.rules.compliance.row import How, Row, row

_DRAW, _BADUGI = "firmware_host.rules.games.five_card_draw", "firmware_host.rules.games.badugi"

_DIVISION = "firmware_host.rules.pots.division"

_DRAWING, _DEALING, _BETTING = (f"firmware_host.rules.round.{part}" for part in ("decide_round", "dealing", "betting"))

_RANKED_BADUGI = "firmware_host.rules.ranking.badugi"

_SIGN = "the `sign` topic says what is posted"

_TOLD = "with procedure tracking this is left to the dealer"


_FIVE_CARD_DRAW: tuple[Row, ...] = (
    row(How.ENFORCED, "14.12(a)", "Five-card draw is played according to this section, for high or low.", _DRAW),
    row(How.ENFORCED, "14.12(b)", "At most eight players; an ante if one is posted.", _DRAW, reason=_SIGN),
    row(How.ENFORCED, "14.12(c)", "The button is used as in hold 'em.", _DRAW),
    row(How.PROMPTED, "14.12(d)", "Five cards face down to each player from the left of the button.", _DRAW),
    row(How.ENFORCED, "14.12(e)", "Blinds and the first betting round are those of hold 'em.", _DRAW),
    row(
        How.ENFORCED,
        "14.12(f)",
        "From the left of the button, each player in turn keeps or exchanges any number of cards.",
        _DRAWING,
        reason=_TOLD,
    ),
    row(How.PROMPTED, "14.12(f)1", "One card is burned before the first player draws.", _DEALING),
    row(
        How.ENFORCED,
        "14.12(f)2",
        "When the deck is too short, the discards are shuffled, without those of players who have not yet drawn.",
        _DRAWING,
        reason=_TOLD,
    ),
    row(
        How.ENFORCED,
        "14.12(g)",
        "The last betting round starts left of the button with a bet or a check.",
        _BETTING,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.12(h)", "At the showdown the best hand of five cards wins.", _DIVISION),
    row(How.COMPUTED, "14.12(h)1", "High: the highest hand.", _DIVISION),
    row(How.COMPUTED, "14.12(h)2", "Low: the best low hand.", _DIVISION),
)


_BADUGI_GAME: tuple[Row, ...] = (
    row(How.ENFORCED, "14.12C(a)", "Badugi is played according to this section.", _BADUGI),
    row(How.ENFORCED, "14.12C(b)", "At most nine players; an ante if one is posted.", _BADUGI, reason=_SIGN),
    row(How.ENFORCED, "14.12C(c)", "The button is used as in hold 'em.", _BADUGI),
    row(How.PROMPTED, "14.12C(d)", "Four cards face down to each player from the left of the button.", _BADUGI),
    row(How.ENFORCED, "14.12C(e)", "Blinds and the first betting round are those of hold 'em.", _BADUGI),
    row(
        How.ENFORCED,
        "14.12C(f)",
        "First draw: a burn, then each player in turn; if the stub is too short, it is dealt out first, then the "
        "shuffled discards without those of the player who draws.",
        _DRAWING,
        reason=_TOLD,
    ),
    row(How.ENFORCED, "14.12C(g)", "The second betting round.", _BETTING, reason=_TOLD),
    row(How.ENFORCED, "14.12C(h)", "The second draw, like the first.", _DRAWING, reason=_TOLD),
    row(How.ENFORCED, "14.12C(i)", "The third betting round.", _BETTING, reason=_TOLD),
    row(How.ENFORCED, "14.12C(j)", "The third draw, like the first.", _DRAWING, reason=_TOLD),
    row(
        How.ENFORCED,
        "14.12C(k)",
        "The last betting round, which starts left of the button with a bet or a check.",
        _BETTING,
        reason=_TOLD,
    ),
    row(How.COMPUTED, "14.12C(l)", "The ranking of hands at the showdown.", _RANKED_BADUGI),
    row(
        How.COMPUTED,
        "14.12C(l)1",
        "Four cards of different suits and ranks, the lowest wins; the best is ace to four.",
        _RANKED_BADUGI,
    ),
    row(How.COMPUTED, "14.12C(l)2", "Then three cards of different suits and ranks, the lowest wins.", _RANKED_BADUGI),
    row(How.COMPUTED, "14.12C(l)3", "Then two cards of different suits and ranks, the lowest wins.", _RANKED_BADUGI),
    row(How.COMPUTED, "14.12C(l)4", "Then the lowest card.", _RANKED_BADUGI),
    row(How.COMPUTED, "14.12C(l)5", "Tied players share the pot evenly.", _DIVISION),
)


DRAW_GAMES: tuple[Row, ...] = (*_FIVE_CARD_DRAW, *_BADUGI_GAME)
