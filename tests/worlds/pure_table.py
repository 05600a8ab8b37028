"""A table without host, journal or clock: intents go in, facts come out. For tests of what the table decides."""

from functools import cache, cached_property

from msgspec import json
from msgspec.structs import replace

from firmware_host.rules.cards import Places
from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.round_acts import AwardPot, CompleteBetting
from firmware_host.rules.stakes import HeadsUp
from firmware_host.table import history
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.decks import CountCards, CutDeck, ReportShuffle, ReportShuffleFailure, SenseDeck
from firmware_host.table.acts.dice import OrderShakerPassed, ShakerSensed
from firmware_host.table.acts.floor import (
    BeginTrust,
    EnrolKey,
    EnrolPerson,
    ReportRightPin,
    ReportWrongPin,
    ResetPin,
    RevokeKey,
    RevokePerson,
)
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.acts.record_in_doubt import ReportIgnoredCheckpoint, ReportNewerRecord, ReportRecordEnd
from firmware_host.table.acts.round import ChangeGame, Deal, PressKey, SensePuck
from firmware_host.table.acts.seating import ComeBack, StepAway
from firmware_host.table.acts.shuffler import ReportDelivery, ShufflerSensed
from firmware_host.table.acts.system import (
    PassDeadline,
    ReportSetAside,
    RestoreJournal,
    SenseClock,
    SenseDevice,
    SenseDisk,
    Start,
    TakeSnapshot,
)
from firmware_host.table.clocks import Stamp
from firmware_host.table.config import TableConfig
from firmware_host.table.deadlines import alarms
from firmware_host.table.decide import decide
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.facts.floor import ApprovalGiven
from firmware_host.table.history import Ledger, rules_digest
from firmware_host.table.no_paragraph import why_none
from firmware_host.table.state.decks import Deck
from firmware_host.table.state.people import one_is_enough
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Grade, Known, Mode, Rest
from tests.counting import discards_due
from tests.worlds.opening import EVERYBODY, SECOND_SUPERVISOR, SPREAD, opening, trusted, trusted_too, usual_actor

JOURNAL = "0123456789abcdef0123456789abcdef"

SEATS = (1, 2, 4, 5, 7, 8, 10)

MINUTE_MS = 60_000

LOOK_MS = 2_000

BEGINNING = Stamp(wall_ms=1_767_225_600_000, mono_ms=0, boot="boot-1", synced=True)

SENSED = (
    SenseDevice,
    SenseDeck,
    ReportShuffle,
    ReportShuffleFailure,
    SensePuck,
    *ShakerSensed.__args__,
    *ShufflerSensed.__args__,
)


def configuration(
    *,
    seats: tuple[int, ...] = SEATS,
    blinds: int = 2,
    accepts: tuple[Grade, ...] = (Grade.REPORTED,),
    decks: tuple[Back, Back] = (Back.BLUE, Back.RED),
    shuffler: bool = True,
    heads_up: HeadsUp = HeadsUp.BY_PARAGRAPH,
    relief_minutes: int = 0,
    dealers_enrolled: bool = False,
    idle_without_round_minutes: int = 0,
) -> TableConfig:
    return TableConfig(
        house="demo",
        table="poker-1",
        dealer="dealer-1",
        seats=seats,
        blinds=blinds,
        accepts=accepts,
        decks=decks,
        shuffler=shuffler,
        heads_up=heads_up,
        relief_minutes=relief_minutes,
        dealers_enrolled=dealers_enrolled,
        # Hours pass at these tables with players who sit there; a table where that is not told has tests of its own.
        idle_without_round_minutes=idle_without_round_minutes,
    )


class PureTable:
    """Ask it anything with `ask`; the other verbs ask in the name of whoever usually does."""

    def __init__(self, config: TableConfig | None = None) -> None:
        self.config = config or configuration()
        self.facts: list[Fact] = []
        self.ledger = Ledger.empty(JOURNAL)
        self.now = BEGINNING
        self.asked = 0

    @cached_property
    def rules(self) -> str:
        return rules_digest(self.config)

    @property
    def state(self) -> TableState:
        return self.ledger.state

    @property
    def places(self) -> Places:
        assert self.state.round is not None, "no round is under way"
        return self.state.round.places

    def deck(self, back: Back) -> Deck:
        deck = self.state.deck(back)
        assert deck is not None, f"the table has no {back} deck"
        return deck

    def bodies(self) -> list[Body]:
        return [fact.body for fact in self.facts]

    def ask(
        self,
        act: Act,
        *,
        role: Role | None = None,
        via: Via | None = None,
        seen: int | None = None,
        actor: str | None = None,
    ) -> tuple[Fact, ...] | Refusal:
        """Answer as the host does: facts, or a refusal that has changed nothing."""
        usual_role, usual_via = usual_asker(act)
        self.asked += 1
        intent = Intent(
            id=f"intent-{self.asked}",
            actor=actor or usual_actor(act),
            role=role or usual_role,
            via=via or usual_via,
            at=self.now,
            seen=self.state.last if seen is None else seen,
            act=act,
        )
        return self.put(intent)

    def put(self, intent: Intent) -> tuple[Fact, ...] | Refusal:
        drafts = decide(self.state, intent)
        if isinstance(drafts, Refusal):
            assert drafts.paragraphs or why_none(drafts, intent.act), f"nothing is cited: {intent.act}: {drafts}"
            return drafts
        before = len(self.facts)
        for draft in drafts:
            fact = history.fact(self.state, intent, draft, at=intent.at, rules=self.rules)
            self.ledger = self.ledger.with_fact(fact)
            self.facts.append(fact)
        return tuple(self.facts[before:])

    def does(
        self, act: Act, *, role: Role | None = None, via: Via | None = None, actor: str | None = None
    ) -> tuple[Fact, ...]:
        """Ask for what must be granted."""
        answer = self.ask(act, role=role, via=via, actor=actor)
        assert not isinstance(answer, Refusal), f"{act} was refused: {answer}"
        return answer

    def refuses(
        self,
        act: Act,
        *,
        role: Role | None = None,
        via: Via | None = None,
        seen: int | None = None,
        actor: str | None = None,
    ) -> Refusal:
        """Ask for what must be refused; a refusal leaves everything as it was."""
        before = self.ledger
        answer = self.ask(act, role=role, via=via, seen=seen, actor=actor)
        assert isinstance(answer, Refusal), f"{act} was granted: {answer}"
        assert self.ledger is before
        return answer

    def requested(
        self, act: Approvable, *, role: Role = Role.FLOORPERSON, actor: str = "floor-1", why: str = "it has to be"
    ) -> int:
        """Let the first of two people ask for it; return the number of the request."""
        self._knows(actor, role)
        *_, asked = self.does(RequestApproval(act=act, why=why), role=role, actor=actor)
        return asked.number

    def by_two(self, act: Approvable) -> tuple[Fact, ...]:
        """Let a floorperson ask and a supervisor approve what two people must want; return what then became true."""
        request = self.requested(act)
        self._knows("supervisor-1", Role.CASINO_SUPERVISOR)
        given, *done = self.does(Approve(request=request), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")
        assert isinstance(given.body, ApprovalGiven)
        return tuple(done)

    def not_by_two(self, act: Approvable) -> Refusal:
        """The same where it must be refused, to the one or to the other."""
        self._knows("floor-1", Role.FLOORPERSON)
        self._knows("supervisor-1", Role.CASINO_SUPERVISOR)
        asked = self.ask(RequestApproval(act=act, why="it has to be"), role=Role.FLOORPERSON, actor="floor-1")
        if isinstance(asked, Refusal):
            return asked
        request = Approve(request=asked[-1].number)
        return self.refuses(request, role=Role.CASINO_SUPERVISOR, actor="supervisor-1")

    def started(self) -> "PureTable":
        """Start the controller; one person is enrolled in every role, so that a test asks in whichever it is about."""
        self.does(Start(software="firmware-host 0", config=self.config))
        self.does(trusted())
        self.does(trusted_too())
        return self

    def enrols(self, person: str, *roles: Role) -> None:
        act = EnrolPerson(person=person, roles=roles)
        if one_is_enough(self.state, act):
            self.does(act)
        else:
            self.by_supervisors(act)

    def by_supervisors(self, act: Approvable) -> tuple[Fact, ...]:
        """Let the two casino supervisors want it; return what then became true."""
        supervisor = Role.CASINO_SUPERVISOR
        *_, asked = self.does(RequestApproval(act=act, why="it has to be"), role=supervisor, actor=EVERYBODY)
        _, *done = self.does(Approve(request=asked.number), role=supervisor, actor=SECOND_SUPERVISOR)
        return tuple(done)

    def not_by_supervisors(self, act: Approvable) -> Refusal:
        """The same where it must be refused to the first of the two."""
        asks = RequestApproval(act=act, why="it has to be")
        return self.refuses(asks, role=Role.CASINO_SUPERVISOR, actor=EVERYBODY)

    def _knows(self, person: str, role: Role) -> None:
        if person not in self.state.people:
            self.enrols(person, role)

    def waits(self, ms: int) -> None:
        self.now = replace(self.now, wall_ms=self.now.wall_ms + ms, mono_ms=self.now.mono_ms + ms)

    def opened(self) -> "PureTable":
        """Everything of 14.4 up to two washed decks. A new table takes over the facts of the first one like it."""
        if self.asked or self.now != BEGINNING:
            return self.opens()
        first = _opened(json.encode(self.config))
        self.facts, self.ledger, self.asked, self.rules = [*first.facts], first.ledger, first.asked, first.rules
        return self

    def opens(self) -> "PureTable":
        if self.state.config is None:
            self.started()
        for act in opening(self.config):
            self.does(act)
        return self

    def spread(self) -> "PureTable":
        """Both decks inspected, verified and face up before the players."""
        if self.state.config is None:
            self.started()
        for act in SPREAD:
            self.does(act)
        return self

    def later(self, minutes: float) -> None:
        """Let time pass, and the clock say what it has to say by then."""
        ms = int(minutes * MINUTE_MS)
        self.now = replace(self.now, wall_ms=self.now.wall_ms + ms, mono_ms=self.now.mono_ms + ms)
        self.strike()

    def strike(self) -> None:
        """Let every deadline pass that has passed."""
        for alarm in alarms(self.state):
            if alarm.boot != self.now.boot or alarm.at_ms <= self.now.mono_ms:
                self.does(PassDeadline(name=alarm.name))

    def loaded(self, back: Back) -> int:
        """Put a deck into the shuffler; return the number of the order that follows."""
        self.does(SenseDeck(back=back))
        order = self.deck(back).order
        assert order is not None, "loading a deck orders its shuffle"
        return order

    def shuffled(self, back: Back) -> int:
        """Load the deck and let the shuffler prove it; return the order's number."""
        order = self.loaded(back)
        self.does(report(order, back))
        return order

    def ready(self, back: Back) -> None:
        """Everything before the deal."""
        self.counts_discards()
        self.shuffled(back)
        self.cuts(back)

    def cuts(self, back: Back) -> tuple[Fact, ...]:
        """Let the shuffler give the deck out, and the dealer cut it."""
        self.does(given_out(self.state, back))
        return self.does(CutDeck(back=back))

    def dealt(self, back: Back = Back.BLUE) -> "PureTable":
        self.ready(back)
        self.does(Deal())
        return self

    def played(self, back: Back) -> tuple[Fact, ...]:
        """One whole round on this deck, to a showdown; return its facts."""
        before = len(self.facts)
        self.dealt(back)
        for _ in range(4):
            self.does(CompleteBetting())
        self.does(AwardPot())
        self.counts_discards()
        return tuple(self.facts[before:])

    def counts_discards(self) -> None:
        """Say by a key that the discards of the round just played are right, where they are asked for (14.6(e)7)."""
        for act in discards_due(self.state):
            self.does(act)

    def presses(self, key: Key) -> tuple[Fact, ...]:
        """Let a dealer look at what is asked for, and press a key."""
        self.now = replace(self.now, wall_ms=self.now.wall_ms + LOOK_MS, mono_ms=self.now.mono_ms + LOOK_MS)
        return self.does(PressKey(key=key))


@cache
def _opened(config: bytes) -> PureTable:
    return PureTable(json.decode(config, type=TableConfig)).opens()


def report(
    order: int,
    back: Back,
    *,
    counted: int = 52,
    mode: Mode = Mode.SHUFFLE,
    duration_ms: int = 45_000,
    journal: str = JOURNAL,
    known: Known = Known.REPORTED,
    why: str | None = None,
    rest: Rest | None = None,
) -> ReportShuffle:
    return ReportShuffle(
        journal=journal,
        order=order,
        mode=mode,
        counted=counted,
        back=back,
        duration_ms=duration_ms,
        known=known,
        why=why,
        took_ms=duration_ms,
        rest=rest or Rest(mode=mode, shelf=back, shelf_cards=counted),
    )


def given_out(state: TableState, back: Back, *, counted: int = 52) -> ReportDelivery:
    """Return what the shuffler says when it gives out the deck that it has shuffled."""
    deck = state.deck(back)
    assert deck is not None, f"the table has no {back} deck"
    # Told again after it was taken up, nobody looks at the number any more.
    order = deck.proof.proved if deck.proof else 0
    rest = Rest(output=back, output_cards=counted)
    return ReportDelivery(journal=state.journal, order=order, back=back, counted=counted, rest=rest)


def is_refused(answer: tuple[Fact, ...] | Refusal, code: Code) -> bool:
    return isinstance(answer, Refusal) and answer.code is code


def usual_asker(act: Act) -> tuple[Role, Via]:
    match act:
        case Start() | RestoreJournal():
            return Role.HOST, Via.SCRIPT
        case BeginTrust() | ReportWrongPin() | ReportRightPin():
            return Role.HOST, Via.SCRIPT
        case EnrolPerson() | RevokePerson() | ResetPin() | EnrolKey() | RevokeKey():
            return Role.CASINO_SUPERVISOR, Via.PANEL
        case PassDeadline() | SenseClock() | SenseDisk() | TakeSnapshot() | ReportSetAside():
            return Role.HOST, Via.CLOCK
        case ReportRecordEnd() | ReportNewerRecord() | ReportIgnoredCheckpoint():
            return Role.HOST, Via.CLOCK
        case PressKey() | CountCards(counted=None):
            return Role.DEALER, Via.KEYS
        case OrderShakerPassed() | StepAway() | ComeBack() | ChangeGame():
            return Role.FLOORPERSON, Via.PANEL
        case _ if isinstance(act, SENSED):
            return Role.DEVICE, Via.SENSOR
        case _ if Role.DEALER in act.may_ask:
            return Role.DEALER, Via.PANEL
        case _:
            return next(role for role in Role if role in act.may_ask), Via.PANEL
