"""
The totals of a gaming day, added up in one pass over its facts.

Memory is bounded by one round and by the alerts and requests open at one time, not by the length of the record. Of
other days only the few kinds of facts are read whose effects may last into this day.
"""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

from firmware_host.errors import UserError
from firmware_host.journal.chain import Link
from firmware_host.reports.day_durations import LASTS, DayWatch
from firmware_host.reports.day_report import DayReport
from firmware_host.reports.day_totals import FUND_LASTS, ApprovalTotals, HouseMoney, RoundTotals, ShuffleTotals
from firmware_host.reports.gaming_day import DayClock, GamingDay
from firmware_host.reports.record_reader import RecordReader, amended_since, standing
from firmware_host.reports.rounds import RecordedRound
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.system import ConfigurationAdopted

EVERY = 1_000
"""How many facts are read between two reports of progress."""


def report(
    reading: RecordReader,
    day: GamingDay,
    *,
    zone: tzinfo | None,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> DayReport:
    """Return the day's figures. Raises UserError if the record has no fact of that day, or is damaged."""
    found = reading.stamped(day.start_ms, day.end_ms)
    if found is None:
        raise UserError(_nothing(reading, day, zone))
    first, last = found
    before = next(reading.facts(after=first - 2, to=first - 1), None) if first > 1 else None
    adding = _Adding(reading, day, after=first - 1, under_way=before.round if before else 0)
    for fact in reading.of_kinds((*LASTS, *FUND_LASTS, ConfigurationAdopted), to=first - 1):
        adding.lasts(fact)
    for link in reading.links(after=first - 1):
        if link.number > last and not adding.gathered:
            break
        adding.hear(link)
        if link.number % EVERY == 0:
            tell(link.number - first, last - first + 1)
    return adding.report(zone)


class _Adding:
    """The figures so far; `latest` is the newest fact of the day. Round `under_way` belongs to the day before."""

    def __init__(self, reading: RecordReader, day: GamingDay, *, after: int, under_way: int) -> None:
        self.reading = reading
        self.amended = amended_since(reading, after=after)
        self.day = day
        self.clock = DayClock(day)
        self.watch = DayWatch()
        self.shuffles = ShuffleTotals()
        self.approvals = ApprovalTotals()
        self.rounds = RoundTotals()
        self.house = HouseMoney()
        self.gathered: list[Fact] = []
        self.dealer: str | None = None
        self.round = under_way
        self.config: TableConfig | None = None
        self.facts = self.unsynced = self.first = 0
        self.latest: Link | None = None

    def lasts(self, fact: Fact) -> None:
        """Add a fact from before the day whose effect may last into it."""
        self._told(fact, 0, on_day=False)

    def hear(self, link: Link) -> None:
        """Add the next fact; a wrong clock may have stamped some of them with another day."""
        fact = self.reading.fact(link)
        on_day = self.day.has(fact.at)
        if self.gathered and fact.round != self.gathered[0].round:
            self._add_round()
        if on_day and fact.round not in (0, self.round):
            self.dealer = self.watch.dealer
            self.gathered.append(fact)
        elif self.gathered:
            self.gathered.append(fact)
        self.round = fact.round
        if on_day:
            self._count(fact, link)
        elif fact.at.wall_ms < self.day.end_ms:
            self._told(fact, self.clock.now, on_day=False)

    def _count(self, fact: Fact, link: Link) -> None:
        self._told(fact, self.clock.at(fact.at), on_day=True)
        self.shuffles.hear(fact.body)
        self.facts += 1
        self.unsynced += not fact.at.synced
        self.first = self.first or fact.number
        self.latest = link

    def _told(self, fact: Fact, now: int, *, on_day: bool) -> None:
        self.watch.hear(fact.body, fact.number, now, on_day=on_day)
        self.house.hear(fact, dealer=self.watch.dealer, on_day=on_day)
        self.approvals.hear(fact.body, fact.number, cause=fact.cause, on_day=on_day)
        if isinstance(fact.body, ConfigurationAdopted):
            self.config = fact.body.config

    def _add_round(self) -> None:
        kept = RecordedRound(
            round=self.gathered[0].round,
            facts=tuple(self.gathered),
            standing=standing(self.gathered, self.amended),
            hash="",
            dealer=self.dealer,
            proof=None,
            config=self.config,
        )
        self.rounds.add(kept)
        self.gathered = []

    def report(self, zone: tzinfo | None) -> DayReport:
        if self.gathered:
            self._add_round()
        if self.latest is None:
            raise ValueError("no fact of the day was heard")
        self.watch.close(self.clock.end(goes_on=self.reading.last > self.latest.number))
        return DayReport(
            day=self.day.day,
            begins=_said(self.day.start_ms, zone),
            ends=_said(self.day.end_ms, zone),
            journal=self.reading.id,
            simulated=self.reading.is_simulated(),
            house=self.config.house if self.config else "",
            table=self.config.table if self.config else "",
            first=self.first,
            last=self.latest.number,
            hash=self.latest.hash.hex(),
            facts=self.facts,
            unsynced=self.unsynced,
            first_round=self.rounds.first,
            last_round=self.rounds.last,
            play=self.rounds.all.play(),
            games=self.rounds.games(),
            dealers=self.rounds.dealers(self.watch.on_duty_s(), self.house.time_cents()),
            shuffles=self.shuffles.days(),
            alerts=self.watch.alerts(),
            overrides=tuple(self.approvals.overrides),
            approvals=self.approvals.days(),
            floor=self.watch.floor(),
            devices=self.watch.devices(),
            starts=self.watch.starts,
            boots=self.watch.boots,
            clock_jumps=self.watch.clock_jumps,
            void=tuple(self.rounds.void),
            time_charge=self.house.time_charge(),
            fund=self.house.fund(),
        )


def _nothing(reading: RecordReader, day: GamingDay, zone: tzinfo | None) -> str:
    asked = f"gaming day {day.day}, which begins at {day.starts}:00"
    reaches = reading.walls()
    if reaches is None:
        return f"the record in {reading.folder} is empty, so it has nothing for {asked}"
    first, last = (_said(wall_ms, zone) for wall_ms in reaches)
    return f"the record in {reading.folder} has nothing for {asked}; it runs from {first} to {last}"


def _said(wall_ms: int, zone: tzinfo | None) -> str:
    return f"{datetime.fromtimestamp(wall_ms / 1000, UTC).astimezone(zone):%Y-%m-%d %H:%M}"
