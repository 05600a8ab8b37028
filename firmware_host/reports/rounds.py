"""The record round by round: finding a round, and reading rounds one at a time."""

from collections.abc import Iterable, Iterator

from firmware_host.errors import UserError
from firmware_host.reports.record_reader import RecordReader, amended_since, standing
from firmware_host.reports.round_context import DUTY, context_before
from firmware_host.reports.round_reading import shaken
from firmware_host.reports.round_story import Shake, State
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.round_facts import RoundCompleted, RoundStarted, RoundVoided
from firmware_host.rules.struct import Record
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.corrections import Amended, Corrected, SumCorrected
from firmware_host.table.facts.decks import DeckPutInPlay, ShuffleProved
from firmware_host.table.facts.dice import ShakeSettled, WagersOpened
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import ApprovalGiven
from firmware_host.table.facts.system import ConfigurationAdopted
from firmware_host.table.terms import Back

LOOK_BACK = 64


class Span(Record, frozen=True, kw_only=True):
    """The numbers of a round's first and last fact."""

    first: int
    last: int


def span(reading: RecordReader, round_: int) -> Span:
    """Return the facts of this round. Raises UserError if there is no such round."""
    last = reading.last
    newest = _rounds_by(reading, last)
    if not 1 <= round_ <= newest:
        raise UserError(f"there is no round {round_} in {reading.folder}: {_there_are(newest)}")
    first = _first_of(reading, round_, last)
    end = first
    for fact in reading.facts(after=first - 1):
        if fact.round != round_:
            break
        end = fact.number
    return Span(first=first, last=end)


def newest_round(reading: RecordReader) -> int:
    """Return the number of the newest round, or 0 before the first."""
    return _rounds_by(reading, reading.last)


def _first_of(reading: RecordReader, round_: int, last: int) -> int:
    """Return the first fact of this round, by binary search."""
    low, high = 1, last
    while low < high:
        middle = (low + high) // 2
        if _rounds_by(reading, middle) >= round_:
            high = middle
        else:
            low = middle + 1
    return low


def _rounds_by(reading: RecordReader, number: int) -> int:
    """Return how many rounds had begun by this fact. Facts between rounds carry no round, so search backwards."""
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
            return "there is only round 1"
        case _:
            return f"there are rounds 1 to {newest}"


class RecordedRound(Record, frozen=True, kw_only=True):
    """
    One round from the record.

    `facts` are all its facts, `standing` those in effect with corrections applied; `dealer` was on duty and `config` in
    force when it began; `proof` is the proof of its deck, if a device reported one.
    """

    round: int
    facts: tuple[Fact, ...]
    standing: tuple[Fact, ...]
    hash: str
    dealer: str | None
    proof: ShuffleProved | None
    config: TableConfig | None
    simulated: bool = False

    @property
    def game(self) -> GameName | None:
        """Return the game that was played."""
        for fact in self.standing:
            if isinstance(fact.body, RoundStarted):
                return fact.body.game
        return GameName.MINI_DICE if any(isinstance(fact.body, WagersOpened) for fact in self.standing) else None

    @property
    def place(self) -> str:
        """Return house and table, as in the topics."""
        return f"{self.config.house}/{self.config.table}" if self.config else ""

    @property
    def approved_by(self) -> tuple[str, ...]:
        """Return the two people who voided this round, else the first two who approved something in it, if any did."""
        voided = {fact.cause for fact in self.standing if isinstance(fact.body, RoundVoided)}
        given = [(fact.cause, fact.body) for fact in self.standing if isinstance(fact.body, ApprovalGiven)]
        of_this = [body for cause, body in given if cause in voided] or [body for _, body in given]
        return (of_this[0].asked_by, of_this[0].approved_by) if of_this else ()

    @property
    def shake(self) -> Shake | None:
        """Return the shake of the mini-dice, if the round was one."""
        return shaken(self.standing, tracked=self.config is not None and self.config.tracking is Tracking.FULL)

    @property
    def state(self) -> State:
        """Return the state of the round."""
        return state_of(self.standing)

    @property
    def is_over(self) -> bool:
        """Return whether the round was completed or declared void."""
        return self.state is not State.UNDER_WAY

    @property
    def corrected(self) -> int:
        """Return how many corrections were made in the round."""
        return len({fact.cause for fact in self.facts if isinstance(fact.body, Amended | Corrected | SumCorrected)})


def state_of(standing: Iterable[Fact]) -> State:
    """Return the state of a round from its facts in effect."""
    kinds = {type(fact.body) for fact in standing}
    if RoundVoided in kinds:
        return State.VOID
    return State.OVER if kinds & {RoundCompleted, ShakeSettled} else State.UNDER_WAY


class RoundRange(Record, frozen=True, kw_only=True):
    """Rounds `first` to `last` of a record, and the numbers of their facts."""

    first: int
    last: int
    facts: Span


def found(reading: RecordReader, first: int | None, last: int | None) -> RoundRange | None:
    """
    Return these rounds; `first` and `last` default to the first and the newest round. None if there are no rounds.

    Raises UserError for a given round that does not exist.
    """
    if first is None and last is None and not newest_round(reading):
        return None
    begin = 1 if first is None else first
    end = newest_round(reading) if last is None else last
    return RoundRange(first=begin, last=end, facts=Span(first=span(reading, begin).first, last=span(reading, end).last))


def by_round(reading: RecordReader, rounds: RoundRange) -> Iterator[RecordedRound]:
    """Yield the rounds in order."""
    return _Gathered(reading, rounds).each()


class _Gathered:
    """One pass over the facts that keeps track of the dealer on duty and the last proof of each deck."""

    def __init__(self, reading: RecordReader, rounds: RoundRange) -> None:
        self.reading = reading
        self.rounds = rounds
        before = context_before(reading, rounds.facts.first)
        self.dealer = before.dealer
        self.config = before.config
        self.proofs: dict[Back, ShuffleProved] = {}
        self.amended = amended_since(reading, after=rounds.facts.first - 1, to=rounds.facts.last)
        self.simulated = reading.is_simulated()

    def each(self) -> Iterator[RecordedRound]:
        under_way: list[Fact] = []
        hash_, dealer = b"", self.dealer
        for link in self.reading.links(after=self.rounds.facts.first - 1, to=self.rounds.facts.last):
            fact = self.reading.fact(link)
            if under_way and fact.round != under_way[0].round:
                yield self._kept(under_way, hash_, dealer)
                under_way = []
            if fact.round:
                dealer = dealer if under_way else self.dealer
                under_way.append(fact)
                hash_ = link.hash
            self._remember(fact)
        if under_way:
            yield self._kept(under_way, hash_, dealer)

    def _remember(self, fact: Fact) -> None:
        if isinstance(fact.body, DUTY):
            self.dealer = fact.body.dealer
        elif isinstance(fact.body, ConfigurationAdopted):
            self.config = fact.body.config
        elif isinstance(fact.body, ShuffleProved):
            self.proofs[fact.body.back] = fact.body

    def _kept(self, facts: list[Fact], hash_: bytes, dealer: str | None) -> RecordedRound:
        stands = standing(facts, self.amended)
        return RecordedRound(
            simulated=self.simulated,
            round=facts[0].round,
            facts=tuple(facts),
            standing=stands,
            hash=hash_.hex(),
            dealer=dealer,
            proof=self._proof(stands),
            config=self.config,
        )

    def _proof(self, standing: tuple[Fact, ...]) -> ShuffleProved | None:
        """Return the proof of the round's deck; read back in the record if it came before the first round."""
        for fact in standing:
            if isinstance(fact.body, DeckPutInPlay):
                order, last = fact.body.order, self.proofs.get(fact.body.back)
                if last is not None and last.order == order:
                    return last
                since = self.reading.of_kinds((ShuffleProved,), after=order, to=fact.number)
                proofs = (proof.body for proof in since if isinstance(proof.body, ShuffleProved))
                return next((proof for proof in proofs if proof.order == order), None)
        return None
