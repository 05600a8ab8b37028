"""What the house has of a day's money beside the rake: the charge per half hour, and the bad beat fund (I-9, I-10)."""

from collections import Counter

from firmware_host.recall.day import FundDay, Payout, TimeChargeDay
from firmware_host.rules.bodies import BadBeatContributed, RoundVoided
from firmware_host.table.contract import Fact
from firmware_host.table.correcting.bodies import Amended
from firmware_host.table.money.bodies import (
    BadBeatPaid,
    FundCarriedOver,
    FundOpened,
    TimeChargeCollected,
    TimeChargeDue,
)

FUND_LASTS = (FundOpened, FundCarriedOver, BadBeatPaid, BadBeatContributed, RoundVoided)
"""What the fund holds as the day begins is all that ever went into it and out of it."""


class House:
    """Tell it every fact of the day, and of the days before those the fund is made of."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._halves = self._collections = 0
        self._time: Counter[str] = Counter()
        self._fund: Counter[str] = Counter()
        self._has_fund = False
        self._round = 0
        self._given: dict[int, int] = {}
        self._payouts: list[Payout] = []

    def hear(self, fact: Fact, *, dealer: str | None, on_day: bool) -> None:
        """Take one fact. What the fund got before the day is what it begins with."""
        if fact.round != self._round:
            self._round, self._given = fact.round, {}
        match fact.body:
            case TimeChargeDue():
                self._halves += on_day
            case TimeChargeCollected(cents=cents) if on_day:
                self._collections += 1
                self._time[dealer or ""] += sum(cents)
            case FundOpened(cents=cents):
                self._into("put_in", cents, on_day=on_day)
            case FundCarriedOver(cents=cents):
                self._into("began", cents, on_day=on_day)
            case BadBeatContributed(cents=cents):
                self._given[fact.number] = cents
                self._into("given", cents, on_day=on_day)
            case Amended(changes=changes):
                for change in changes:
                    self._amended(change.of, change.body, on_day=on_day)
            case RoundVoided():
                self._into("given", -sum(self._given.values()), on_day=on_day)
            case BadBeatPaid(cents=cents, shares=shares):
                self._into("paid", cents, on_day=on_day)
                if on_day:
                    self._payouts.append(Payout(fact=fact.number, cents=cents, verified_by=fact.actor, shares=shares))
            case _:
                pass

    def time_charge(self) -> TimeChargeDay | None:
        """Return what time came to; none where no half hour was over and nothing was collected."""
        if not self._halves and not self._collections:
            return None
        return TimeChargeDay(half_hours=self._halves, collections=self._collections, cents=self._time.total())

    def time_cents(self) -> dict[str, int]:
        """Return what each dealer collected for time."""
        return dict(self._time)

    def fund(self) -> FundDay | None:
        """Return what became of the fund; none where there is none."""
        if not self._has_fund:
            return None
        fund = self._fund
        return FundDay(
            began_cents=fund["began"],
            put_in_cents=fund["put_in"],
            given_cents=fund["given"],
            paid_cents=fund["paid"],
            ended_cents=fund["began"] + fund["put_in"] + fund["given"] - fund["paid"],
            payouts=tuple(self._payouts),
        )

    def _into(self, what: str, cents: int, *, on_day: bool) -> None:
        if not cents and what == "given":
            return
        self._has_fund = True
        if on_day:
            self._fund[what] += cents
        else:
            self._fund["began"] += -cents if what == "paid" else cents

    def _amended(self, of: int, body: object, *, on_day: bool) -> None:
        if of in self._given and isinstance(body, BadBeatContributed):
            self._into("given", body.cents - self._given[of], on_day=on_day)
            self._given[of] = body.cents
