"""
Play a hand history through the round engine, every check on; as the file says where it and the seeds differ (I-16).

    played = replay(hand)       raises BadHistory at the first action that is no legal play

Two things no file says: whether a blind of who had less was called in full, and whether cards were dealt in the order
in which they are listed. It is read in the way in which it can be played, and ends as it says where it says it.
"""

from collections.abc import Iterator

from firmware_host.phh.bad_history import BadHistory, Wrong
from firmware_host.phh.fields import Amount
from firmware_host.phh.finishing import ends_as_told
from firmware_host.phh.notation import Hand
from firmware_host.phh.played import Played, Reading
from firmware_host.phh.playing import Table
from firmware_host.rules.game import StubEnds
from firmware_host.rules.games import GAMES


def replay(hand: Hand, *, chip: Amount | None = None) -> Played:
    """Play one hand. `chip` is the one not to be broken; without it, and one in the file, pots divide to the cent."""
    first: Played | None = None
    wrong: BadHistory | None = None
    for reading in _readings(hand):
        try:
            played = Table(hand, chip, reading).played()
        except BadHistory as bad:
            # A card that is out already is wrong in any reading.
            wrong = bad if wrong is None or (bad.wrong is Wrong.LIE and wrong.wrong is not Wrong.LIE) else wrong
            continue
        if ends_as_told(hand, played):
            return played
        first = first or played
    if first is None:
        raise wrong or BadHistory("actions", "there are none")
    return first


def _readings(hand: Hand) -> Iterator[Reading]:
    """Yield the ways to read this hand, the likeliest first; nearly every hand has one only."""
    either_way = _a_blind_is_short(hand) and not hand.blinds_in_full
    in_full = (False, True) if either_way else (True,)
    yield from (Reading(blinds_in_full=full) for full in in_full)
    if GAMES[hand.game].stub_ends is not StubEnds.NEVER:
        yield from (Reading(blinds_in_full=full, as_told=True) for full in in_full)


def _a_blind_is_short(hand: Hand) -> bool:
    if not any(hand.blinds):
        return False
    # Of two players the amounts are listed the other way round, see `playing.Table`.
    turn = -1 if len(hand.starting_stacks) == 2 else 1
    blinds, antes = hand.blinds[::turn], hand.antes[::turn]
    return any(blind and max(blind, -blind) + antes[i] > hand.starting_stacks[i] for i, blind in enumerate(blinds))
