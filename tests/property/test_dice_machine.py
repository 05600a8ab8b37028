"""
A mini-dice table under everything anybody could do to it, in any order, legal or not, with its sensors and without.

Beside it a model of a few lines keeps what a regulator would: in whose hands the shaker is, whether it was shaken often
enough by whom it had to be, whether the dice lie open, and what every wager is worth. A failing run prints its steps
and `--hypothesis-seed` repeats it.
"""

from collections import Counter
from functools import reduce

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from firmware_host.reports.record_reader import amended_by, standing
from firmware_host.rules.decision import Code, Key, Refusal, Role
from firmware_host.rules.dice.shaker import Moment, NoRoll
from firmware_host.rules.dice.wagers import Dice, Result, Wager, settle
from firmware_host.rules.game import Tracking
from firmware_host.table.acts.approvals import Approve, RequestApproval
from firmware_host.table.acts.corrections import CorrectSum, TakeBack
from firmware_host.table.acts.dice import (
    AcceptShaker,
    CallNoRoll,
    CallSum,
    CloseBets,
    CollectLosers,
    CompleteDealerShake,
    NoteDie,
    OrderedFor,
    OrderShakerPassed,
    PassShaker,
    PayWinners,
    PlaceWager,
    PutCoverOn,
    RefuseForAll,
    RefuseShaker,
    SenseCover,
    SenseDock,
    SenseShakes,
    SenseTamper,
    TakeWagerDown,
    Uncover,
)
from firmware_host.table.acts.floor import CallFloor, EndFloorCall, OpenTable
from firmware_host.table.acts.intent import Act, TableStep, Via
from firmware_host.table.acts.round import Deal, PressKey
from firmware_host.table.acts.seating import LeaveSeat, TakeSeat
from firmware_host.table.acts.system import SenseDevice, Start
from firmware_host.table.config import DiceConfig, TableConfig
from firmware_host.table.evolve import evolve
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.dice import (
    BetsClosed,
    Decided,
    LosersCollected,
    Relinquished,
    ShakerAccepted,
    ShakerKept,
    ShakerOffered,
    ShakerRelinquished,
    ShakeSettled,
    SumCalled,
    WagerPlaced,
    WagerTakenDown,
    WinnersPaid,
)
from firmware_host.table.facts.fact import Body, Fact
from firmware_host.table.facts.seating import SeatLeft
from firmware_host.table.history import Ledger
from firmware_host.table.no_paragraph import why_none
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.dice import DEVICE, LastShake, WagerUp
from firmware_host.table.state.table import TableState
from firmware_host.table.view import public_view
from tests.inner_loop import drawn
from tests.worlds.pure_dice import dice_configuration
from tests.worlds.pure_table import JOURNAL, SENSED, PureTable

SOFTWARE = "firmware-host 0"

FACTS = msgspec.json.Decoder(Fact)

NUMBERS = {"last": 0, "turn": 0, "started": 0, "latest_step": (), "latest_cause": None}

SEATS = st.integers(1, 7)

FACES = st.integers(1, 6)

ODDS = {Wager.FIELD: "1 to 1, 3 to 1", Wager.PLACE_6: "6 to 5"}


CONFIGURATIONS = st.builds(
    dice_configuration,
    seats=st.sets(SEATS, min_size=1, max_size=5).map(lambda seats: tuple(sorted(seats))),
    tracking=st.sampled_from(Tracking),
    dice=st.sampled_from([None, DiceConfig(shakes=4, odds=ODDS), DiceConfig(chip_cents=25)]),
)

ANY_ACT: st.SearchStrategy[Act] = st.one_of(
    st.sampled_from(
        [
            OpenTable(),
            Deal(),
            TakeBack(),
            CallFloor(),
            EndFloorCall(),
            CloseBets(),
            PutCoverOn(),
            CompleteDealerShake(),
            RefuseForAll(),
            PassShaker(),
            Uncover(),
            CollectLosers(),
            PayWinners(),
        ]
    ),
    st.builds(PressKey, key=st.sampled_from(Key)),
    st.builds(PlaceWager, seat=SEATS, wager=st.sampled_from(Wager), cents=st.sampled_from([1, 1_00, 30_00])),
    st.builds(TakeWagerDown, seat=SEATS, wager=st.sampled_from(Wager)),
    st.builds(AcceptShaker, seat=SEATS),
    st.builds(RefuseShaker, seat=SEATS),
    st.builds(OrderShakerPassed, why=st.sampled_from(OrderedFor)),
    st.builds(TakeSeat, seat=SEATS),
    st.builds(LeaveSeat, seat=SEATS),
    st.builds(NoteDie, face=FACES),
    st.builds(CallSum, dice=st.tuples(FACES, FACES)),
    st.builds(CallNoRoll, why=st.sampled_from(NoRoll)),
)

ANY_SENSE: st.SearchStrategy[Act] = st.one_of(
    st.builds(SenseCover, on=st.booleans()),
    st.builds(SenseShakes, count=st.integers(1, 6)),
    st.builds(SenseDock, docked=st.booleans()),
    st.builds(SenseTamper, open=st.booleans()),
    st.builds(SenseDevice, device=st.just(DEVICE), up=st.booleans(), detail=st.just("seen")),
)


class DiceMachine(RuleBasedStateMachine):
    """Rules are what may happen; invariants are what must hold after each."""

    @initialize(config=CONFIGURATIONS, sensors=st.booleans())
    def open_a_table(self, config: TableConfig, sensors: bool) -> None:  # noqa: FBT001 - hypothesis draws it
        self.table = PureTable(config)
        self.table.opened()
        self.table.enrols("floor-1", Role.FLOORPERSON)
        if sensors:
            self.ask(SenseDevice(device=DEVICE, up=True, detail="three sensors"))

    @rule(steps=st.integers(1, 30), choices=st.data())
    def everything_goes_as_it_should(self, steps: int, choices: st.DataObject) -> None:
        """Chance alone seldom gets as far as a settlement."""
        for _ in range(steps):
            due = [step for step in next_steps(self.table.state) if step.expected]
            if not due:
                return
            step = choices.draw(st.sampled_from(due))
            self.take(step)

    @rule(seat=SEATS, wager=st.sampled_from(Wager), chips=st.integers(1, 12))
    def somebody_wagers(self, seat: int, wager: Wager, chips: int) -> None:
        self.ask(PlaceWager(seat=seat, wager=wager, cents=chips * 5_00))

    @rule(choice=st.data())
    def any_step_offered_is_granted(self, choice: st.DataObject) -> None:
        step = choice.draw(st.sampled_from(next_steps(self.table.state)))
        self.take(step)

    @rule(act=ANY_ACT | ANY_SENSE, role=st.sampled_from(Role), via=st.sampled_from(Via), behind=st.integers(0, 30))
    def anybody_asks_anything(self, act: Act, role: Role, via: Via, behind: int) -> None:
        self.ask(act, role=role, via=via, seen=max(0, self.table.state.last - behind))

    @precondition(lambda self: self.table.state.dice is not None and self.table.state.dice.shaker.offered is not None)
    @rule(takes=st.integers(0, 3))
    def those_who_are_asked_answer(self, takes: int) -> None:
        """Some refuse before somebody takes it, or nobody does."""
        for asked in range(4):
            dice = self.table.state.dice
            if dice is None or dice.shaker.offered is None:
                return
            seat = dice.shaker.offered
            answer = AcceptShaker(seat=seat) if asked == takes else RefuseShaker(seat=seat)
            assert not isinstance(self.ask(answer), Refusal)

    @rule(dice=st.tuples(FACES, FACES))
    def two_people_put_the_last_sum_right(self, dice: tuple[int, int]) -> None:
        state = self.table.state.dice
        last = state.last.round if state and state.last else 1
        act = CorrectSum(round=last, dice=dice, why="misread")
        asked = self.ask(RequestApproval(act=act, why="misread"), role=Role.DEALER)
        if not isinstance(asked, Refusal):
            self.ask(Approve(request=asked[0].number), role=Role.FLOORPERSON, actor="floor-1")

    @rule(act=ANY_ACT)
    def the_right_one_asks_anything(self, act: Act) -> None:
        self.ask(act)

    @rule(act=ANY_ACT)
    def a_floorperson_asks_anything(self, act: Act) -> None:
        self.ask(act, role=Role.FLOORPERSON)

    @rule(act=ANY_SENSE)
    def the_shaker_tells_anything(self, act: Act) -> None:
        assert not isinstance(self.ask(act), Refusal), "what a sensor saw has happened"

    @rule(key=st.sampled_from(Key))
    def the_dealer_presses_a_key(self, key: Key) -> None:
        self.ask(PressKey(key=key))

    @rule()
    def the_controller_starts_again(self) -> None:
        before = self.table.state.dice
        self.ask(Start(software=SOFTWARE, config=self.table.config))
        after = self.table.state.dice
        assert before is not None
        assert after == replace(before, docked=None)

    @precondition(lambda self: any(isinstance(step.act, TakeBack) for step in next_steps(self.table.state)))
    @rule()
    def the_dealer_takes_a_step_back(self) -> None:
        assert not isinstance(self.ask(TakeBack()), Refusal)

    def take(self, step: TableStep) -> None:
        role = None if isinstance(step.act, SENSED) else step.role
        assert not isinstance(self.ask(step.act, role=role), Refusal), f"a step was offered and refused: {step}"
        assert step.say

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
        answer = self.table.ask(act, role=role, via=via, seen=seen, actor=actor)
        if isinstance(answer, Refusal):
            assert self.table.ledger == before
            assert answer.reason, f"{act}: {answer}"
            assert answer.allowed_by, f"{act}: {answer}"
            assert answer.paragraphs or why_none(answer, act), f"nothing is cited: {act}: {answer}"
            assert answer.code in Code
            return answer
        # Fact by fact, so that each is judged on what stood before it.
        ledger = before
        for fact in answer:
            self.judge(ledger.state, fact)
            ledger = ledger.with_fact(fact)
        return answer

    def judge(self, before: TableState, fact: Fact) -> None:
        """What a regulator would ask of a fact, and of the table it was told to."""
        dice = before.dice
        assert dice is not None
        shaker = dice.shaker
        match fact.body:
            case ShakerOffered(seat=seat):
                assert shaker.hand is None
                assert seat in before.seats
                assert not (shaker.right.holder == seat and not shaker.right.left), "the circle ends before the holder"
            case ShakerAccepted() | ShakerKept():
                assert shaker.covered, "handed over uncovered"
                assert shaker.hand is None, "already in a player's hands"
            case SumCalled(dice=faces, total=total):
                assert shaker.moment is Moment.UNCOVERED, "a sum without uncovering"
                assert sum(faces) == total
            case LosersCollected(wagers=lost):
                assert shaker.moment is Moment.COLLECTING, "collected without a sum, or twice"
                self.settled_right(before, lost, Result.LOSE)
            case WinnersPaid(wagers=won):
                assert shaker.moment is Moment.PAYING, "paid before the losers were collected, or twice"
                self.settled_right(before, won, Result.WIN)
            case ShakeSettled(collected_cents=collected, paid_cents=paid):
                assert collected - paid == self.of_this_shake(fact), "the sums do not agree with their parts"
            case Amended(changes=changes) if isinstance(called := changes[0].body, SumCalled):
                assert shaker.moment in (Moment.PAYING, Moment.WAGERS), "wagers of another shake lie there"
                assert dice.last is not None
                self.amended_right(dice.last, fact, called.dice, settled=shaker.moment is Moment.WAGERS)
            case WagerPlaced() | WagerTakenDown() | BetsClosed():
                assert shaker.moment is Moment.WAGERS
            case ShakerRelinquished(seat=seat, why=Relinquished.SEVEN):
                assert seat == shaker.right.holder
                assert sum(dice.faces) == 7
            case _:
                pass

    def settled_right(self, before: TableState, decided: tuple[Decided, ...], result: Result) -> None:
        """Every wager on the table that is so decided is among them, with what it pays, and no other."""
        dice, terms = before.dice, self.in_force().mini_dice
        assert dice is not None
        assert terms is not None
        expected = Counter[tuple[int, Wager, int, int]]()
        for up in dice.wagers:
            settlement = settle(
                up.wager,
                amount_cents=up.cents,
                dice=dice.dice,
                odds=terms.offered(up.wager),
                chip_cents=terms.chip_cents,
            )
            assert settlement.result is not Result.REFUSED, "a wager lies there that cannot be paid"
            if settlement.result is result:
                expected[up.seat, up.wager, up.cents, settlement.pays_cents] += 1
        assert Counter((one.seat, one.wager, one.cents, one.pays_cents) for one in decided) == expected

    def amended_right(self, last: LastShake, amendment: Fact, now: Dice, *, settled: bool) -> None:
        """What is due makes each player's money what it would have been, of those who have left too."""
        assert isinstance(amendment.body, Amended)
        left = self.left_since(last.round, amendment.number)
        due = Counter[int]()
        for up in last.wagers:
            due[up.seat] += self.difference(up, last.dice, now, paid=settled or up.seat in left)
        assert Counter((one.seat, one.cents, one.left) for one in amendment.body.due) == Counter(
            (seat, cents, seat in left) for seat, cents in due.items() if cents
        )
        assert not {one.seat for one in amendment.body.again} & left, "nothing stands for a player who is not there"

    def left_since(self, round_: int, to: int) -> set[int]:
        """Who gave up a seat after the losers of that shake were collected; nobody changes seats here."""
        facts = [fact for fact in self.table.facts if fact.number < to]
        collected = (fact for fact in facts if isinstance(fact.body, LosersCollected) and fact.round == round_)
        at = max(fact.number for fact in collected)
        return {fact.body.seat for fact in facts if fact.number > at and isinstance(fact.body, SeatLeft)}

    def difference(self, up: WagerUp, was: Dice, now: Dice, *, paid: bool) -> int:
        """What this wager's player should have had of it, less what he had; a stake of one who left is in his hand."""
        terms = self.in_force().mini_dice
        assert terms is not None
        due = 0
        for sign, faces in ((1, now), (-1, was)):
            one = settle(
                up.wager,
                amount_cents=up.cents,
                dice=faces,
                odds=terms.offered(up.wager),
                chip_cents=terms.chip_cents,
            )
            if one.result is Result.LOSE:
                due -= sign * up.cents
            elif paid:
                due += sign * one.pays_cents
        return due

    def of_this_shake(self, settled: Fact) -> int:
        standing = [fact.body for fact in self.table.ledger.since if fact.round == settled.round]
        lost = sum(one.cents for body in standing if isinstance(body, LosersCollected) for one in body.wagers)
        won = sum(one.pays_cents for body in standing if isinstance(body, WinnersPaid) for one in body.wagers)
        return lost - won

    def in_force(self) -> TableConfig:
        config = self.table.state.config
        assert config is not None
        return config

    @invariant()
    def the_shaker_is_in_one_pair_of_hands(self) -> None:
        dice = self.table.state.dice
        if dice is None:
            return
        shaker = dice.shaker
        if shaker.hand is not None:
            assert shaker.moment is Moment.SHOOTER_SHAKES
            assert shaker.hand == shaker.right.holder, "only who has the right has it in hands"
            assert not shaker.right.open
        assert (shaker.offered is not None) is (shaker.moment is Moment.OFFERED)
        if shaker.moment in (Moment.DEALER_SHAKES, Moment.OFFERED, Moment.SHOOTER_SHAKES):
            assert shaker.covered, "nobody shakes open dice"
        if shaker.moment is Moment.COVERING:
            assert not shaker.covered
        if shaker.moment in (Moment.COLLECTING, Moment.PAYING):
            assert len(dice.faces) == 2

    @invariant()
    def money_is_on_the_table_with_the_players_or_in_the_house(self) -> None:
        dice = self.table.state.dice
        if dice is None:
            return
        lies = Counter[tuple[int, Wager]]()
        for fact in standing(self.table.facts, amended_by(self.table.facts)):
            self.moves(lies, fact.body)
        assert {(up.seat, up.wager): up.cents for up in dice.wagers} == {
            key: cents for key, cents in lies.items() if cents
        }

    def moves(self, lies: Counter[tuple[int, Wager]], body: Body) -> None:
        """What every wager is worth by the facts that stand, each read by itself."""
        match body:
            case WagerPlaced(seat=seat, wager=wager, cents=cents):
                lies[seat, wager] += cents
            case WagerTakenDown(seat=seat, wager=wager, cents=cents):
                lies[seat, wager] -= cents
            case LosersCollected(wagers=decided) | WinnersPaid(wagers=decided):
                for one in decided:
                    assert lies.pop((one.seat, one.wager), one.cents) == one.cents
            case SeatLeft(seat=gone):
                for key in [key for key in lies if key[0] == gone]:
                    del lies[key]
            case _:
                pass

    @invariant()
    def who_has_a_wager_sits_there(self) -> None:
        dice = self.table.state.dice
        assert dice is None or {up.seat for up in dice.wagers} <= {*self.table.state.seats}

    @rule(seat=SEATS, dice=st.tuples(FACES, FACES), wager=st.sampled_from(Wager))
    def one_who_wagered_leaves_and_the_sum_is_put_right(self, seat: int, dice: tuple[int, int], wager: Wager) -> None:
        self.ask(PlaceWager(seat=seat, wager=wager, cents=90_00))
        for _ in range(20):
            if not isinstance(self.ask(LeaveSeat(seat=seat)), Refusal):
                break
            for step in [step for step in next_steps(self.table.state) if step.expected][:1]:
                self.take(step)
        self.two_people_put_the_last_sum_right(dice)

    @invariant()
    def there_is_a_next_step_or_it_is_said_what_is_missing(self) -> None:
        state = self.table.state
        if state.config is None:
            return
        missing = what_is_missing(state)
        assert missing.reason
        view = public_view(state)
        can_go_on = any(step.expected and step.key for step in view.steps)
        assert can_go_on is (view.waiting_for is None)
        keys = [step.key for step in view.steps if step.key]
        assert len(keys) == len(set(keys)), "a key does one thing"
        assert any(step.expected for step in view.steps) or not state.seats
        if view.waiting_for is not None:
            assert view.waiting_for.allowed_by

    def teardown(self) -> None:
        """Fold everything anew, three ways."""
        if not hasattr(self, "table"):
            return
        facts = tuple(self.table.facts)
        assert [fact.number for fact in facts] == list(range(1, len(facts) + 1))
        read = tuple(FACTS.decode(msgspec.json.encode(fact)) for fact in facts)
        assert Ledger.empty(JOURNAL).with_facts(read) == self.table.ledger
        again = reduce(evolve, standing(facts, amended_by(facts)), TableState(journal=JOURNAL))
        assert _without_numbers(again) == _without_numbers(self.table.state)


def _without_numbers(state: TableState) -> TableState:
    return replace(state, **NUMBERS)


TestDice = DiceMachine.TestCase

TestDice.settings = settings(max_examples=drawn(200), stateful_step_count=50, deadline=None)
