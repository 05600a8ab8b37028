"""A clause of the specification, and the result of testing it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from hil.conformance.bench import Bench


class Verdict(StrEnum):
    MET = "met"
    NOT_MET = "not met"
    NOT_ASKED = "could not be asked"
    TAKES_HANDS = "takes hands"


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """A clause. `says` is the specification's sentence in short; `check` raises NotMet, CannotAsk or TakesHands."""

    name: str
    section: str
    says: str
    check: Callable[[Bench], Awaitable[None]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A line of the report; `why` is empty for a clause that is met at the first attempt."""

    clause: Clause
    verdict: Verdict
    why: str = ""


def rule(number: int) -> str:
    return f"5 Messages, rule {number}"
