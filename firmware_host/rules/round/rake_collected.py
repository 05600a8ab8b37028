"""
What is taken before a pot is pushed: first the rake, then the bad beat contribution (14.6(e)8 and 9).

Taken once per hand, by the total of all pots. It comes out of the centre pot, to which all have contributed; if that is
not enough, out of the side pots in the order in which they were made.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from firmware_host.rules.decision import draft
from firmware_host.rules.game import StreetName
from firmware_host.rules.pots.bad_beat import bad_beat, contribution_cents, offered_at
from firmware_host.rules.pots.rake import NoRake, rake_cents
from firmware_host.rules.pots.side_pots import Pot
from firmware_host.rules.round.round_state import Round, RoundDraft
from firmware_host.rules.round_facts import BadBeatContributed, BadBeatHeld, RakeTaken
from firmware_host.rules.stakes import Stakes

RAKE = ("14.6(e)8", "14.14", "I-9")

CONTRIBUTION = ("14.6(e)9", "14.19", "I-10")

HELD = ("14.1", "14.19", "I-10")


class Taken(NamedTuple):
    """What is taken from all pots together."""

    rake_cents: int
    contribution_cents: int


def due(round_: Round, pot_cents: int) -> Taken:
    """Return what is taken from this total of all pots."""
    stakes = round_.stakes
    if stakes is None or _takes_nothing(stakes):
        return Taken(0, 0)
    has_flop = any(street.name is StreetName.FLOP for street in round_.rules.streets)
    rake = rake_cents(stakes.rake, pot_cents=pot_cents, board_dealt=not has_flop or bool(round_.board))
    if stakes.bad_beat is None or not offered_at(round_.rules):
        return Taken(rake, 0)
    return Taken(rake, contribution_cents(stakes.bad_beat, pot_cents=pot_cents - rake))


def facts(round_: Round, taken: Taken) -> tuple[RoundDraft, ...]:
    """Return the facts of what is taken, and of a bad beat if the hands shown are one."""
    drafts: list[RoundDraft] = []
    if taken.rake_cents:
        drafts.append(draft(RakeTaken(cents=taken.rake_cents), *RAKE))
    if taken.contribution_cents:
        drafts.append(draft(BadBeatContributed(cents=taken.contribution_cents), *CONTRIBUTION))
    held = _held(round_)
    if held:
        drafts.append(draft(held, *HELD))
    return tuple(drafts)


def net(pots: Sequence[Pot], taken: Taken) -> tuple[Pot, ...]:
    """Return the pots net of what is taken, centre pot first. A pot used up stays, with 0."""
    left, after = sum(taken), []
    for pot in pots:
        from_it = min(left, pot.cents)
        left -= from_it
        after.append(replace(pot, cents=pot.cents - from_it) if from_it else pot)
    return tuple(after)


def _takes_nothing(stakes: Stakes) -> bool:
    """Return whether nothing can be taken; a fast path, because most replayed hands have no rake."""
    return stakes.bad_beat is None and isinstance(stakes.rake, NoRake)


def _held(round_: Round) -> BadBeatHeld | None:
    rules = round_.stakes.bad_beat if round_.stakes else None
    if rules is None:
        return None
    hands = {player.seat: (*player.down, *player.up) for player in round_.live}
    found = bad_beat(rules, game=round_.rules, hands=hands, board=round_.board)
    if found is None:
        return None
    return BadBeatHeld(seats=found.losers, winners=found.winners, words=found.words, beaten_by=found.beaten_by)
