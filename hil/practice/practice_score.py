"""The score of a practice: steps done right, mistakes with their paragraphs, and the time of each kind of step."""

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence

from firmware_host.commands.explain import explained
from firmware_host.errors import UserError
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.rules.wording import number
from hil.practice.judging import TITLES, Kind

USUAL_S: Mapping[str, float] = {
    "a player's act": 2.0,
    "award pot": 8.0,
    "complete betting": 3.0,
    "complete draw": 3.0,
    "count cards": 15.0,
    "cut deck": 8.0,
    "deal": 6.0,
    "deal street": 8.0,
    "draw": 4.0,
    "hands": 5.0,
    "show hand": 8.0,
}
"""Seconds that a dealer at a table usually takes for a step; for the steps not named here OTHERS_S."""

OTHERS_S = 6.0

RIGHT, CORRECTED = 1.0, 0.5


class Paragraph(Record, frozen=True, kw_only=True):
    """A paragraph of the regulation with its text."""

    name: str
    text: str


class Mistake(Record, frozen=True, kw_only=True):
    """One mistake, as its card on the page shows it."""

    number: int
    kind: Kind
    round: int
    step: str
    """The key of what was due."""
    happened: str
    should: str
    why: str
    paragraphs: tuple[Paragraph, ...]
    facts: tuple[int, ...] = ()
    """The facts that recorded it."""
    corrected: bool = False
    """Whether it was taken back or changed nothing, so that it counts half."""

    @property
    def title(self) -> str:
        """Return the kind of mistake in words."""
        return TITLES[self.kind]


class Tally(Record, frozen=True, kw_only=True):
    """One thing that was due: what kind it was, whether it is done, and how long it took."""

    name: str
    done: bool = False
    seconds: float | None = None


class Pace(Record, frozen=True, kw_only=True):
    """The time of one kind of step."""

    step: str
    times: int
    median_s: float
    usual_s: float


class Score(Record, frozen=True, kw_only=True):
    """The result: points are steps, a corrected one counts half."""

    rounds: int
    steps: int
    points: float
    percent: int
    right: int
    corrected: int
    missed: int
    mistakes: tuple[Mistake, ...]
    pace: tuple[Pace, ...]


def score(tallies: Mapping[str, Tally], mistakes: Sequence[Mistake], *, rounds: int) -> Score:
    """Work out the score of everything that was done or missed; what is due right now does not count yet."""
    wrong: dict[str, bool] = {}
    for mistake in mistakes:
        wrong[mistake.step] = wrong.get(mistake.step, True) and mistake.corrected
    counted = [key for key, tally in tallies.items() if tally.done or not wrong.get(key, True)]
    right = sum(key not in wrong for key in counted)
    corrected = sum(wrong.get(key, False) for key in counted)
    points = right * RIGHT + corrected * CORRECTED
    return Score(
        rounds=rounds,
        steps=len(counted),
        points=points,
        percent=int(100 * points / len(counted)) if counted else 100,
        right=right,
        corrected=corrected,
        missed=len(counted) - right - corrected,
        mistakes=tuple(mistakes),
        pace=tuple(_pace(tallies.values())),
    )


def paragraph(name: str) -> Paragraph:
    """Return a paragraph with its text, or what contains it."""
    try:
        found = explained(name)
    except UserError:
        return Paragraph(name=name, text="")
    return Paragraph(name=name, text=" ".join(each.means for each in found))


def paragraphs(names: Paragraphs, *, most: int = 4) -> tuple[Paragraph, ...]:
    """Return the paragraphs with their texts, the first ones of many."""
    return tuple(paragraph(name) for name in dict.fromkeys(names[:most]))


def lines(result: Score) -> Iterator[str]:
    """Yield the score as text for the terminal."""
    rounds = f"{result.rounds} {'round' if result.rounds == 1 else 'rounds'}"
    yield f"Score: {result.percent} of 100 after {rounds}."
    yield (
        f"{number(result.steps, 'step')}: {result.right} right, {result.corrected} right after a correction, "
        f"{result.missed} missed."
    )
    if result.mistakes:
        yield "What was missed:"
    for mistake in result.mistakes:
        half = " (corrected: counts half)" if mistake.corrected else ""
        yield f"  {mistake.number}. Round {mistake.round}: {mistake.title}{half}"
        yield f"     {mistake.happened} {mistake.should}"
        if mistake.why:
            yield f"     {mistake.why}"
        for each in mistake.paragraphs:
            yield f"     [{each.name}] {each.text}"
    if result.pace:
        yield "Time for each step:"
        for pace in result.pace:
            yield f"  {pace.step:20} {pace.times:4} times, {pace.median_s:5.1f} s; usual {pace.usual_s:g} s"


def _pace(tallies: Iterable[Tally]) -> Iterator[Pace]:
    by_name: dict[str, list[float]] = {}
    for tally in tallies:
        if tally.seconds is not None:
            by_name.setdefault(tally.name, []).append(tally.seconds)
    for name, seconds in sorted(by_name.items()):
        yield Pace(
            step=name,
            times=len(seconds),
            median_s=round(statistics.median(seconds), 1),
            usual_s=USUAL_S.get(name, OTHERS_S),
        )
