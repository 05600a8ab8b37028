"""Hold 'em, 19:47-14.10."""

from firmware_host.rules.game import Game, GameName, Street, StreetName

HOLDEM = Game(
    name=GameName.HOLDEM,
    title="hold 'em",
    most_players=11,
    players_paragraphs=("14.6(b)", "14.10(b)"),
    button=True,
    button_paragraphs=("14.10(c)",),
    blind_paragraphs=("14.7(b)2", "14.10(d)"),
    streets=(
        Street(
            name=StreetName.DEAL,
            say="deal two cards face down to each",
            down=2,
            deal_paragraphs=("14.10(e)",),
            betting_paragraphs=("14.10(f)",),
        ),
        Street(
            name=StreetName.FLOP,
            say="burn one, deal three community cards face up",
            burn=True,
            board=3,
            deal_paragraphs=("14.10(g)",),
            betting_paragraphs=("14.10(g)",),
        ),
        Street(
            name=StreetName.TURN,
            say="burn one, deal the fourth community card",
            burn=True,
            board=1,
            deal_paragraphs=("14.10(h)",),
            betting_paragraphs=("14.10(h)",),
        ),
        Street(
            name=StreetName.RIVER,
            say="burn one, deal the fifth and last community card",
            burn=True,
            board=1,
            deal_paragraphs=("14.10(i)",),
            betting_paragraphs=("14.10(i)",),
        ),
    ),
    showdown_paragraphs=("14.10(j)",),
)
