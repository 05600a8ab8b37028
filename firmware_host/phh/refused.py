"""A refusal of the engine in the words of the file: players instead of seats, its own units instead of cents."""

import re

from firmware_host.phh.bad_history import BadHistory, Wrong
from firmware_host.phh.units import Units
from firmware_host.rules.acts import Bet, DealStreet, RoundAct, ShowHand
from firmware_host.rules.answers import Code, Refusal
from firmware_host.rules.round import Phase, Round
from firmware_host.rules.round.betting import choice

_MONEY = re.compile(r"\$(?P<dollars>[\d,]+)(?:\.(?P<cents>\d\d))?")


def refused(round_: Round, act: RoundAct, refusal: Refusal, units: Units, place: str) -> BadHistory:
    """Return what is wrong with this action, by the paragraph that stands in its way."""
    dealt_wrong = refusal.code is Code.NOT_SEATED and isinstance(act, DealStreet)
    wrong = Wrong.LIE if refusal.code is Code.WRONG_CARDS or dealt_wrong else Wrong.PLAY
    if round_.phase in (Phase.SHOWDOWN, Phase.AWARDED, Phase.COMPLETED) and not isinstance(act, ShowHand):
        reason = "the betting is over" if refusal.code is Code.NOT_NOW else _by_player(refusal.reason, units)
        return BadHistory(place, reason, refusal.paragraphs, wrong=wrong)
    if refusal.code is Code.WRONG_AMOUNT:
        return BadHistory(place, _amounts(round_, act, refusal, units), refusal.paragraphs, wrong=wrong)
    allowed = _by_player(refusal.allowed_by, units)
    reason = f"{_by_player(refusal.reason, units)}; it could be: {allowed}"
    return BadHistory(place, reason, refusal.paragraphs, wrong=wrong)


def _by_player(said: str, units: Units) -> str:
    return _MONEY.sub(
        lambda found: units.said(_parts(found)), said.replace("seat ", "player ").replace("seats ", "players ")
    )


def _parts(found: re.Match[str]) -> int:
    return 100 * int(found["dollars"].replace(",", "")) + int(found["cents"] or 0)


def _amounts(round_: Round, act: RoundAct, refusal: Refusal, units: Units) -> str:
    may = choice(round_)
    if may is None:
        return _by_player(refusal.reason, units)
    said = units.said
    ways = [] if may.forced else ["fold"]
    ways += [f"the forced bet of {said(may.forced)}"] if may.forced else []
    ways += ["check"] if may.may_check else []
    ways += [f"call {said(may.call)}"] if may.may_call else []
    if may.max_to:
        exactly = said(may.min_to) if may.min_to == may.max_to else f"{said(may.min_to)} to {said(may.max_to)}"
        ways += [f"{'raise to' if round_.bet else 'bet'} {exactly}"]
    reason = _by_player(refusal.reason, units)
    if isinstance(act, Bet) and may.max_to and not may.min_to <= act.to_cents <= may.max_to:
        few = act.to_cents < may.min_to
        reason = f"{said(act.to_cents)} is too {'little' if few else 'much'} for player {act.seat}"
    elif isinstance(act, Bet) and may.max_to:
        reason = f"{said(act.to_cents)} is not in whole chips of {said(may.step)}"
    return f"{reason}; it could be: {', '.join(ways)}"
