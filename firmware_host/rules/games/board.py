"""The four betting rounds of hold 'em, which omaha and Big Omaha share (14.11(e), 14.11(A)(e))."""

from firmware_host.rules.game import Opener, Street, StreetName

NUMBERS = {2: "two", 4: "four", 5: "five"}


def community_streets(*, down: int, deal_paragraph: str) -> tuple[Street, ...]:
    """Return four streets: the deal of `down` cards to each player, flop, turn and river."""
    return (
        Street(
            name=StreetName.DEAL,
            say=f"deal {NUMBERS[down]} cards face down to each player",
            down=down,
            opens=Opener.AFTER_BLINDS,
            deal_paragraphs=(deal_paragraph,),
            betting_paragraphs=("14.10(f)",),
        ),
        Street(
            name=StreetName.FLOP,
            say="burn one, deal three community cards face up",
            burn=True,
            board=3,
            opens=Opener.LEFT_OF_BUTTON,
            deal_paragraphs=("14.10(g)",),
            betting_paragraphs=("14.10(g)",),
        ),
        Street(
            name=StreetName.TURN,
            say="burn one, deal the fourth community card",
            burn=True,
            board=1,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.10(h)",),
            betting_paragraphs=("14.10(h)",),
        ),
        Street(
            name=StreetName.RIVER,
            say="burn one, deal the fifth and last community card",
            burn=True,
            board=1,
            opens=Opener.LEFT_OF_BUTTON,
            big=True,
            deal_paragraphs=("14.10(i)",),
            betting_paragraphs=("14.10(i)",),
        ),
    )
