"""Where in the record a round of play stands. Rounds are numbered on, so a few dozen looks find any of them."""

from firmware_host.recall.reading import Reading
from firmware_host.rules.record import Record
from firmware_host.trouble import Trouble

LOOK_BACK = 64


class Span(Record, frozen=True, kw_only=True):
    """The numbers of a round's first and last fact."""

    first: int
    last: int


def span(reading: Reading, round_: int) -> Span:
    """Return where this round stands. Raises Trouble when there is none."""
    last = reading.last
    newest = _rounds_by(reading, last)
    if not 1 <= round_ <= newest:
        raise Trouble(f"there is no round {round_} in {reading.folder}: {_there_are(newest)}")
    first = _first_of(reading, round_, last)
    end = first
    for fact in reading.facts(after=first - 1):
        if fact.round != round_:
            break
        end = fact.number
    return Span(first=first, last=end)


def newest_round(reading: Reading) -> int:
    """Return the number of the newest round, 0 before the first."""
    return _rounds_by(reading, reading.last)


def _first_of(reading: Reading, round_: int, last: int) -> int:
    """Return the first fact by which this round had begun."""
    low, high = 1, last
    while low < high:
        middle = (low + high) // 2
        if _rounds_by(reading, middle) >= round_:
            high = middle
        else:
            low = middle + 1
    return low


def _rounds_by(reading: Reading, number: int) -> int:
    """Return how many rounds had begun by this fact. Between rounds facts carry none, so look back for the latest."""
    while number > 0:
        start = max(0, number - LOOK_BACK)
        for fact in reversed(tuple(reading.facts(after=start, to=number))):
            if fact.round:
                return fact.round
        number = start
    return 0


def _there_are(newest: int) -> str:
    match newest:
        case 0:
            return "no round has been played yet"
        case 1:
            return "there is one, round 1"
        case _:
            return f"there are rounds 1 to {newest}"
