"""A gaming day in figures, as a value: what the report shows, prints as JSON and writes for a spreadsheet."""

from firmware_host.rules.game import GameName
from firmware_host.rules.pots.bad_beat import PayoutShare
from firmware_host.rules.struct import Record
from firmware_host.table.terms import AlertKind, Back, Grade, JournalId


class Play(Record, frozen=True, kw_only=True):
    """
    Rounds that began on the day, a shake of the mini-dice being one. `seconds` is what those that were played out took,
    all together; `no_rolls`, `collected_cents` and `paid_cents` are of mini-dice.

    Amounts are none where no round of them was told any.
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
    """What was played of one game."""

    game: GameName
    play: Play


class DealerDay(Record, frozen=True, kw_only=True):
    """
    What one dealer dealt: the rounds that began while this dealer was on duty, and for how long that was.

    `time_cents` is what was collected for time meanwhile.
    """

    dealer: str
    play: Play
    on_duty_s: int
    time_cents: int = 0


class TimeChargeDay(Record, frozen=True, kw_only=True):
    """The charge per half hour (I-9): how many half hours were over, how often it was collected, what it came to."""

    half_hours: int
    collections: int
    cents: int


class Payout(Record, frozen=True, kw_only=True):
    """The fund was paid for a bad beat that this person verified (I-10)."""

    fact: int
    cents: int
    verified_by: str
    shares: tuple[PayoutShare, ...]


class FundDay(Record, frozen=True, kw_only=True):
    """
    The bad beat fund: what it held as the day began and ended.

    Between that `put_in_cents` came from the house, `given_cents` from pots, and `paid_cents` went to players.
    """

    began_cents: int
    put_in_cents: int
    given_cents: int
    paid_cents: int
    ended_cents: int
    payouts: tuple[Payout, ...]


class ShufflesDay(Record, frozen=True, kw_only=True):
    """
    What became of one deck: proofs by grade and shuffles that came to nothing, how often it was dealt, counts of its
    stub and discards, right and wrong, and how often it was sorted, cut again, held as suspect, or left the table.
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
    Alerts of one kind: how many came up, how many were cleared, how long they stood on this day.

    `raised` leaves out those raised again while they stood; `standing` is how many the day ended with.
    """

    alert: AlertKind
    raised: int
    cleared: int
    standing: int
    stood_s: int
    longest_s: int


class DeviceDay(Record, frozen=True, kw_only=True):
    """How often and for how long a device did not answer; `down` as the day ended."""

    device: str
    times: int
    down_s: int
    down: bool


class VoidRound(Record, frozen=True, kw_only=True):
    """A round that was declared void, and the two people who answer for it."""

    round: int
    fact: int
    why: str
    approved_by: tuple[str, ...] = ()


class ApprovalsDay(Record, frozen=True, kw_only=True):
    """What two people were asked for, by what it was: how often, and what became of the requests."""

    act: str
    asked: int = 0
    given: int = 0
    declined: int = 0
    expired: int = 0


class Override(Record, frozen=True, kw_only=True):
    """A deck was allowed to be dealt for one round without a proof of its shuffle, and who answers for it."""

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
    Facts `first` to `last` of the journal are of this day; `hash` is that of the last, and all before it were checked.

    `begins` and `ends` are the day's own bounds by the wall's clock. `unsynced` is how many of its facts were stamped
    by a clock that was not synchronised; `starts` are the controller's, `boots` the board's.
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
