"""
No cent appears or disappears at a table that tracks money, whoever sits down, leaves, is away or is paid.

    on the table + in the hands of who is away + drop + fund + paid out of it and of earlier drops = brought in

The table plays by its own steps; the sum beside it is made from the facts alone. A failing run prints its steps and
`--hypothesis-seed` repeats it.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.pots.bad_beat import BadBeatRules, LeastHand
from firmware_host.rules.pots.rake import NoRake, PercentageRake, Rake, TimeCharge
from firmware_host.rules.ranking import HandClass
from firmware_host.rules.round_acts import RoundAct, VoidRound
from firmware_host.rules.round_facts import BlindsPosted
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney
from firmware_host.table.acts.floor import CloseTable, IdleTable
from firmware_host.table.acts.intent import Act
from firmware_host.table.acts.money import CollectTimeCharge, ConvertCoin, DenyBadBeat, OpenFund, PayBadBeat
from firmware_host.table.acts.round import ChangeGame, Deal
from firmware_host.table.acts.seating import (
    AddChips,
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    PostMissedBlinds,
    StepAway,
    Straddle,
    TakeSeat,
)
from firmware_host.table.acts.system import PassDeadline
from firmware_host.table.config import PostedGame
from firmware_host.table.deadlines import alarms
from firmware_host.table.device_orders import shuffles
from firmware_host.table.facts.corrections import MoneyAdjusted
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import TableOpened
from firmware_host.table.facts.money import BadBeatPaid, FundOpened
from firmware_host.table.facts.seating import (
    ChipsAdded,
    PlayerCameBack,
    PlayerWentAway,
    SeatChanged,
    SeatLeft,
    SeatTaken,
)
from firmware_host.table.prompts import next_steps
from firmware_host.table.terms import Adjustment, AwayStakes
from hil.robots.player_choices import PlayerChoices
from tests.inner_loop import drawn
from tests.worlds.pure_table import MINUTE_MS, PureTable, configuration, report

ANY_HAND = BadBeatRules(
    pot_from_cents=800,
    takes_cents=100,
    least=LeastHand(of=HandClass.HIGH_CARD),
    loser_percent=50,
    winner_percent=25,
    table_percent=25,
)

HOLDEM = Stakes(limit=Limit.NO, min_cents=400, blinds_cents=(200, 400), bad_beat=ANY_HAND)

STUD = Stakes(limit=Limit.FIXED, min_cents=400, max_cents=800, ante_cents=50, forced_cents=200)

RAKES: st.SearchStrategy[Rake] = st.sampled_from(
    [NoRake(), PercentageRake(per_mille=100, cap_cents=500), TimeCharge(half_hour_cents=700)]
)

SEATS = st.integers(1, 9)

CENTS = st.integers(0, 300).map(lambda chips: chips * 100)

CHANCE = st.integers(0, 2**32)


def drop_cents(table: PureTable) -> int:
    """Return the drop since the table opened, by rake and by time."""
    return table.state.money.rake_cents + table.state.money.time_cents


class ChipsMachine(RuleBasedStateMachine):
    """Rules are what happens at a table in a night; the invariant is the sum."""

    @initialize(
        seats=st.sets(SEATS, min_size=2, max_size=6),
        rake=RAKES,
        buy_in=st.integers(10, 60),
        seed=CHANCE,
        options=st.sampled_from([True, True, False]),
    )
    def open_a_table(self, seats: set[int], rake: Rake, buy_in: int, seed: int, options: bool) -> None:  # noqa: FBT001
        config = replace(
            configuration(seats=tuple(sorted(seats))),
            tracking=Tracking.FULL,
            stakes=replace(HOLDEM, rake=rake),
            buy_in_cents=buy_in * 100,
            games=(PostedGame(game=GameName.STUD, stakes=replace(STUD, rake=rake)),),
            straddle=options,
            missed_blinds=options,
            seat_changes=options,
        )
        self.choices = PlayerChoices(seed)
        self.brought_in = self.in_hands = self.paid_out = 0
        self.away: dict[int, int] = {}
        self.table = PureTable(config).started()
        self.table.enrols("supervisor-1", Role.CASINO_SUPERVISOR)
        for fact in self.table.opened().facts:
            self.hear(fact)

    @rule(acts=st.integers(1, 120))
    def the_game_goes_on(self, acts: int) -> None:
        for _ in range(acts):
            round_ = self.table.state.round
            if round_ is None:
                self.deal()
                continue
            steps = tuple(step for step in next_steps(self.table.state) if isinstance(step.act, RoundAct))
            step = self.choices.choose(steps)
            assert step is not None, "a round in which nobody can do anything"
            assert not isinstance(self.ask(self.choices.fill(step, round_)), Refusal), step

    def deal(self) -> None:
        """One thing after the other that stands before the next deal."""
        self.clocks_strike()
        for command in shuffles(self.table.state):
            self.ask(report(command.number, command.back))
        step = next((step for step in next_steps(self.table.state) if step.expected), None)
        if step is not None:
            assert not isinstance(self.ask(step.act), Refusal), step
        elif self.table.state.money.held:
            self.ask(PayBadBeat(), role=Role.CASINO_SUPERVISOR)

    @rule(seat=SEATS, cents=CENTS)
    def somebody_sits_down(self, seat: int, cents: int) -> None:
        self.ask(TakeSeat(seat=seat, cents=cents))

    @rule(seat=SEATS, role=st.sampled_from([Role.DEALER, Role.POKER_SHIFT_SUPERVISOR]))
    def somebody_leaves(self, seat: int, role: Role) -> None:
        self.ask(LeaveSeat(seat=seat), role=role)

    @rule(seat=SEATS, stakes=st.sampled_from(AwayStakes), cents=st.none() | CENTS)
    def somebody_goes_away(self, seat: int, stakes: AwayStakes, cents: int | None) -> None:
        self.ask(StepAway(seat=seat, stakes=stakes, cents=cents))

    @rule(seat=SEATS, cents=st.none() | CENTS)
    def somebody_comes_back(self, seat: int, cents: int | None) -> None:
        self.ask(ComeBack(seat=seat, cents=cents))

    @rule(seat=SEATS, cents=CENTS.filter(bool))
    def somebody_adds_chips(self, seat: int, cents: int) -> None:
        self.ask(AddChips(seat=seat, cents=cents))

    @rule(seat=SEATS, to=SEATS)
    def somebody_moves(self, seat: int, to: int) -> None:
        self.ask(ChangeSeat(seat=seat, to=to))

    @precondition(lambda self: self.table.config.missed_blinds)
    @rule(choice=st.data(), rounds=st.integers(1, 3))
    def somebody_misses_blinds_and_makes_up_for_them(self, choice: st.DataObject, rounds: int) -> None:
        """Chance alone seldom brings anybody back at the right place with enough."""
        self.the_round_ends()
        if not self.table.state.present:
            return
        seat = choice.draw(st.sampled_from(self.table.state.present))
        self.ask(StepAway(seat=seat, stakes=AwayStakes.COVERED))
        for _ in range(rounds):
            self.a_round_begins()
            self.the_round_ends()
        self.ask(ComeBack(seat=seat))
        self.ask(AddChips(seat=seat, cents=5_000))
        for _ in range(2):
            if not isinstance(self.ask(PostMissedBlinds(seat=seat)), Refusal):
                self.a_round_begins()
                return
            self.a_round_begins()
            self.the_round_ends()

    def a_round_begins(self) -> None:
        """If it can: after counts and shuffles, unless too few are there."""
        for _ in range(8):
            if self.table.state.round is None:
                self.deal()

    def the_round_ends(self) -> None:
        while self.table.state.round is not None:
            self.the_game_goes_on(1)

    @rule(data=st.data())
    def somebody_posts_of_his_own_accord(self, data: st.DataObject) -> None:
        posts = [step for step in next_steps(self.table.state) if isinstance(step.act, Straddle | PostMissedBlinds)]
        if posts:
            step = data.draw(st.sampled_from(posts))
            assert not isinstance(self.ask(step.act), Refusal), step

    @rule(act=st.sampled_from([IdleTable(), IdleTable(face_up=False), CloseTable()]), opens=st.booleans())
    def the_table_stops(self, act: Act, opens: bool) -> None:  # noqa: FBT001 - hypothesis draws it
        self.the_round_ends()
        self.clocks_strike()
        self.ask(act)
        if opens:
            self.a_round_begins()

    @rule(name=st.sampled_from([GameName.HOLDEM, GameName.STUD]))
    def the_game_is_changed(self, name: GameName) -> None:
        self.ask(ChangeGame(game=name))

    @rule()
    def a_half_hour_passes(self) -> None:
        self.table.waits(30 * MINUTE_MS)
        self.clocks_strike()

    def clocks_strike(self) -> None:
        """As the host says it: whatever waited for the end of the round is heard then."""
        for alarm in alarms(self.table.state):
            if alarm.at_ms <= self.table.now.mono_ms:
                self.ask(PassDeadline(name=alarm.name))

    @rule(act=st.sampled_from([CollectTimeCharge(), ConvertCoin()]))
    def the_dealer_collects_and_changes(self, act: Act) -> None:
        self.ask(act)

    @rule(
        act=st.builds(OpenFund, cents=CENTS) | st.sampled_from([PayBadBeat(), PayBadBeat(), DenyBadBeat(why="misread")])
    )
    def a_supervisor_looks_after_the_fund(self, act: Act) -> None:
        self.ask(act, role=Role.CASINO_SUPERVISOR)

    @rule()
    def two_people_void_the_round(self) -> None:
        self.by_two(VoidRound(why="51 cards"))

    @rule(seat=SEATS, cents=CENTS)
    def two_people_correct_a_count(self, seat: int, cents: int) -> None:
        self.by_two(AdjustMoney(lines=(Adjustment(seat=seat, cents=cents - 10_000),), why="counted"))

    def by_two(self, act: Approvable) -> None:
        asked = self.ask(RequestApproval(act=act, why="it has to be"), role=Role.FLOORPERSON)
        if not isinstance(asked, Refusal):
            self.ask(Approve(request=asked[-1].number), role=Role.CASINO_SUPERVISOR, actor="supervisor-1")

    def ask(self, act: Act, *, role: Role | None = None, actor: str | None = None) -> tuple[Fact, ...] | Refusal:
        drop = drop_cents(self.table)
        answer = self.table.ask(act, role=role, actor=actor)
        for fact in () if isinstance(answer, Refusal) else answer:
            self.hear(fact)
            if isinstance(fact.body, TableOpened):
                self.paid_out += drop
        return answer

    def hear(self, fact: Fact) -> None:
        match fact.body:
            case SeatTaken(cents=cents) | ChipsAdded(cents=cents) | FundOpened(cents=cents):
                self.brought_in += cents
            case MoneyAdjusted(lines=lines):
                self.brought_in += sum(line.cents for line in lines)
            case SeatLeft(seat=seat, cents=cents):
                self.brought_in -= cents + self.away.pop(seat, 0)
            case SeatChanged(seat=seat, to=to):
                self.away |= {to: self.away.pop(seat)} if seat in self.away else {}
            case BlindsPosted(cents=cents, straddler=straddler, seats=posting) if straddler is not None:
                assert cents[posting.index(straddler)] == 2 * HOLDEM.blinds_cents[-1]
            case PlayerWentAway(seat=seat, stakes=AwayStakes.COUNTED, cents=cents):
                self.away[seat] = cents
            case PlayerCameBack(seat=seat, stakes=AwayStakes.COUNTED, cents=cents):
                assert self.away.pop(seat) == cents, "another amount came back than was counted out"
            case BadBeatPaid(cents=cents, shares=shares):
                assert sum(share.cents for share in shares) == cents
                self.paid_out += cents
            case _:
                pass

    @invariant()
    def between_rounds_nothing_is_lost_and_nothing_was_made(self) -> None:
        state = self.table.state
        if state.round is not None:
            return
        on_the_table = sum(state.stacks.values())
        house = drop_cents(self.table) + state.money.fund_cents
        assert on_the_table + sum(self.away.values()) + house + self.paid_out == self.brought_in
        assert all(cents >= 0 for cents in state.stacks.values())
        assert set(state.stacks) <= set(state.seats)
        assert set(state.away) <= set(state.seats)

    @invariant()
    def nobody_who_owes_a_blind_is_dealt_in(self) -> None:
        state = self.table.state
        assert set(state.owed.missed) <= set(state.seats)
        if state.round is not None and state.round.button is not None:
            assert not set(state.owed.missed) & set(state.round.seats)

    @invariant()
    def who_is_away_or_gone_has_no_hand(self) -> None:
        state = self.table.state
        live = {player.seat for player in state.round.live} if state.round else set()
        assert live <= set(state.present)

    @invariant()
    def the_button_lies_before_somebody_who_plays(self) -> None:
        state = self.table.state
        if state.round is None and state.button is not None and state.present:
            assert state.button in state.present

    @invariant()
    def what_is_offered_to_the_dealer_can_be_dealt(self) -> None:
        deals = any(isinstance(step.act, Deal) for step in next_steps(self.table.state))
        assert not (deals and self.table.state.money.held), "dealt before a bad beat was decided"


TestChips = ChipsMachine.TestCase

TestChips.settings = settings(max_examples=drawn(150), stateful_step_count=40, deadline=None)
