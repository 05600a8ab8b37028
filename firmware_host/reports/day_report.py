"""The figures of a gaming day: the source of its page, its JSON and its spreadsheet."""

from firmware_host.rules.game import GameName
from firmware_host.rules.pots.bad_beat import PayoutShare
from firmware_host.rules.struct import Record
from firmware_host.table.terms import AlertKind, Back, Grade, JournalId


class Play(Record, frozen=True, kw_only=True):
    """
    Rounds that began on the day; a shake of the mini-dice is a round. `seconds` is the total time of the completed
    rounds; `no_rolls`, `collected_cents` and `paid_cents` are for mini-dice.

    Amounts are None if no round was tracked with amounts.
    """

    rounds: int = 0
    void: int = 0
    under_way: int = 0
    showdowns: int = 0
    corrections: int = 0
    seconds: int = 0
    rake_cents: int | None = None
    bad_beat_cents: int | None = None
    no_rolls: int = 0
    collected_cents: int | None = None
    paid_cents: int | None = None


class GameDay(Record, frozen=True, kw_only=True):
    """The rounds of one game."""

    game: GameName
    play: Play


class DealerDay(Record, frozen=True, kw_only=True):
    """
    What one dealer dealt: the rounds that began while this dealer was on duty, and the time on duty.

    `time_cents` is the time charge collected meanwhile.
    """

    dealer: str
    play: Play
    on_duty_s: int
    time_cents: int = 0


class TimeChargeDay(Record, frozen=True, kw_only=True):
    """The charge per half hour (I-9): half hours ended, times it was collected, and the total."""

    half_hours: int
    collections: int
    cents: int


class Payout(Record, frozen=True, kw_only=True):
    """A payout of the fund for a bad beat that this person verified (I-10)."""

    fact: int
    cents: int
    verified_by: str
    shares: tuple[PayoutShare, ...]


class FundDay(Record, frozen=True, kw_only=True):
    """
    The bad beat fund: what it held at the start and at the end of the day.

    In between, `put_in_cents` came from the house and `given_cents` from pots; `paid_cents` went to players.
    """

    began_cents: int
    put_in_cents: int
    given_cents: int
    paid_cents: int
    ended_cents: int
    payouts: tuple[Payout, ...]


class ShufflesDay(Record, frozen=True, kw_only=True):
    """
    One deck's day: proofs by grade, shuffles that failed, how often it was dealt, correct and wrong counts of its
    stub and discards, and how often it was sorted, cut again, held as suspect, or removed from the table.
    """

    back: Back
    ordered: int
    proved: dict[Grade, int]
    rejected: int
    overdue: int
    voided: int
    dealt: int
    counted_right: int = 0
    counted_wrong: int = 0
    sorted: int = 0
    recut: int = 0
    suspected: int = 0
    removed: int = 0
    overridden: int = 0


class AlertsDay(Record, frozen=True, kw_only=True):
    """
    Alerts of one kind: how many were raised, how many were cleared, how long they were active on this day.

    An alert raised again before it was cleared counts once; `standing` is how many were active at the end of the day.
    """

    alert: AlertKind
    raised: int
    cleared: int
    standing: int
    stood_s: int
    longest_s: int


class DeviceDay(Record, frozen=True, kw_only=True):
    """How often and for how long a device did not answer; `down` is the state at the end of the day."""

    device: str
    times: int
    down_s: int
    down: bool


class VoidRound(Record, frozen=True, kw_only=True):
    """A round that was declared void, and the two people who approved it."""

    round: int
    fact: int
    why: str
    approved_by: tuple[str, ...] = ()


class ApprovalsDay(Record, frozen=True, kw_only=True):
    """The requests for two-person approval of one kind of act: how many, and what became of them."""

    act: str
    asked: int = 0
    given: int = 0
    declined: int = 0
    expired: int = 0


class Override(Record, frozen=True, kw_only=True):
    """A deck dealt for one round without a proof of its shuffle, and the people who approved it."""

    fact: int
    back: Back
    why: str
    approved_by: tuple[str, ...]


class FloorDay(Record, frozen=True, kw_only=True):
    """Calls for the floor and how long people waited."""

    calls: int
    waited_s: int
    longest_s: int


class DayReport(Record, frozen=True, kw_only=True):
    """
    Facts `first` to `last` of the journal are of this day; `hash` is the hash of the last, and the chain was checked.

    `begins` and `ends` are the bounds of the day by the wall clock. `unsynced` is how many of its facts were stamped
    while the clock was not synchronised; `starts` counts starts of the controller, `boots` those of the board.
    """

    day: str
    begins: str
    ends: str
    journal: JournalId
    house: str
    table: str
    first: int
    last: int
    hash: str
    facts: int
    unsynced: int
    first_round: int | None
    last_round: int | None
    play: Play
    games: tuple[GameDay, ...]
    dealers: tuple[DealerDay, ...]
    shuffles: tuple[ShufflesDay, ...]
    alerts: tuple[AlertsDay, ...]
    overrides: tuple[Override, ...]
    approvals: tuple[ApprovalsDay, ...]
    floor: FloorDay
    devices: tuple[DeviceDay, ...]
    starts: int
    boots: int
    clock_jumps: int
    void: tuple[VoidRound, ...]
    time_charge: TimeChargeDay | None = None
    fund: FundDay | None = None
    simulated: bool = False
