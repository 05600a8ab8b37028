"""A gaming day's totals: rounds, the house's money, two-person approvals, shuffles."""

from collections import Counter

from firmware_host.reports.day_report import (
    ApprovalsDay,
    DealerDay,
    FundDay,
    GameDay,
    Override,
    Payout,
    Play,
    ShufflesDay,
    TimeChargeDay,
    VoidRound,
)
from firmware_host.reports.record_reader import tag_of
from firmware_host.reports.round_story import Shake, State
from firmware_host.reports.rounds import RecordedRound
from firmware_host.rules.game import GameName
from firmware_host.rules.round_facts import BadBeatContributed, RakeTaken, RoundStarted, RoundVoided, ShowdownBegan
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckPutInPlay,
    DeckRemoved,
    DeckShuffledByHand,
    DeckSorted,
    DeckSuspected,
    GateOverridden,
    PreShuffledAccepted,
    ProofVoided,
    RecutOrdered,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.facts.floor import (
    ApprovalCarriedOut,
    ApprovalDeclined,
    ApprovalExpired,
    ApprovalGiven,
    ApprovalRequested,
)
from firmware_host.table.facts.money import BadBeatPaid, FundCarriedOver, FundOpened, TimeChargeCollected, TimeChargeDue
from firmware_host.table.terms import Back, Grade

FUND_LASTS = (FundOpened, FundCarriedOver, BadBeatPaid, BadBeatContributed, RoundVoided)
"""The facts of earlier days to read: the fund at the start of a day is the sum of everything paid in and out."""

SECOND_MS = 1_000


class PlayTotals:
    """Running totals over rounds."""

    def __init__(self) -> None:
        self._play = dict.fromkeys(("rounds", "void", "under_way", "showdowns", "corrections", "no_rolls"), 0)
        self._ms = 0
        self._rake: int | None = None
        self._bad_beat: int | None = None
        self._collected: int | None = None
        self._paid: int | None = None

    def add(self, kept: RecordedRound) -> None:
        bodies = [fact.body for fact in kept.standing]
        self._play["rounds"] += 1
        self._play["void"] += kept.state is State.VOID
        self._play["under_way"] += kept.state is State.UNDER_WAY
        self._play["showdowns"] += any(isinstance(body, ShowdownBegan) for body in bodies)
        self._play["corrections"] += kept.corrected
        if kept.state is State.OVER:
            self._ms += _lasted_ms(kept)
        if any(isinstance(body, RoundStarted) and body.stakes for body in bodies):
            self._rake = (self._rake or 0) + sum(body.cents for body in bodies if isinstance(body, RakeTaken))
            contributed = sum(body.cents for body in bodies if isinstance(body, BadBeatContributed))
            self._bad_beat = (self._bad_beat or 0) + contributed

        self._add_shake(kept.shake)

    def _add_shake(self, shake: Shake | None) -> None:
        if shake is None:
            return
        self._play["no_rolls"] += shake.no_rolls
        if shake.collected_cents is not None and shake.paid_cents is not None:
            self._collected = (self._collected or 0) + shake.collected_cents
            self._paid = (self._paid or 0) + shake.paid_cents

    def play(self) -> Play:
        """Return the totals."""
        return Play(
            **self._play,
            seconds=round(self._ms / SECOND_MS),
            rake_cents=self._rake,
            bad_beat_cents=self._bad_beat,
            collected_cents=self._collected,
            paid_cents=self._paid,
        )


class RoundTotals:
    """All rounds of the day. A void round counts no rake: it was returned with the wagers (I-8)."""

    def __init__(self) -> None:
        self.all = PlayTotals()
        self.first: int | None = None
        self.last: int | None = None
        self.void: list[VoidRound] = []
        self._games: dict[GameName, PlayTotals] = {}
        self._dealers: dict[str, PlayTotals] = {}

    def add(self, kept: RecordedRound) -> None:
        """Add a round to every total it belongs to."""
        self.first = self.first or kept.round
        self.last = kept.round
        self.all.add(kept)
        if kept.game is not None:
            self._games.setdefault(kept.game, PlayTotals()).add(kept)
        for fact in kept.standing:
            if isinstance(fact.body, RoundVoided):
                self.void.append(
                    VoidRound(round=kept.round, fact=fact.number, why=fact.body.why, approved_by=kept.approved_by)
                )
        self._dealers.setdefault(kept.dealer or "", PlayTotals()).add(kept)

    def games(self) -> tuple[GameDay, ...]:
        """Return the rounds by game, in the order the games were first played."""
        return tuple(GameDay(game=game, play=rounds.play()) for game, rounds in self._games.items())

    def dealers(self, on_duty_s: dict[str, int], time_cents: dict[str, int]) -> tuple[DealerDay, ...]:
        """Return the rounds by dealer, including dealers on duty who dealt none."""
        names = sorted({*self._dealers, *on_duty_s, *time_cents})
        return tuple(
            DealerDay(
                dealer=name,
                play=self._dealers.get(name, PlayTotals()).play(),
                on_duty_s=on_duty_s.get(name, 0),
                time_cents=time_cents.get(name, 0),
            )
            for name in names
        )


def _lasted_ms(kept: RecordedRound) -> int:
    first, last = kept.facts[0].at, kept.facts[-1].at
    same = first.boot == last.boot
    return max(0, last.mono_ms - first.mono_ms if same else last.wall_ms - first.wall_ms)


class HouseMoney:
    """The house's money, from every fact of the day and from the earlier facts about the fund."""

    def __init__(self) -> None:
        self._halves = self._collections = 0
        self._time: Counter[str] = Counter()
        self._fund: Counter[str] = Counter()
        self._has_fund = False
        self._round = 0
        self._given: dict[int, int] = {}
        self._payouts: list[Payout] = []

    def hear(self, fact: Fact, *, dealer: str | None, on_day: bool) -> None:
        """Add one fact. What went into the fund before the day is its opening amount."""
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
        """Return the time charge; None if no half hour ended and nothing was collected."""
        if not self._halves and not self._collections:
            return None
        return TimeChargeDay(half_hours=self._halves, collections=self._collections, cents=self._time.total())

    def time_cents(self) -> dict[str, int]:
        """Return what each dealer collected as time charge."""
        return dict(self._time)

    def fund(self) -> FundDay | None:
        """Return the fund's day; None if there is no fund."""
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


class ApprovalTotals:
    """Two-person approvals of the day. A request made on an earlier day is known by its act."""

    def __init__(self) -> None:
        self.overrides: list[Override] = []
        self._days: dict[str, Counter[str]] = {}
        self._acts: dict[int, str] = {}
        self._answer: tuple[str, ...] = ()
        self._cause = ""

    def hear(self, body: Body, number: int, *, cause: str, on_day: bool) -> None:
        """Add one fact. Facts with the same cause as an approval were approved by its two people."""
        if cause != self._cause:
            self._cause, self._answer = cause, ()
        match body:
            case GateOverridden(back=back, why=why) if on_day:
                self.overrides.append(Override(fact=number, back=back, why=why, approved_by=self._answer))
            case ApprovalCarriedOut(asked_by=one, approved_by=another):
                self._answer = (one, another)
            case ApprovalRequested(act=act):
                self._acts[number] = tag_of(type(act))
                self._count(number, "asked", on_day=on_day)
            case ApprovalGiven(of=of, asked_by=one, approved_by=another):
                self._answer = (one, another)
                self._count(of, "given", on_day=on_day)
            case ApprovalDeclined(of=of):
                self._count(of, "declined", on_day=on_day)
            case ApprovalExpired(of=of):
                self._count(of, "expired", on_day=on_day)
            case _:
                pass

    def days(self) -> tuple[ApprovalsDay, ...]:
        """Return the approvals by act."""
        return tuple(ApprovalsDay(act=act, **counts) for act, counts in sorted(self._days.items()))

    def _count(self, of: int, what: str, *, on_day: bool) -> None:
        if on_day:
            self._days.setdefault(self._acts.get(of, ""), Counter())[what] += 1


class ShuffleTotals:
    """The day's shuffles, deck by deck."""

    def __init__(self) -> None:
        self._counts: dict[Back, Counter[str]] = {}
        self._proved: dict[Back, Counter[Grade]] = {}

    def hear(self, body: Body) -> None:
        """Add one fact of the day."""
        match body:
            case ShuffleOrdered(back=back):
                self._count(back, "ordered")
            case ShuffleProved(back=back, grade=grade):
                self._proved.setdefault(back, Counter())[grade] += 1
            case ShuffleRejected(back=back):
                self._count(back, "rejected")
            case ShuffleOverdue(back=back):
                self._count(back, "overdue")
            case ProofVoided(back=back):
                self._count(back, "voided")
            case DeckPutInPlay(back=back):
                self._count(back, "dealt")
            case DeckShuffledByHand(back=back):
                self._proved.setdefault(back, Counter())[Grade.BY_HAND] += 1
            case PreShuffledAccepted(backs=backs):
                for back in backs:
                    self._proved.setdefault(back, Counter())[Grade.PRE_SHUFFLED] += 1
            case CardsCounted(back=back):
                self._count(back, "counted_right" if body.right else "counted_wrong")
            case DeckSorted(back=back):
                self._count(back, "sorted")
            case RecutOrdered(back=back):
                self._count(back, "recut")
            case DeckSuspected(back=back):
                self._count(back, "suspected")
            case DeckRemoved(back=back):
                self._count(back, "removed")
            case GateOverridden(back=back):
                self._count(back, "overridden")
            case _:
                pass

    def days(self) -> tuple[ShufflesDay, ...]:
        """Return the shuffles by deck."""
        return tuple(
            ShufflesDay(
                back=back,
                ordered=counts["ordered"],
                proved=dict(self._proved.get(back, {})),
                rejected=counts["rejected"],
                overdue=counts["overdue"],
                voided=counts["voided"],
                dealt=counts["dealt"],
                counted_right=counts["counted_right"],
                counted_wrong=counts["counted_wrong"],
                sorted=counts["sorted"],
                recut=counts["recut"],
                suspected=counts["suspected"],
                removed=counts["removed"],
                overridden=counts["overridden"],
            )
            for back in sorted({*self._counts, *self._proved})
            for counts in (self._counts.get(back, Counter()),)
        )

    def _count(self, back: Back, what: str) -> None:
        self._counts.setdefault(back, Counter())[what] += 1
