"""What is wrong with a hand history, in one line: the place, the reason, the paragraph."""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum

from firmware_host.rules.decision import Code, Refusal
from firmware_host.rules.round import Phase, Round
from firmware_host.rules.round.betting import choice
from firmware_host.rules.round_acts import Bet, DealStreet, RoundAct, ShowHand

Amounts = Callable[[int], str]

"""Writes an amount of the engine's in the file's units."""


_MONEY = re.compile(r"\$(?P<dollars>[\d,]+)(?:\.(?P<cents>\d\d))?")


class Wrong(StrEnum):
    """What kind of mistake it is: whether to mend the file or to look again at what was played."""

    FILE = "file"
    """It cannot be read, or says what no hand can be."""
    LIE = "lie"
    """It contradicts itself: cards that are out already, or stacks at the end that the play does not give."""
    PLAY = "play"
    """It can be read, and the rules do not allow what it says."""


class BadHistory(Exception):  # noqa: N818 - the history is bad
    """The file does not say what a hand history must say. `place` is the field or the action it is about."""

    def __init__(self, place: str, reason: str, paragraphs: Sequence[str] = (), *, wrong: Wrong = Wrong.FILE) -> None:
        """Name the place; the paragraph too, where the rules stand in the way."""
        super().__init__(f"{place}: {reason}{cited(paragraphs)}")
        self.place = place
        self.reason = reason
        self.paragraphs = tuple(paragraphs)
        self.wrong = wrong


def cited(paragraphs: Iterable[str]) -> str:
    """
    Return the paragraphs in brackets, nothing where there are none; an interpretation is marked as one.

    >>> cited(["14.10(f)", "I-6"])
    ' (14.10(f), I-6, an interpretation)'
    """
    said = ", ".join(f"{each}, an interpretation" if each.startswith("I-") else each for each in paragraphs)
    return f" ({said})" if said else ""


def refused(round_: Round, act: RoundAct, refusal: Refusal, amounts: Amounts, place: str) -> BadHistory:
    """
    Return a refusal of the engine in the words of the file.

    It names players instead of seats, and amounts in the file's units instead of cents.
    """
    dealt_wrong = refusal.code is Code.NOT_SEATED and isinstance(act, DealStreet)
    wrong = Wrong.LIE if refusal.code is Code.WRONG_CARDS or dealt_wrong else Wrong.PLAY
    if round_.phase in (Phase.SHOWDOWN, Phase.AWARDED, Phase.COMPLETED) and not isinstance(act, ShowHand):
        reason = "the betting is over" if refusal.code is Code.NOT_NOW else _by_player(refusal.reason, amounts)
        return BadHistory(place, reason, refusal.paragraphs, wrong=wrong)
    if refusal.code is Code.WRONG_AMOUNT:
        return BadHistory(place, _wrong_amount(round_, act, refusal, amounts), refusal.paragraphs, wrong=wrong)
    allowed = _by_player(refusal.allowed_by, amounts)
    reason = f"{_by_player(refusal.reason, amounts)}; it could be: {allowed}"
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
        reason = f"{amounts(act.to_cents)} is not in whole chips of {amounts(may.step)}"
    return f"{reason}; it could be: {', '.join(ways)}"
