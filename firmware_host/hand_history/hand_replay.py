"""
Play a hand history through the round engine, with every check on.

    played = replay(hand)       raises BadHistory at the first illegal action

A file leaves two things open: whether a short blind was called in full, and whether the cards were dealt in the order
in which they are listed. The hand is read in the first way that is legal and ends with the stacks in the file, if the
file gives them (I-16).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware_host.hand_history.actions import Actions
from firmware_host.hand_history.dealing_order import ListedOrder
from firmware_host.hand_history.errors import BadHistory, Wrong
from firmware_host.hand_history.fields import Amount
from firmware_host.hand_history.finishing_stacks import Played, ends_as_written
from firmware_host.hand_history.hand import USUAL_RAISES, Hand, Units
from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import StubEnds
from firmware_host.rules.games import GAMES
from firmware_host.rules.round import start_full
from firmware_host.rules.round.round_state import RoundDraft
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.struct import Seat


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """
    One way to read what a file leaves open.

    `blinds_in_full`: a short blind is called in full, as in these rules; otherwise only the amount posted is called, as
    elsewhere. `as_listed`: the cards were dealt in the order in which they are listed, not in that of the seeds.
    """

    blinds_in_full: bool
    as_listed: bool = False


def replay(hand: Hand, *, chip: Amount | None = None) -> Played:
    """Play one hand. `chip` is the smallest chip; if neither it nor the file names one, pots divide to the cent."""
    first: Played | None = None
    wrong: BadHistory | None = None
    for reading in _readings(hand):
        try:
            played = _played(hand, chip, reading)
        except BadHistory as bad:
            # A card dealt twice is wrong in any reading, so that error is reported first.
            wrong = bad if wrong is None or (bad.wrong is Wrong.LIE and wrong.wrong is not Wrong.LIE) else wrong
            continue
        if ends_as_written(hand, played):
            return played
        first = first or played
    if first is None:
        raise wrong or BadHistory("actions", "there are no actions")
    return first


def _readings(hand: Hand) -> Iterator[Reading]:
    """Yield the ways to read this hand, the likeliest first; nearly every hand has only one."""
    either_way = _a_blind_is_short(hand) and not hand.blinds_in_full
    in_full = (False, True) if either_way else (True,)
    yield from (Reading(blinds_in_full=full) for full in in_full)
    if GAMES[hand.game].stub_ends is not StubEnds.NEVER:
        yield from (Reading(blinds_in_full=full, as_listed=True) for full in in_full)


def _a_blind_is_short(hand: Hand) -> bool:
    if not any(hand.blinds):
        return False
    # The format lists the amounts of two players in reverse, see `_opened`.
    turn = -1 if len(hand.starting_stacks) == 2 else 1
    blinds, antes = hand.blinds[::turn], hand.antes[::turn]
    return any(blind and max(blind, -blind) + antes[i] > hand.starting_stacks[i] for i, blind in enumerate(blinds))


def _played(hand: Hand, chip: Amount | None, reading: Reading) -> Played:
    units = Units(hand)
    opening = _opened(hand, units, hand.chip if chip is None else chip, reading)
    actions = ListedOrder if reading.as_listed else Actions
    return actions(hand, units, opening).played()


def _opened(hand: Hand, units: Units, chip: Amount | None, reading: Reading) -> tuple[RoundDraft, ...]:
    """Return the facts before the first card. A seat is the player's number; the last player has the button."""
    game, inside = GAMES[hand.game], units.inside
    seats = tuple(range(1, len(hand.starting_stacks) + 1))
    heads_up = len(seats) == 2 and game.button
    # With two players the format lists the button's amounts last, although the button posts first.
    antes = hand.antes[::-1] if heads_up else hand.antes
    blinds = hand.blinds[::-1] if heads_up else hand.blinds
    stacks = dict(zip(seats, map(inside, hand.starting_stacks), strict=True))
    dead = dict(zip(seats, map(inside, hand.dead_blinds[::-1] if heads_up else hand.dead_blinds), strict=False))
    owed_antes = {seat: inside(ante) - dead.get(seat, 0) for seat, ante in zip(seats, antes, strict=True)}
    owed = {seat: abs(inside(blind)) for seat, blind in zip(seats, blinds, strict=True)}
    if not reading.blinds_in_full:
        owed = {seat: min(cents, max(0, stacks[seat] - owed_antes[seat])) for seat, cents in owed.items()}
    answer = start_full(
        game,
        seats=seats,
        stacks=stacks,
        button=seats[-1] if game.button else None,
        stakes=_stakes(hand, units, chip, _posted_in_turn(hand, owed) if game.button else ()),
        antes=owed_antes,
        dead_antes=not hand.trimmed and not dead,
        made_up=[seat for seat, blind in zip(seats, blinds, strict=True) if blind < 0 or dead.get(seat)],
        dead=dead,
        straddler=seats[hand.straddler - 1] if hand.straddler else None,
        killer=seats[hand.killer - 1] if hand.killer else None,
    )
    if isinstance(answer, Refusal):
        raise BadHistory("starting_stacks", answer.reason, answer.paragraphs)
    return answer


def _posted_in_turn(hand: Hand, owed: Mapping[Seat, int]) -> tuple[int, ...]:
    """Return the blinds posted in turn. With a kill blind the file says how many, and who of two posts first."""
    in_order = tuple(owed.values())
    if not hand.killer:
        return in_order
    return (in_order[::-1] if hand.button_first else in_order)[: hand.in_turn]


def _stakes(hand: Hand, units: Units, chip: Amount | None, blinds: tuple[int, ...]) -> Stakes:
    inside = units.inside
    try:
        return Stakes(
            limit=hand.limit,
            min_cents=inside(hand.min_bet),
            max_cents=0 if hand.limit in (Limit.NO, Limit.POT) else inside(hand.max_bet),
            blinds_cents=blinds,
            forced_cents=inside(hand.bring_in),
            chip_cents=1 if chip is None else max(1, min(inside(chip), units.parts)),
            raises=USUAL_RAISES if hand.raises is None else hand.raises,
            blind_counts=hand.raises is not None,
            heads_up=HeadsUp.USUAL if hand.button_first else HeadsUp.BY_PARAGRAPH,
        )
    except ValueError as error:
        raise BadHistory("the limits", str(error), ("I-6",)) from None
