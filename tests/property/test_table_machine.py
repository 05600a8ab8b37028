"""
The whole pure table under everything anybody could do to it, in any order, legal or not.

`decide` and the ledger play; beside them a model of a few lines keeps what a regulator would: which deck has an unused
proof, which is cut, which was dealt last. A failing run prints its steps and `--hypothesis-seed` repeats it.
"""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.round import Phase
from firmware_host.rules.round_facts import BlindsPosted, HandsDealt, RoundCompleted, RoundStarted, RoundVoided
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.corrections import TakeBack
from firmware_host.table.acts.decks import (
    CountCards,
    CutDeck,
    ReportShuffle,
    ReportShuffleFailure,
    SenseDeck,
    VerifyDecks,
)
from firmware_host.table.acts.floor import BeginTrust, ClearAlert, OpenTable
from firmware_host.table.acts.intent import Act, Intent, Via
from firmware_host.table.acts.round import Deal, PressKey
from firmware_host.table.acts.shuffler import OrderReconciliation, ReportReconciliation
from firmware_host.table.acts.system import PassDeadline, Start
from firmware_host.table.config import TableConfig
from firmware_host.table.deadlines import alarms
from firmware_host.table.device_orders import DeliverCommand, outstanding, shuffles
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DeckRemoved,
    DeckShuffledByHand,
    DecksInspected,
    DeckSorted,
    DeckSuspected,
    DecksVerified,
    DeckWashed,
    GateOverridden,
    PreShuffledAccepted,
    ProofVoided,
    RecutOrdered,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import AlertCleared, ApprovalCarriedOut, ApprovalGiven, TableClosed, TableIdled
from firmware_host.table.facts.seating import SeatChanged, SeatTaken
from firmware_host.table.facts.shuffler import DeckDelivered, ShufflerReconciled
from firmware_host.table.facts.system import ConfigurationAdopted, JournalOpened
from firmware_host.table.history import Ledger
from firmware_host.table.identities import STAFF
from firmware_host.table.no_paragraph import why_none
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.round.dealing import deal
from firmware_host.table.state.decks import Place, Stage
from firmware_host.table.state.stub import expected
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Back, Counted, Grade, Mode, Rest
from firmware_host.table.view import public_view
from firmware_host.web.readiness import reasons
from tests.hil.test_poker_auditor import audited
from tests.inner_loop import drawn
from tests.property.any_act import ANY_ACT, ANYBODY, APPROVABLE, CONFIGURATIONS, SECOND, SOFTWARE, SOME_ROLE
from tests.property.folded_again import as_if_never_taken_back, differing, in_round, without_numbers
from tests.worlds.opening import EVERYBODY
from tests.worlds.pure_table import JOURNAL, SENSED, PureTable, given_out, report

FACTS = msgspec.json.Decoder(Fact)


COUNTS = [(104, 104, 0), (52, 52, 0), (52, 0, 52), (104, 52, 52), (0, 0, 0), (52, 49, 0), (52, 49, 3), (104, 49, 55)]
"""Went in, came out, and lie on the shelf; the first agree."""


class TableMachine(RuleBasedStateMachine):
    """Rules are what may happen; invariants are what must hold after each."""

    @initialize(config=CONFIGURATIONS)
    def put_up_a_table(self, config: TableConfig) -> None:
        self.table = PureTable(config)
        self.proofs: dict[Back, int] = {}
        self.cut: set[Back] = set()
        self.agreed: set[str] = set()
        self.used: set[int] = set()
        self.inspected: dict[Back, str] = {}
        self.dealt_last: Back | None = None
        self.miscounted: dict[Back, set[Counted]] = {}
        self.inside: set[Back] = set()
        """Decks of which nothing tells that all of it is out of the shuffler again."""
        self.spoiled: set[Back] = set()
        """Decks that lay outside, cut, as a comparison said that cards are missing."""
        self.before_step: TableState | None = None
        self.step_told = 0
        self.by_number: set[Back] = set()
        """Decks of which a number was counted wrong: what is only said ends no doubt of that."""
        self.before_deal: tuple[Back | None, bool] = (None, False)
        self.inside_before: set[Back] = set()

    @rule()
    def start(self) -> None:
        self.ask(Start(software=SOFTWARE, config=self.table.config))

    def somebody_is_known(self) -> None:
        """What is offered is granted to whom the record knows."""
        if self.table.state.config is not None and EVERYBODY not in self.table.state.people:
            self.ask(BeginTrust(person=EVERYBODY, roles=STAFF))

    def one_who_may(self, act: Act) -> str:
        """Nobody approves what the same person asked for, nor verifies what the same person inspected."""
        if not isinstance(act, Approve | VerifyDecks):
            return EVERYBODY
        if SECOND not in self.table.state.people:
            self.ask(BeginTrust(person=SECOND, roles=STAFF))
        return SECOND

    @rule(steps=st.integers(1, 40), hasty=st.booleans(), lifts=st.booleans())
    def everything_goes_as_it_should(self, steps: int, hasty: bool, lifts: bool) -> None:  # noqa: FBT001 - hypothesis draws it
        """
        Chance alone seldom gets as far as a showdown.

        A hasty dealer tries to deal before each step; one who lifts decks off the shelf does not let them be given out.
        """
        for _ in range(steps):
            state = self.table.state
            if hasty:
                self.ask(Deal())
            if state.config is None:
                self.start()
            self.somebody_is_known()
            self.all_shuffles_end()
            if not lifts:
                self.the_shuffler_gives_out(0)
            self.the_shuffler_compares()
            for step in next_steps(self.table.state):
                if step.expected:
                    asked = self.ask(step.act, actor=self.one_who_may(step.act))
                    assert not isinstance(asked, Refusal)
                    break

    def all_shuffles_end(self) -> None:
        for command in shuffles(self.table.state):
            self.ask(report(command.number, command.back))

    @rule(act=ANY_ACT, role=st.sampled_from(Role), via=st.sampled_from(Via), behind=st.integers(0, 30), who=ANYBODY)
    def anybody_asks_anything(self, act: Act, role: Role, via: Via, behind: int, who: str) -> None:
        self.ask(act, role=role, via=via, seen=max(0, self.table.state.last - behind), actor=who)

    @rule(act=APPROVABLE, roles=st.tuples(SOME_ROLE, SOME_ROLE), steps=st.integers(0, 3))
    def two_people_want_something(self, act: Approvable, roles: tuple[Role, Role], steps: int) -> None:
        """Between asking and approving the game goes on."""
        asked = self.ask(RequestApproval(act=act, why="it has to be"), role=roles[0])
        if not isinstance(asked, Refusal):
            self.everything_goes_as_it_should(steps, hasty=False, lifts=False)
            request = Approve(request=asked[-1].number)
            assert isinstance(self.ask(request, role=roles[1]), Refusal), "one person twice"
            self.ask(BeginTrust(person=SECOND, roles=STAFF))
            self.ask(request, role=roles[1], actor=SECOND)

    @rule(act=ANY_ACT)
    def the_right_one_asks_anything(self, act: Act) -> None:
        self.ask(act)

    @rule(what=st.sampled_from(Counted), back=st.sampled_from(Back), short=st.sampled_from([0, 1]))
    def the_dealer_counts(self, what: Counted, back: Back, short: int) -> None:
        """What was counted may have been the deck just played, whose turn it is not."""
        wanted = expected(self.table.state, what)
        number = wanted.least if wanted else 0
        self.ask(CountCards(what=what, back=self.table.state.last_used or back, counted=max(0, number - short)))

    @rule(key=st.sampled_from(Key))
    def the_dealer_presses_a_key(self, key: Key) -> None:
        self.ask(PressKey(key=key))

    @precondition(lambda self: any(step.expected for step in next_steps(self.table.state)))
    @rule(choice=st.data())
    def what_is_expected_is_done_and_granted(self, choice: st.DataObject) -> None:
        self.somebody_is_known()
        steps = [step for step in next_steps(self.table.state) if step.expected]
        step = choice.draw(st.sampled_from(steps))
        answer = self.ask(step.act, actor=self.one_who_may(step.act))
        assert not isinstance(answer, Refusal), f"a step was offered and refused: {step}"

    @precondition(lambda self: bool(next_steps(self.table.state)))
    @rule(choice=st.data())
    def any_step_offered_is_granted(self, choice: st.DataObject) -> None:
        self.somebody_is_known()
        step = choice.draw(st.sampled_from(next_steps(self.table.state)))
        role = None if isinstance(step.act, SENSED) else step.role
        assert not isinstance(self.ask(step.act, role=role, actor=self.one_who_may(step.act)), Refusal), (
            f"a step was offered and refused: {step}"
        )
        assert step.say

    @precondition(lambda self: bool(shuffles(self.table.state)))
    @rule(choice=st.data(), honest=st.booleans())
    def the_shuffler_reports(self, choice: st.DataObject, honest: bool) -> None:  # noqa: FBT001 - hypothesis draws it
        command = choice.draw(st.sampled_from(shuffles(self.table.state)))
        counted = 52 if honest else choice.draw(st.sampled_from([52, 52, 51, 53, 0]))
        mode = Mode.SHUFFLE if honest else choice.draw(st.sampled_from(Mode))
        self.ask(
            ReportShuffle(
                journal=JOURNAL,
                order=command.number,
                mode=mode,
                counted=counted,
                back=command.back,
                duration_ms=45_000,
                took_ms=45_000,
                rest=Rest(shelf=command.back, shelf_cards=counted),
            )
        )

    @precondition(lambda self: bool(shuffles(self.table.state)))
    @rule(choice=st.data())
    def the_shuffler_fails(self, choice: st.DataObject) -> None:
        command = choice.draw(st.sampled_from(shuffles(self.table.state)))
        self.ask(ReportShuffleFailure(journal=JOURNAL, order=command.number, reason="jam"))

    @rule(short=st.sampled_from([0, 0, 0, 1]))
    def the_shuffler_gives_out(self, short: int) -> None:
        for command in outstanding(self.table.state):
            lies_there = self.table.state.in_shuffler
            if isinstance(command, DeliverCommand) and lies_there is not None:
                told = given_out(self.table.state, lies_there.back, counted=52 - short)
                self.ask(replace(told, order=command.number))

    @rule(counts=st.sampled_from(COUNTS), astray=st.sampled_from([0, 0, 0, 1]), late=st.sampled_from([0, 0, 0, 1]))
    def the_shuffler_compares(self, counts: tuple[int, int, int] = COUNTS[0], astray: int = 0, late: int = 0) -> None:
        asked = self.table.state.shuffler.compare
        if asked:
            went_in, came_out, lying = counts
            told = ReportReconciliation(
                journal=JOURNAL, order=asked - late, went_in=went_in, came_out=came_out, lying=lying, astray=astray
            )
            self.ask(told)

    @rule(counts=st.sampled_from(COUNTS), other=st.booleans(), again=st.sampled_from(COUNTS))
    def a_deck_is_lifted_off_the_shelf(
        self,
        counts: tuple[int, int, int],
        other: bool,  # noqa: FBT001 - hypothesis draws it
        again: tuple[int, int, int],
    ) -> None:
        """It is cut and dealt if that is allowed; the other may go into the feed before the machine has compared."""
        for _ in range(40):
            self.all_shuffles_end()
            due = self.table.state.due_deck
            lies_there = due is not None and due.place is Place.SHUFFLER and due.uncounted
            if due is not None and lies_there and not isinstance(self.ask(CutDeck(back=due.back)), Refusal):
                break
            self.everything_goes_as_it_should(1, hasty=False, lifts=True)
        else:
            return
        for back in self.in_force().decks:
            if other and back is not due.back:
                self.ask(SenseDeck(back=back))
        self.the_shuffler_compares(counts)
        self.all_shuffles_end()
        self.ask(OrderReconciliation())
        self.the_shuffler_compares(again)
        self.ask(Deal())

    @rule(seconds=st.integers(1, 400) | st.integers(1, 12_000))
    def time_passes(self, seconds: int) -> None:
        now = self.table.now
        self.table.now = replace(now, wall_ms=now.wall_ms + seconds * 1000, mono_ms=now.mono_ms + seconds * 1000)
        self.strike()

    @precondition(lambda self: bool(alarms(self.table.state)))
    @rule()
    def the_clock_says_so(self) -> None:
        alarm = min(alarms(self.table.state), key=lambda alarm: alarm.at_ms)
        assert alarm.at_ms > self.table.now.mono_ms, "what has passed has struck"
        assert self.ask(PassDeadline(name=alarm.name)) == ()

    @precondition(lambda self: bool(self.table.state.latest_step))
    @rule()
    def the_dealer_takes_a_step_back(self) -> None:
        before, told = self.before_step, len(self.table.facts)
        step = self.table.state.latest_step
        answer = self.ask(TakeBack())
        assert not isinstance(answer, Refusal)
        amended = [fact.body for fact in answer if isinstance(fact.body, Amended)]
        assert [[change.of for change in body.changes] for body in amended] == [list(reversed(step))]
        assert before is not None
        assert in_round(self.table.state) == in_round(before), "exactly the earlier round stands again"
        struck = len(self.table.facts) - told - len(answer)  # such as the count of a stub that fell due meanwhile
        if told == self.step_told and not struck:
            assert differing(self.table.state, before) == {}, "and so does all else"

    def ask(
        self,
        act: Act,
        *,
        role: Role | None = None,
        via: Via | None = None,
        seen: int | None = None,
        actor: str | None = None,
    ) -> tuple[Fact, ...] | Refusal:
        before = self.table.ledger
        self.last_act, self.was_idle = act, before.state.idle
        standing = {(alert.kind, alert.about) for alert in before.state.alerts}
        if isinstance(act, CountCards) and via is None:
            via = Via.PANEL  # a key acts as the dealer on duty, whom nobody has enrolled here
        answer = self.table.ask(act, role=role, via=via, seen=seen, actor=actor)
        if isinstance(answer, Refusal):
            assert self.table.ledger == before
            assert answer.reason, f"{act}: {answer}"
            assert answer.allowed_by, f"{act}: {answer}"
            assert answer.paragraphs or why_none(answer, act), f"nothing is cited: {act}: {answer}"
            assert answer.code in Code
            return answer
        for fact in answer:
            self.hear_of_a_deal_taken_back(fact)
            self.hear_of_the_shuffler(fact)
            self.hear_of_decks(fact)
            self.hear_of_counts(fact, answer)
            self.hear_of_people(fact)
        gone = standing - {(alert.kind, alert.about) for alert in self.table.state.alerts}
        if gone:
            assert isinstance(act, ClearAlert), "an alert vanished without a person"
            assert len(gone) == len([fact for fact in answer if isinstance(fact.body, AlertCleared)]) == 1
        if self.table.state.latest_step and self.table.state.latest_step != before.state.latest_step:
            self.before_step, self.step_told = before.state, len(self.table.facts)
        if not isinstance(act, PassDeadline):
            self.strike()
        return answer

    def strike(self) -> None:
        """Let every clock strike that should have: the host never lets a person act before it has."""
        for alarm in alarms(self.table.state):
            if alarm.boot != self.table.now.boot or alarm.at_ms <= self.table.now.mono_ms:
                self.ask(PassDeadline(name=alarm.name))

    def hear_of_counts(self, fact: Fact, answer: tuple[Fact, ...]) -> None:
        """Keep what was counted wrong until it is counted right, whatever else is counted (I-8)."""
        match fact.body:
            case CardsCounted(what=what, back=back, right=True, said=said):
                settles = fact.body.expected is not None or what is Counted.STUB or said is not None
                if said is not None and back in self.by_number:
                    return
                known = {*Counted} if what is Counted.DECK else {what} if settles else set()
                self.miscounted[back] = self.miscounted.get(back, set()) - known
                if not self.miscounted[back]:
                    self.by_number.discard(back)
            case CardsCounted(what=what, back=back):
                before = self.miscounted.get(back, set())
                if what in before or (what is Counted.DECK and before):
                    ends = (DeckRemoved, DeckSuspected)
                    assert any(isinstance(other.body, ends) and other.body.back is back for other in answer)
                if fact.body.counted is not None:
                    self.by_number.add(back)
                both = set() if fact.body.stub is None else {Counted.STUB}
                self.miscounted[back] = {*before, *both, what}
            case DeckRemoved(back=back):
                self.miscounted.pop(back, None)
                self.by_number.discard(back)
            case DeckPutInPlay(back=back):
                assert not self.miscounted.get(back), "a deck was dealt that was counted wrong"
            case TableClosed():
                self.miscounted.clear()
                self.by_number.clear()
            case _:
                pass

    def hear_of_a_deal_taken_back(self, fact: Fact) -> None:
        """A deal that was a slip was none: the deck is cut, on a proof that nobody has used."""
        if not isinstance(fact.body, Amended):
            return
        gone = {change.of for change in fact.body.changes if change.body is None}
        for dealt in self.table.facts:
            if dealt.number in gone and isinstance(dealt.body, DeckPutInPlay):
                self.proofs[dealt.body.back] = dealt.body.order
                self.used.discard(dealt.body.order)
                self.cut.add(dealt.body.back)
                self.dealt_last, was_inside = self.before_deal
                self.inside |= {dealt.body.back} if was_inside else set()

    def hear_of_decks(self, fact: Fact) -> None:
        """Keep what a regulator would keep, and be strict about the deal."""
        match fact.body:
            case DeckShuffledByHand(back=back) | GateOverridden(back=back):
                self.proofs[back] = fact.number
                self.cut.discard(back)
            case PreShuffledAccepted(backs=backs):
                assert Grade.PRE_SHUFFLED in self.in_force().accepts
                self.proofs.update(dict.fromkeys(backs, fact.number))
            case RecutOrdered(back=back):
                self.cut.remove(back)
            case TableIdled() | TableClosed():
                self.dealt_last = None
                self.proofs.clear()
                self.cut.clear()
            case (
                DeckLoaded(back=back)
                | ShuffleRejected(back=back)
                | DeckWashed(back=back)
                | DeckSorted(back=back)
                | DeckRemoved(back=back)
                | DeckSuspected(back=back)
                | CardsCounted(what=Counted.DECK, back=back)
                | ProofVoided(back=back)
            ):
                self.proofs.pop(back, None)
                self.cut.discard(back)
            case ShuffleProved(back=back, mode=mode, counted=counted, order=order):
                assert (mode, counted) == (Mode.SHUFFLE, 52)
                self.proofs[back] = order
            case DeckCut(back=back):
                assert back in self.proofs
                self.cut.add(back)
            case DeckPutInPlay(back=back, grade=grade, order=order):
                assert self.proofs.pop(back, None) == order, "dealt without this deck's proof"
                assert order not in self.used, "dealt twice on one shuffle"
                assert back in self.cut, "dealt without a cut"
                state = self.table.state
                assert state.by_hand or back is not self.dealt_last, "dealt out of turn"
                deck = state.deck(back)
                assert deck is not None
                assert (deck.stage, deck.ran_out, deck.suspect) == (Stage.READY, None, None)
                assert not state.stub_due
                assert back in self.in_force().decks
                assert grade in (*self.in_force().accepts, Grade.OVERRIDDEN)
                self.used.add(order)
                self.cut.discard(back)
                self.before_deal = (self.dealt_last, back in self.inside_before)
                self.dealt_last = back
            case HandsDealt():
                bodies = [other.body for other in self.table.facts if other.number < fact.number]
                began = max(at for at, body in enumerate(bodies) if isinstance(body, RoundStarted))
                assert any(isinstance(body, DeckPutInPlay) for body in bodies[began:]), "cards went out of no deck"
            case RoundCompleted():
                assert fact.body.stub is None, "no number is told before it was counted"
                left = expected(self.table.state, Counted.STUB)
                assert left is not None
                assert 0 <= left.least <= left.most <= 52
            case _:
                pass

    def hear_of_the_shuffler(self, fact: Fact) -> None:
        """Nothing is dealt of which a card may lie inside; a machine that is read by its lamps never tells."""
        match fact.body:
            case DeckLoaded(back=back):
                self.inside.add(back)
                self.spoiled.discard(back)
            case (
                DeckDelivered(back=back, counted=52)
                | CardsCounted(what=Counted.DECK, back=back, right=True)
                | DeckRemoved(back=back)
            ):
                self.inside.discard(back)
                if not isinstance(fact.body, DeckDelivered):
                    self.spoiled.discard(back)
            case DecksInspected(backs=backs):
                self.inside -= {*backs}
                self.spoiled -= {*backs}
            case ShufflerReconciled(agrees=True, late=False, came_out=out, lying=lying) if out >= 52:
                there = self.table.state.in_shuffler
                if lying == 0 or (lying == 52 and there is not None and there.proof is not None):
                    self.inside &= self.spoiled | (set() if there is None else {there.back})
            case ShufflerReconciled(agrees=agrees, lying=lying) if not agrees or lying not in (0, 52):
                self.spoiled |= self.cut & self.inside
            case DeckPutInPlay(back=back, grade=grade):
                assert back not in self.spoiled or grade is Grade.WITNESSED, "dealt though cards of it were missing"
                assert back not in self.inside or grade is Grade.WITNESSED, "dealt with cards in the shuffler"
                self.inside_before = set(self.inside)
                self.inside.discard(back)
            case DeckShuffledByHand(back=back) | GateOverridden(back=back):
                assert back not in self.inside, "people answer for cards that may lie in the shuffler"
            case _:
                pass

    def hear_of_people(self, fact: Fact) -> None:
        """Nobody is invented, and who has to be two is two."""
        match fact.body:
            case BlindsPosted(seats=seats, made_up=made_up, straddler=straddler):
                config, in_turn = self.in_force(), [seat for seat in seats if seat not in made_up]
                assert config.missed_blinds or not made_up
                assert config.straddle or straddler is None
                assert straddler is None or (in_turn[-1], len(in_turn)) == (straddler, config.blinds + 1)
            case SeatTaken() if isinstance(self.last_act, OpenTable):
                assert not self.was_idle, "nobody is invented"
            case SeatChanged(seat=seat, to=to):
                assert self.in_force().seat_changes
                assert seat not in self.table.state.seats
                assert to in self.table.state.seats
            case DecksInspected(backs=backs):
                self.inspected.update(dict.fromkeys(backs, fact.actor))
            case DecksVerified(backs=backs):
                assert fact.actor not in [self.inspected[back] for back in backs], "one person did both"
            case JournalOpened():
                assert fact.number == 1
            case (
                ApprovalGiven(asked_by=first, approved_by=second)
                | ApprovalCarriedOut(asked_by=first, approved_by=second)
            ):
                assert first != second
                self.agreed.add(fact.cause)
            case RoundVoided() | ConfigurationAdopted() if fact.number > 3:
                assert fact.cause in self.agreed, "this takes two people"
            case _:
                pass

    def in_force(self) -> TableConfig:
        config = self.table.state.config
        assert config is not None
        return config

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        round_ = self.table.state.round
        if round_ is not None:
            places = round_.places
            assert places.stub + places.burns + places.discards + places.hands + len(places.board) == 52
            assert sum(deck.place is Place.IN_PLAY for deck in self.table.state.decks) <= 1

    @invariant()
    def only_who_sits_here_owes_a_blind_and_nobody_who_was_dealt_in(self) -> None:
        state = self.table.state
        assert set(state.owed.missed) <= set(state.seats)
        assert set(state.owed.promised) <= set(state.owed.missed)
        if state.round is not None and state.round.button is not None:
            assert not set(state.owed.missed) & set(state.round.seats)

    @invariant()
    def a_button_lies_where_one_is_played_with_and_somebody_is_there(self) -> None:
        state = self.table.state
        if not state.is_open:
            assert (state.button, state.button_before_stud) == (None, None)
        elif state.round is None and state.present:
            assert (state.button is not None) is self.in_force().poker.button

    @invariant()
    def a_round_rests_only_where_somebody_is_to_act(self) -> None:
        round_ = self.table.state.round
        assert round_ is None or round_.phase in (Phase.BETTING, Phase.SHOWDOWN)

    @invariant()
    def there_is_a_next_step_or_it_is_said_what_is_missing(self) -> None:
        state = self.table.state
        missing = what_is_missing(state)
        assert missing.reason
        assert missing.allowed_by
        if state.config is None:
            assert next_steps(state) == ()
            return
        view = public_view(state)
        can_go_on = any(step.expected and step.key for step in view.steps)
        assert can_go_on is (view.waiting_for is None)
        keys = [step.key for step in view.steps if step.key]
        assert len(keys) == len(set(keys)), "a key does one thing"
        assert FACTS.decode(msgspec.json.encode(self.table.facts[-1])) == self.table.facts[-1]

    @invariant()
    def the_table_is_fit_exactly_while_the_next_round_would_be_dealt(self) -> None:
        state = self.table.state
        if state.round is not None:
            return
        found = reasons(replace(state, devices={}, halted=None), stopped=None, down=(), at=self.table.now)
        act, now = Deal(), self.table.now
        asked = Intent(id="deal", actor="dealer", role=Role.DEALER, via=Via.KEYS, at=now, seen=0, act=act)
        assert bool(found) is isinstance(deal(state, act, asked), Refusal)

    def teardown(self) -> None:
        """Fold everything anew, three ways; done once at the end, it covers every prefix the ledger went through."""
        if not hasattr(self, "table"):
            return
        facts = tuple(self.table.facts)
        assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
        assert Ledger.empty(JOURNAL).with_facts(facts) == self.table.ledger
        read = tuple(FACTS.decode(msgspec.json.encode(fact)) for fact in facts)
        assert Ledger.empty(JOURNAL).with_facts(read) == self.table.ledger
        assert without_numbers(self.table.state) == without_numbers(as_if_never_taken_back(facts))
        complaints = audited(facts).complaints
        assert complaints == [], complaints


TestTable = TableMachine.TestCase

TestTable.settings = settings(max_examples=drawn(300), stateful_step_count=50, deadline=None)
