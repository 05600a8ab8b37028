"""What became of a hand that was played, in plain short lines: who won what, with what hand, by which paragraph."""

from collections.abc import Iterator

from firmware_host.hand_history.errors import cited
from firmware_host.hand_history.fields import REQUIRED, STANDARD
from firmware_host.hand_history.finishing_stacks import Played, odd_money_only
from firmware_host.hand_history.hand import Hand
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.award_words import hands_in_words, share_won
from firmware_host.rules.pots.division import HandWords
from firmware_host.rules.round_facts import PotAwarded, UncalledReturned
from firmware_host.rules.struct import Paragraphs, Seat


def lines(name: str, hand: Hand, played: Played) -> Iterator[str]:
    """Say what became of it: the head line, what went back, each pot, and who has what now."""
    game = GAMES[hand.game]
    yield f"{name}: {game.title}, {hand.limit} limit, {len(hand.starting_stacks)} players"
    yield from (f"  note: {note}" for note in _notes(hand, played))
    shown = hands_in_words(game, (made.body for made in played.facts))
    for made in played.facts:
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


def _notes(hand: Hand, played: Played) -> Iterator[str]:
    if odd_money_only(hand, played):
        yield f"the file leaves odd money elsewhere, here pots divide to the cent{cited(['I-16'])}"
    for name in hand.fields:
        if not name.startswith("_") and name not in STANDARD and name not in REQUIRED:
            yield f"{name} is no field of the standard and is left out of account"


def _award(
    hand: Hand, played: Played, award: PotAwarded, paragraphs: Paragraphs, shown: dict[Seat, HandWords]
) -> Iterator[str]:
    for share in award.shares:
        who = _player(hand, share.seat)
        yield share_won(award, share, who=who, said=played.units.said, hands=shown) + cited(paragraphs)


def _player(hand: Hand, seat: Seat) -> str:
    names = hand.fields.get("players")
    name = " ".join(names[seat - 1].split()) if names else ""
    return f"p{seat} {name}" if name else f"p{seat}"
