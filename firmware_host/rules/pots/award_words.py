"""Who won what of a pot, and why, in words; shared by the record of a table and replays of hand histories."""

from collections.abc import Callable, Iterable, Mapping

from firmware_host.rules.game import Game
from firmware_host.rules.pots.division import HandWords, PartName, in_words
from firmware_host.rules.round_facts import CommunityDealt, HandShown, PotAwarded, RoundBody, Share
from firmware_host.rules.struct import HIDDEN, Seat

PARTS = {PartName.HIGH: "the high half", PartName.LOW: "the low half", PartName.WHOLE: "all of it"}


def hands_in_words(game: Game, bodies: Iterable[RoundBody]) -> dict[Seat, HandWords]:
    """Return the value of each hand shown in a round; hands with unseen cards are left out."""
    board: tuple[str, ...] = ()
    tabled: dict[Seat, tuple[str, ...]] = {}
    for body in bodies:
        match body:
            case CommunityDealt(cards=cards):
                board += cards
            case HandShown(seat=seat, cards=cards):
                tabled[seat] = cards
            case _:
                pass
    known = {seat: cards for seat, cards in tabled.items() if HIDDEN not in (*cards, *board)}
    return {seat: in_words(game, cards, board) for seat, cards in known.items()}


def share_won(
    award: PotAwarded, share: Share, *, who: str, said: Callable[[int], str], hands: Mapping[Seat, HandWords]
) -> str:
    """Return what one player won of a pot, and with which hand. `said` formats an amount."""
    pot = f"side pot {award.pot}" if award.pot else "centre pot"
    all_of_it = share.cents == award.cents or share.part is not PartName.WHOLE
    part = PARTS[share.part] if all_of_it else "a part of it"
    odd = f", {said(share.odd_cents)} of it odd money" if share.odd_cents else ""
    return f"the {pot} of {said(award.cents)}: {who} wins {part}, {said(share.cents)}{odd}, {_why(award, share, hands)}"


def hand_of(share: Share, hands: Mapping[Seat, HandWords]) -> str | None:
    """Return the hand that won this share, if it is known."""
    words = hands.get(share.seat)
    return words and (words.low if share.part is PartName.LOW else words.high or words.low)


def _why(award: PotAwarded, share: Share, hands: Mapping[Seat, HandWords]) -> str:
    worth = hand_of(share, hands)
    if worth:
        return f"with {worth}"
    return "the last player left" if award.uncontested else "the only player eligible"
