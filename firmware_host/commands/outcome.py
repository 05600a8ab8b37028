"""What became of a hand that was played, in plain short lines: who won what, with what hand, by which paragraph."""

from collections.abc import Iterator

from firmware_host.phh.cited import cited
from firmware_host.phh.fields import REQUIRED, STANDARD
from firmware_host.phh.notation import Hand
from firmware_host.phh.replay import Played
from firmware_host.rules.bodies import CommunityDealt, HandShown, PotAwarded, Share, UncalledReturned
from firmware_host.rules.division import HandWords, PartName, in_words
from firmware_host.rules.games import GAMES
from firmware_host.rules.record import Paragraphs, Seat

HALF = {PartName.HIGH: "the high half", PartName.LOW: "the low half", PartName.WHOLE: "all of it"}


def lines(name: str, hand: Hand, played: Played) -> Iterator[str]:
    """Say what became of it: the head line, what went back, each pot, and who has what now."""
    game = GAMES[hand.game]
    yield f"{name}: {game.title}, {hand.limit} limit, {len(hand.starting_stacks)} players"
    yield from (f"  note: {note}" for note in _notes(hand))
    shown = _shown(played, hand)
    for made in played.told:
        match made.body:
            case UncalledReturned(seat=seat, cents=cents):
                back = f"{played.units.said(cents)} nobody called goes back to {_player(hand, seat)}"
                yield f"  {back}{cited(made.paragraphs)}"
            case PotAwarded() as award:
                yield from (f"  {line}" for line in _award(hand, played, award, made.paragraphs, shown))
            case _:
                pass
    stacks = (f"{_player(hand, player.seat)} {played.units.said(player.stack)}" for player in played.final.players)
    yield f"  in the end: {', '.join(stacks)}"


def _notes(hand: Hand) -> Iterator[str]:
    for name in hand.fields:
        if not name.startswith("_") and name not in STANDARD and name not in REQUIRED:
            yield f"{name} is no field of the standard and is left out of account"


def _shown(played: Played, hand: Hand) -> dict[Seat, HandWords]:
    game = GAMES[hand.game]
    board: tuple[str, ...] = ()
    tabled: dict[Seat, tuple[str, ...]] = {}
    for made in played.told:
        match made.body:
            case CommunityDealt(cards=cards):
                board += cards
            case HandShown(seat=seat, cards=cards):
                tabled[seat] = cards
            case _:
                pass
    return {seat: in_words(game, cards, board) for seat, cards in tabled.items()}


def _award(
    hand: Hand, played: Played, award: PotAwarded, paragraphs: Paragraphs, shown: dict[Seat, HandWords]
) -> Iterator[str]:
    said = played.units.said
    pot = f"the {'centre pot' if not award.pot else f'side pot {award.pot}'} of {said(award.cents)}"
    for share in award.shares:
        odd = f", {said(share.odd_cents)} of it odd money" if share.odd_cents else ""
        part = HALF[share.part] if share.cents == award.cents or share.part is not PartName.WHOLE else "a part of it"
        won = f"{pot}: {_player(hand, share.seat)} wins {part}, {said(share.cents)}{odd}"
        yield f"{won}, {_why(award, share, shown)}{cited(paragraphs)}"


def _why(award: PotAwarded, share: Share, shown: dict[Seat, HandWords]) -> str:
    words = shown.get(share.seat)
    worth = words and (words.low if share.part is PartName.LOW else words.high or words.low)
    alone = "the last one left" if award.uncontested else "nobody else being left to win it"
    return f"with {worth}" if worth else alone


def _player(hand: Hand, seat: Seat) -> str:
    names = hand.fields.get("players")
    name = " ".join(names[seat - 1].split()) if names else ""
    return f"p{seat} {name}" if name else f"p{seat}"
