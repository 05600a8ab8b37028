"""The error for a wrong hand history: one line with the place, the reason and the paragraph."""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.round import Phase, Round
from firmware_host.rules.round.betting import choice
from firmware_host.rules.round_acts import Bet, DealStreet, RoundAct, ShowHand

Amounts = Callable[[int], str]
"""Write an amount of the engine in the units of the file."""


_MONEY = re.compile(r"\$(?P<dollars>[\d,]+)(?:\.(?P<cents>\d\d))?")


class Wrong(StrEnum):
    """The kind of mistake, which says whether to correct the file or to check how the hand was played."""

    FILE = "file"
    """The file cannot be read, or describes something that is not a hand."""
    LIE = "lie"
    """The file contradicts itself: a card is dealt twice, or the final stacks do not follow from the actions."""
    PLAY = "play"
    """The file can be read, but the rules do not allow what was played."""


class BadHistory(Exception):  # noqa: N818 - named after the history, which is what is bad
    """A hand history that is wrong. `place` is the field or the action with the mistake."""

    def __init__(self, place: str, reason: str, paragraphs: Sequence[str] = (), *, wrong: Wrong = Wrong.FILE) -> None:
        """Name the place, and the paragraphs if a rule was broken."""
        super().__init__(f"{place}: {reason}{cited(paragraphs)}")
        self.place = place
        self.reason = reason
        self.paragraphs = tuple(paragraphs)
        self.wrong = wrong


def cited(paragraphs: Iterable[str]) -> str:
    """
    Return the paragraphs in brackets, or an empty string; interpretations are marked as such.

    >>> cited(["14.10(f)", "I-6"])
    ' (14.10(f), I-6, an interpretation)'
    """
    said = ", ".join(f"{each}, an interpretation" if each.startswith("I-") else each for each in paragraphs)
    return f" ({said})" if said else ""


def refused(round_: Round, act: RoundAct, refusal: Refusal, amounts: Amounts, place: str) -> BadHistory:
    """
    Return a refusal of the engine in the terms of the file.

    Seats become player numbers, and cents become amounts in the units of the file.
    """
    dealt_wrong = refusal.code is Code.NOT_SEATED and isinstance(act, DealStreet)
    wrong = Wrong.LIE if refusal.code is Code.WRONG_CARDS or dealt_wrong else Wrong.PLAY
    if round_.phase in (Phase.SHOWDOWN, Phase.AWARDED, Phase.COMPLETED) and not isinstance(act, ShowHand):
        reason = "the betting is over" if refusal.code is Code.NOT_NOW else _by_player(refusal.reason, amounts)
        return BadHistory(place, reason, refusal.paragraphs, wrong=wrong)
    if refusal.code is Code.WRONG_AMOUNT:
        return BadHistory(place, _wrong_amount(round_, act, refusal, amounts), refusal.paragraphs, wrong=wrong)
    allowed = _by_player(refusal.allowed_by, amounts)
    reason = f"{_by_player(refusal.reason, amounts)}; allowed: {allowed}"
    return BadHistory(place, reason, refusal.paragraphs, wrong=wrong)


def _by_player(said: str, amounts: Amounts) -> str:
    return _MONEY.sub(
        lambda found: amounts(_parts(found)), said.replace("seat ", "player ").replace("seats ", "players ")
    )


def _parts(found: re.Match[str]) -> int:
    return 100 * int(found["dollars"].replace(",", "")) + int(found["cents"] or 0)


def _wrong_amount(round_: Round, act: RoundAct, refusal: Refusal, amounts: Amounts) -> str:
    may = choice(round_)
    if may is None:
        return _by_player(refusal.reason, amounts)
    ways = [] if may.forced else ["fold"]
    ways += [f"the forced bet of {amounts(may.forced)}"] if may.forced else []
    ways += ["check"] if may.may_check else []
    ways += [f"call {amounts(may.call)}"] if may.may_call else []
    if may.max_to:
        exactly = amounts(may.min_to) if may.min_to == may.max_to else f"{amounts(may.min_to)} to {amounts(may.max_to)}"
        ways += [f"{'raise to' if round_.bet else 'bet'} {exactly}"]
    reason = _by_player(refusal.reason, amounts)
    if isinstance(act, Bet) and may.max_to and not may.min_to <= act.to_cents <= may.max_to:
        few = act.to_cents < may.min_to
        reason = f"{amounts(act.to_cents)} is too {'little' if few else 'much'} for player {act.seat}"
    elif isinstance(act, Bet) and may.max_to:
        reason = f"{amounts(act.to_cents)} is not a multiple of the smallest chip, {amounts(may.step)}"
    return f"{reason}; allowed: {', '.join(ways)}"
