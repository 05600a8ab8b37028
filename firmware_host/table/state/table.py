"""The state of the table, folded from its facts."""

from msgspec import field

from firmware_host.rules.round import Round
from firmware_host.rules.round.left_over import Played
from firmware_host.rules.struct import Record, Seat
from firmware_host.table.clocks import Clocks, Stamp
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.round import RoundHalted
from firmware_host.table.identities import CommandKey, Person
from firmware_host.table.state.decks import Deck, Place, Stage
from firmware_host.table.state.dice import DiceState
from firmware_host.table.state.floor import Agreed, Alert, Pending
from firmware_host.table.state.money import Money
from firmware_host.table.state.round_log import Told
from firmware_host.table.state.seating import Away, BlindsOwed
from firmware_host.table.state.shuffler import ShufflerState
from firmware_host.table.terms import Back, Pins


class Warned(Record, frozen=True, kw_only=True):
    """A warning already given. A postponed deadline has another `due_ms` and is warned of again."""

    name: str
    boot: str
    due_ms: int


class Candidate(Record, frozen=True, kw_only=True):
    """The configuration in table.toml at the latest start that differs from the one in force; `number` is its fact."""

    number: int
    config: TableConfig


class Program(Record, frozen=True, kw_only=True):
    """
    How the installed program compared with its manifest since the latest start; without a key there is no manifest.

    `serial` is the newest manifest seen under `house_key`: an older one is a difference.
    """

    house_key: str
    serial: int
    sha256: str
    differing: tuple[str, ...]


class TableState(Record, frozen=True, kw_only=True):
    """
    The whole state of one table.

    Fact numbers: `last` is the newest fact; `turn` the newest that changed whose turn it is or what comes next (an act
    by somebody who had not seen it is out of date); `started` the controller's latest start, at `started_at`.
    `config` is in force now, with the present game; `adopted` is the configuration as it was put in force.
    `latest_step` are the facts that the dealer may still take back; `told` are all facts of the round under way.

    `idle_due` means that both decks are to be spread before the next deal; `quiet_since` is when fewer than two players
    were left, `played_at` when the last round ended or the table was opened by the intent `opened_by`; `seats_told`
    means that a change of seats was entered since (I-22).
    `left` is what the last round left to be counted, `stub_counted` the number counted of its stub; `discards_due`
    means that its discards are counted before the next deal. `struck_at` is the time of the latest prompt made by a
    clock. `halted_by` is the latest fact that halted a round; `seated` is the fact by which each seat's player sat
    down.
    `end_doubted` is the fact that puts the end of the record in doubt, `superseded` the one that found a newer or
    another record of this table; 0 without one. `program` is the newest comparison with the manifest of the program;
    `program_checked` means that it was made since the latest start.
    """

    journal: str
    last: int = 0
    turn: int = 0
    started: int = 0
    started_at: Stamp | None = None
    config: TableConfig | None = None
    candidate: Candidate | None = None
    adopted: TableConfig | None = None
    is_open: bool = False
    idle: bool = False
    idle_due: bool = False
    quiet_since: Stamp | None = None
    played_at: Stamp | None = None
    opened_by: str | None = None
    seats_told: bool = False
    dealer: str | None = None
    dealer_since: Stamp | None = None
    relief_due: bool = False
    people: dict[str, Person] = field(default_factory=dict)
    keys: dict[str, CommandKey] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    seated: dict[int, int] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    away: dict[int, Away] = field(default_factory=dict)
    owed: BlindsOwed = BlindsOwed()
    money: Money = Money()
    button: Seat | None = None
    button_before_stud: Seat | None = None
    kill_button: Seat | None = None
    puck: Seat | None = None
    puck_known: bool = False
    devices: dict[str, bool] = field(default_factory=dict)
    decks: tuple[Deck, ...] = ()
    last_used: Back | None = None
    hand_approved: bool = False
    stub_counted_at: Stamp | None = None
    stub_due: bool = False
    struck_at: Stamp | None = None
    left: Played | None = None
    stub_counted: int | None = None
    discards_due: bool = False
    rounds_since_counted: int = 0
    floor_called: bool = False
    alerts: tuple[Alert, ...] = ()
    approvals: tuple[Pending, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    warned: tuple[Warned, ...] = ()
    rounds: int = 0
    round: Round | None = None
    told: tuple[Told, ...] = ()
    dice: DiceState | None = None
    halted: RoundHalted | None = None
    halted_by: int = 0
    latest_step: tuple[int, ...] = ()
    latest_cause: str | None = None
    clocks: Clocks | None = None
    disk_low: bool = False
    end_doubted: int = 0
    superseded: int = 0
    shuffler: ShufflerState = ShufflerState()
    pins: Pins = Pins.UNKNOWN
    program: Program | None = None
    program_checked: bool = False

    def deck(self, back: Back) -> Deck | None:
        """Return the deck with these backs, if it is one of the table's."""
        return next((deck for deck in self.decks if deck.back is back), None)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Return the seats whose players are present; absent players are not dealt in (14.7(c)5)."""
        return tuple([seat for seat in self.seats if seat not in self.away])

    @property
    def receives_players(self) -> bool:
        """
        Return whether players may come and go: the table is open, or its decks are ready for inspection.

        The first two players are seated before the opening, since they have to inspect the decks (14.4(b), 14.5(d)).
        """
        return self.is_open or self.idle or any(deck.stage in (Stage.SPREAD, Stage.READY) for deck in self.decks)

    @property
    def due_deck(self) -> Deck | None:
        """
        Return the deck for the next round: the two decks alternate, round by round (14.2(d)3).

        Before the first round the deck that is further prepared begins, so that loading the second deck into the
        shuffler never takes the turn from the first, cut and waiting. Decks shuffled by hand need not alternate
        (14.2(b)): the deck just used is used again, unless the other one is further prepared and needs no count.
        """
        if self.by_hand:
            return max(self.decks, key=lambda deck: (_by_hand(deck), deck.back is self.last_used), default=None)
        others = (deck for deck in self.decks if deck.back is not self.last_used)
        return max(others, key=_how_far_on, default=None)

    @property
    def by_hand(self) -> bool:
        """Return whether the dealer shuffles by hand: there is no shuffler, or the floor approved it."""
        return self.hand_approved or (self.config is not None and not self.config.shuffler)

    @property
    def in_shuffler(self) -> Deck | None:
        """Return the deck in the shuffler."""
        return next((deck for deck in self.decks if deck.place is Place.SHUFFLER), None)

    @property
    def round_number(self) -> int:
        """Return the number of the round under way, 0 between rounds."""
        return self.rounds if self.is_playing else 0

    @property
    def is_playing(self) -> bool:
        """Return whether a round of poker, or a shake including its wagers, is under way."""
        return self.round is not None or (self.dice is not None and self.dice.under_way)

    @property
    def is_between_rounds(self) -> bool:
        """
        Return whether the table is between rounds.

        A shake begins as soon as the one before is settled, so that its wagers belong to it; until bets are closed it
        still counts as between rounds.
        """
        return self.round is None and (self.dice is None or not self.dice.is_shaken)


def _how_far_on(deck: Deck) -> tuple[bool, bool, bool, int]:
    return deck.cut, deck.proof is not None, deck.order is not None, _fit(deck)


def _by_hand(deck: Deck) -> tuple[bool, bool, int, bool]:
    return deck.cut, deck.proof is not None, _fit(deck), not deck.uncounted


def _fit(deck: Deck) -> int:
    return _NUMBER[deck.stage] if deck.suspect is None and deck.ran_out is None else -1


_NUMBER = {stage: number for number, stage in enumerate(Stage)}
"""Stages by how far the preparation of a deck has come."""
