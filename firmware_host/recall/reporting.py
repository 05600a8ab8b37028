"""
One pass over a record that adds up a gaming day.

Memory is bounded by a round and by what stands at one time, whatever the length of the record or of the day. Facts of
other days are read only as far as it takes to see when they were, but for the few kinds that may last into this one.
"""

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo

import msgspec

from firmware_host.journal.chain import Link
from firmware_host.recall.by_round import Kept
from firmware_host.recall.day import DayReport
from firmware_host.recall.gaming_day import GamingDay
from firmware_host.recall.lasting import DayClock
from firmware_host.recall.playing_day import Rounds
from firmware_host.recall.reading import Reading, tag_of
from firmware_host.recall.watching_day import LASTS, Approvals, Shuffles, Watch
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import Fact
from firmware_host.table.controller.bodies import ConfigurationAdopted
from firmware_host.table.play.bodies import Corrected
from firmware_host.table.stamp import Stamp
from firmware_host.trouble import Trouble

EVERY = 1_000
"""Facts between two words of progress."""


class _Kind(msgspec.Struct):
    kind: str


class _Glance(msgspec.Struct):
    """What is looked at of every fact."""

    at: Stamp
    round: int
    body: _Kind


_glances = msgspec.json.Decoder(_Glance)
_LASTS = frozenset(map(tag_of, (*LASTS, ConfigurationAdopted)))


def report(
    reading: Reading, day: GamingDay, *, zone: tzinfo | None, tell: Callable[[int], None] = lambda _: None
) -> DayReport:
    """Return the day's figures. Raises Trouble when the record has nothing of that day, or does not hold."""
    adding = _Adding(reading, day)
    for link in reading.links():
        adding.hear(link)
        if link.number % EVERY == 0:
            tell(link.number)
    return adding.report(zone)


class _Adding:
    """The figures so far; `latest` is the newest fact of the day."""

    def __init__(self, reading: Reading, day: GamingDay) -> None:
        self.reading = reading
        self.day = day
        self.clock = DayClock(day)
        self.watch = Watch()
        self.shuffles = Shuffles()
        self.approvals = Approvals()
        self.rounds = Rounds()
        self.gathered: list[Fact] = []
        self.dealer: str | None = None
        self.round = 0
        self.config: TableConfig | None = None
        self.facts = self.unsynced = self.first = 0
        self.latest: Link | None = None
        self.goes_on = False
        self.reaches: tuple[int, int] | None = None

    def hear(self, link: Link) -> None:
        glance = self._glance(link)
        wall_ms = glance.at.wall_ms
        self.reaches = (min(wall_ms, (self.reaches or (wall_ms,))[0]), max(wall_ms, (self.reaches or (0, wall_ms))[1]))
        on_day = self.day.has(glance.at)
        if self.gathered and glance.round != self.gathered[0].round:
            self._add_round()
        begins = on_day and glance.round > 0 and glance.round != self.round
        self.round = glance.round
        if begins or self.gathered or on_day or (wall_ms < self.day.end_ms and glance.body.kind in _LASTS):
            self._take(link, on_day=on_day, begins=begins)
        self.goes_on = self.goes_on or wall_ms >= self.day.end_ms

    def _take(self, link: Link, *, on_day: bool, begins: bool) -> None:
        fact = self.reading.fact(link)
        if begins:
            self.dealer = self.watch.dealer
        if begins or self.gathered:
            self.gathered.append(fact)
        if fact.at.wall_ms >= self.day.end_ms:
            return
        now = self.clock.at(fact.at) if on_day else self.clock.now
        self.watch.hear(fact.body, fact.number, now, on_day=on_day)
        self.approvals.hear(fact.body, fact.number, on_day=on_day)
        if isinstance(fact.body, ConfigurationAdopted):
            self.config = fact.body.config
        if on_day:
            self.shuffles.hear(fact.body)
            self.facts += 1
            self.unsynced += not fact.at.synced
            self.first = self.first or fact.number
            self.latest = link

    def _glance(self, link: Link) -> _Glance:
        try:
            return _glances.decode(link.data)
        except msgspec.MsgspecError as error:
            raise Trouble(f"fact {link.number} in {self.reading.folder} cannot be read ({error})") from error

    def _add_round(self) -> None:
        back = {fact.body.of for fact in self.gathered if isinstance(fact.body, Corrected)}
        kept = Kept(
            round=self.gathered[0].round,
            facts=tuple(self.gathered),
            standing=tuple(fact for fact in self.gathered if fact.number not in back),
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
            raise Trouble(self._nothing(zone))
        self.watch.close(self.clock.end(goes_on=self.goes_on))
        return DayReport(
            day=self.day.day,
            begins=_said(self.day.start_ms, zone),
            ends=_said(self.day.end_ms, zone),
            journal=self.reading.id,
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
            dealers=self.rounds.dealers(self.watch.on_duty_s()),
            shuffles=self.shuffles.days(),
            alerts=self.watch.alerts(),
            approvals=self.approvals.days(),
            floor=self.watch.floor(),
            devices=self.watch.devices(),
            starts=self.watch.starts,
            void=tuple(self.rounds.void),
        )

    def _nothing(self, zone: tzinfo | None) -> str:
        day = f"the gaming day {self.day.day}, which begins at {self.day.starts}:00"
        if self.reaches is None:
            return f"the record in {self.reading.folder} is empty; it has nothing of {day}"
        first, last = (_said(wall_ms, zone) for wall_ms in self.reaches)
        return f"the record in {self.reading.folder} has nothing of {day}; it goes from {first} to {last}"


def _said(wall_ms: int, zone: tzinfo | None) -> str:
    return f"{datetime.fromtimestamp(wall_ms / 1000, UTC).astimezone(zone):%Y-%m-%d %H:%M}"
