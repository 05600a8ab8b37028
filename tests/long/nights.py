"""
Whole nights at the pure table: rounds of any game, players who come, go, run short, move and idle between them.

The table plays by its own steps. An auditor (`hil/auditor/`), which shares no code with the table, reads every fact.
Where folds are not entered a few lines deal real cards beside the table, and the dealer types what those lines count.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from firmware_host.journal.chain import genesis, next_hash
from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Refusal, Role
from firmware_host.rules.game import Game, GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.kill import KillKind, KillRules
from firmware_host.rules.pots.rake import NoRake, PercentageRake, Rake, TimeCharge
from firmware_host.rules.round_acts import CompleteBetting, CompleteDraw, RoundAct, VoidRound
from firmware_host.rules.round_facts import (
    CommunityDealt,
    HandShown,
    PlayerBet,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    RoundStarted,
    RoundVoided,
)
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.table.acts.approvals import Approvable, Approve, RequestApproval
from firmware_host.table.acts.corrections import AdjustMoney, CorrectCards, CorrectWager, TakeBack
from firmware_host.table.acts.decks import CountCards, OverrideGate, VerifyDecks
from firmware_host.table.acts.floor import CloseTable, IdleTable, OpenTable
from firmware_host.table.acts.intent import Act, TableStep
from firmware_host.table.acts.money import PayBadBeat
from firmware_host.table.acts.round import ChangeGame, ContinueRound
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
from firmware_host.table.acts.shuffler import ReportReconciliation
from firmware_host.table.acts.system import AdoptConfiguration, Start
from firmware_host.table.config import PostedGame, TableConfig
from firmware_host.table.device_orders import DeliverCommand, outstanding, shuffles
from firmware_host.table.facts.decks import CardsCounted
from firmware_host.table.facts.fact import Fact
from firmware_host.table.prompts import next_steps, what_is_missing
from firmware_host.table.state.stub import expected
from firmware_host.table.terms import Adjustment, AwayStakes, Counted, Grade
from hil.auditor.poker_auditor import Auditor
from hil.robots.player_choices import PlayerChoices
from tests.property.test_counts_of_every_game import RealCards
from tests.worlds.opening import EVERYBODY
from tests.worlds.pure_table import JOURNAL, MINUTE_MS, SENSED, PureTable, given_out, report

WHOLE = 52

STUCK_AFTER = 400
"""Steps without a new fact, or without a new round, after which a table is stuck."""

SUPERVISOR = "supervisor-1"

WAGERS = (PlayerBet, PlayerCalled, PlayerChecked, PlayerFolded)

RAKES: tuple[Rake, ...] = (NoRake(), PercentageRake(per_mille=100, cap_cents=500), TimeCharge(half_hour_cents=700))

STOPS: tuple[Act, ...] = (IdleTable(), IdleTable(face_up=False), CloseTable())


def configured(game: Game, tracking: Tracking, chance: random.Random) -> TableConfig:
    """Draw what a house may post."""
    full = tracking is Tracking.FULL
    others = [name for name in GAMES if name is not game.name]
    seats = chance.sample(range(1, 12), chance.randint(2, game.most_players))
    by_hand = chance.random() < 0.1
    return TableConfig(
        house="demo",
        table="poker-1",
        game=game.name,
        tracking=tracking,
        dealer="dealer-1",
        seats=tuple(sorted(seats)),
        blinds=chance.randint(1, 3),
        stakes=_stakes(game, chance) if full else None,
        buy_in_cents=100 * chance.choice([10, 40, 200]) if full else 0,
        kill=_kill(game.name, chance) if full else None,
        games=tuple(
            PostedGame(game=name, stakes=_stakes(GAMES[name], chance) if full else None)
            for name in chance.sample(others, chance.choice([0, 0, 1]))
        ),
        straddle=chance.random() < 0.5,
        missed_blinds=chance.random() < 0.5,
        seat_changes=chance.random() < 0.7,
        shuffler=not by_hand,
        accepts=(Grade.BY_HAND,) if by_hand else (Grade.REPORTED,),
        idle_minutes=chance.choice([0, 1, 5, 5, 30]),
        idle_without_round_minutes=chance.choice([0, 5, 15, 15]),
        relief_minutes=chance.choice([0, 0, 30]),
    )


def _stakes(game: Game, chance: random.Random) -> Stakes:
    limit = Limit.FIXED if game.kill else chance.choice(list(Limit))
    return Stakes(
        limit=limit,
        min_cents=400,
        max_cents={Limit.FIXED: 800, Limit.SPREAD: 2000}.get(limit, 0),
        ante_cents=chance.choice([0, 0, 100]),
        blinds_cents=(200, 400) if game.button else (),
        forced_cents=0 if game.button else 200,
        rake=chance.choice(RAKES),
    )


def _kill(name: GameName, chance: random.Random) -> KillRules | None:
    if not GAMES[name].kill or chance.random() < 0.2:
        return None
    return KillRules(kind=chance.choice(list(KillKind)), times_minimum=chance.choice([5, 10]))


class Night:
    """One table, and everything that happens at it by chance."""

    def __init__(self, config: TableConfig, chance: random.Random) -> None:
        """Start the controller; nothing is opened yet."""
        self.chance, self.config = chance, config
        self.table = PureTable(config).started()
        self.table.enrols(SUPERVISOR, Role.CASINO_SUPERVISOR, Role.FLOORPERSON)
        self.choices = PlayerChoices(chance.randrange(1 << 30))
        self.auditor = Auditor()
        self.by_keys = config.tracking is Tracking.PROCEDURE and chance.random() < 0.3
        """Nobody enters who sits down or leaves: the dealer has three keys and no page."""
        self.real: RealCards | None = None
        """The cards of the round under way, where only its steps are entered."""
        self.refused: dict[str, int] = {}
        self._heard, self._round, self._under_way = 0, 0, False
        self._digest = genesis(JOURNAL)
        self.hear()

    def play(self, rounds: int, played: Callable[[], None]) -> None:
        """Go on until so many rounds are over."""
        idle = 0
        while self.auditor.rounds < rounds:
            before = self.auditor.rounds
            self.happens()
            self.goes_on()
            idle = 0 if self.auditor.rounds > before else idle + 1
            assert idle < STUCK_AFTER, f"stuck: {what_is_missing(self.table.state)}; {self.table.state}"
            for _ in range(self.auditor.rounds - before):
                played()

    def goes_on(self) -> None:
        """Let devices, clocks and the dealer do the next thing."""
        table = self.table
        table.waits(self.chance.randint(0, 20_000))
        table.strike()
        self._devices()
        self.hear()
        round_ = table.state.round
        steps = next_steps(table.state)
        if round_ is not None and round_.tracking is Tracking.FULL and table.state.halted is None:
            step = self.choices.choose(tuple(step for step in steps if isinstance(step.act, RoundAct)))
            if step is not None:
                self.must(self.choices.fill(step, round_))
                return
        step = next((step for step in steps if step.expected), None)
        if step is not None:
            self.does(step)
        else:
            self._gets_going(steps)

    def _devices(self) -> None:
        table = self.table
        for command in shuffles(table.state):
            table.ask(report(command.number, command.back))
        for order in outstanding(table.state):
            lies_there = table.state.in_shuffler
            if isinstance(order, DeliverCommand) and lies_there is not None:
                table.ask(replace(given_out(table.state, lies_there.back), order=order.number))
        if asked := table.state.shuffler.compare:
            table.ask(ReportReconciliation(journal=JOURNAL, order=asked, went_in=104, came_out=104, lying=0, astray=0))

    def _gets_going(self, steps: tuple[TableStep, ...]) -> None:
        """Nothing is expected: too few players, two people have to decide, or the table is closed."""
        state = self.table.state
        wanted = [step for step in steps if isinstance(step.act, RequestApproval)]
        if state.approvals:
            self.ask(Approve(request=state.approvals[-1].number), role=Role.CASINO_SUPERVISOR, actor=SUPERVISOR)
        elif wanted and (state.halted is not None or any(deck.suspect for deck in state.decks)):
            step = self.chance.choice(wanted)
            self.ask(step.act, role=Role.FLOORPERSON)
        elif state.money.held:
            self.ask(PayBadBeat(), role=Role.CASINO_SUPERVISOR)
        elif len(state.present) < 2:
            self._somebody_comes()
        elif steps:
            self.does(self.chance.choice(steps))
        else:
            self.ask(OpenTable())

    def does(self, step: TableStep) -> None:
        """Do what a step offers; a count is typed, and the cards are dealt beside the table."""
        match step.act:
            case CountCards():
                self.counts(step.act)
            case CompleteBetting() if self.real is not None:
                self.completes(self.real)
            case CompleteDraw() if self.real is not None:
                self.real.draw()
                self.must(step.act)
            case RequestApproval() | Approve():
                self.ask(step.act, role=step.role, actor=SUPERVISOR if isinstance(step.act, Approve) else None)
            case VerifyDecks():
                self.must(step.act, role=step.role, actor=SUPERVISOR)
            case _:
                self.must(step.act, role=None if isinstance(step.act, SENSED) else step.role)

    def completes(self, real: RealCards) -> None:
        round_ = self.table.state.round
        assert round_ is not None
        real.some_fold()
        if round_.on.discard:
            real.held -= round_.on.discard
        following = round_.following
        short = following is not None and real.is_short(following)
        self.must(CompleteBetting(stub_short=short))
        if following is not None:
            real.deal(following)

    def counts(self, act: CountCards) -> None:
        """Count right most of the time: what real cards add up to must never be called wrong (14.6(e)4 and 7)."""
        number = self._number(act.what)
        roll = self.chance.random()
        if number is None or roll < 0.2:
            self.must(replace(act, counted=None, said_right=True))
            return
        if roll < 0.24:
            known = expected(self.table.state, act.what)
            wrong = self._counted(act, number + self.chance.choice([-1, 1] if number else [1]))
            assert wrong is None or known is None or known.exact is None or not wrong.right, f"called right: {wrong}"
            if wrong is not None and wrong.right:
                # It could have been right, for all that the table knows: what adds up to it later does not.
                self.real = None
                return
        counted = self._counted(act, number)
        assert counted is None or counted.right, f"{number} of {act.what} was counted right and called wrong: {counted}"

    def _counted(self, act: CountCards, number: int) -> CardsCounted | None:
        answer = self.ask(replace(act, counted=number, said_right=False))
        if isinstance(answer, Refusal):
            return None
        return next((fact.body for fact in answer if isinstance(fact.body, CardsCounted)), None)

    def _number(self, what: Counted) -> int | None:
        real = self.real
        if what is Counted.DECK:
            return WHOLE
        wanted = expected(self.table.state, what)
        if real is None:
            return None if wanted is None else wanted.exact
        if what is Counted.STUB:
            return real.stub
        together = wanted is not None and wanted.with_burns
        return WHOLE - real.stub - real.board - (0 if together else real.burns)

    def happens(self) -> None:
        """Now and then somebody does something that nobody expected."""
        if self.chance.random() < (0.04 if self.table.state.round is not None else 0.3):
            self.chance.choice(self._by_keys() if self.by_keys else self._on_a_page())()

    def _by_keys(self) -> list[Callable[[], None]]:
        return [
            self._time_passes,
            self._a_step_is_taken_back,
            self._a_key_is_pressed,
            self._the_table_stops,
            self._the_controller_starts_again,
        ]

    def _on_a_page(self) -> list[Callable[[], None]]:
        return [
            self._somebody_comes,
            self._somebody_leaves,
            self._somebody_steps_away,
            self._somebody_comes_back,
            self._somebody_comes_back,
            self._somebody_moves,
            self._chips_are_added,
            self._somebody_posts,
            self._time_passes,
            self._the_game_changes,
            self._the_table_stops,
            self._a_step_is_taken_back,
            self._two_people_decide,
            self._two_people_decide,
            self._cards_were_misread,
            self._the_controller_starts_again,
        ]

    def _a_key_is_pressed(self) -> None:
        """The second key mostly says that all others folded, or that a count was wrong."""
        offered = [step for step in next_steps(self.table.state) if step.key is not None and not step.expected]
        if offered:
            self.real = None
            self.does(self.chance.choice(offered))

    def _seat(self) -> int:
        return self.chance.randint(1, 11)

    def _taken(self) -> int:
        return self.chance.choice(self.table.state.seats or (1,))

    def _somebody_comes(self) -> None:
        free = [seat for seat in self.config.places if seat not in self.table.state.seats]
        cents = self.config.buy_in_cents and self.chance.choice([self.config.buy_in_cents, 500])
        if free:
            self.ask(TakeSeat(seat=self.chance.choice(free), cents=cents))

    def _somebody_leaves(self) -> None:
        self.ask(LeaveSeat(seat=self._taken()), role=self.chance.choice([None, Role.POKER_SHIFT_SUPERVISOR]))

    def _somebody_steps_away(self) -> None:
        self.ask(StepAway(seat=self._taken(), stakes=self.chance.choice(list(AwayStakes))))

    def _somebody_comes_back(self) -> None:
        for seat in self.table.state.away:
            self.ask(ComeBack(seat=seat))

    def _somebody_moves(self) -> None:
        self.ask(ChangeSeat(seat=self._taken(), to=self._seat()))

    def _chips_are_added(self) -> None:
        self.ask(AddChips(seat=self._taken(), cents=100 * self.chance.randint(1, 50)))

    def _somebody_posts(self) -> None:
        for step in next_steps(self.table.state):
            if isinstance(step.act, Straddle | PostMissedBlinds) and self.chance.random() < 0.7:
                self.must(step.act)
                return

    def _time_passes(self) -> None:
        self.table.waits(self.chance.choice([1, 3, 5, 10, 16, 40]) * MINUTE_MS + self.chance.randint(-2, 2) * 1000)
        self.table.strike()

    def _the_game_changes(self) -> None:
        self.ask(ChangeGame(game=self.chance.choice([posted.game for posted in self.config.all_games])))

    def _the_table_stops(self) -> None:
        self.ask(self.chance.choice(STOPS))

    def _a_step_is_taken_back(self) -> None:
        if not isinstance(self.ask(TakeBack()), Refusal):
            # What the dealer has done with the real cards meanwhile is not known any more.
            self.real = None

    def _two_people_decide(self) -> None:
        state, chance = self.table.state, self.chance
        wagers = [fact.number for fact in self.table.facts[-12:] if isinstance(fact.body, WAGERS)]
        acts: list[Approvable] = [
            OverrideGate(back=chance.choice(self.config.decks), why="the shuffler is broken"),
            CorrectWager(of=chance.choice(wagers or [1]), to_cents=chance.choice([None, 400, 800]), why="misread"),
            AdjustMoney(lines=(Adjustment(seat=self._taken(), cents=100 * chance.randint(-5, 20)),), why="miscounted"),
            ContinueRound(why="the floor looked"),
        ]
        if state.candidate is not None:
            acts.append(AdoptConfiguration(candidate=state.candidate.number))
        if chance.random() < 0.2:
            acts = [VoidRound(why="51 cards")]
        self.by_two(chance.choice(acts))

    def _cards_were_misread(self) -> None:
        """A floorperson corrects the cards of a fact; most of what is drawn here does not fit, and is refused."""
        shown = [
            (fact.number, len(fact.body.cards))
            for fact in self.table.facts[-12:]
            if isinstance(fact.body, CommunityDealt | HandShown)
        ]
        if shown:
            number, count = self.chance.choice(shown)
            cards = tuple(self.chance.sample(list(BIT), count))
            self.ask(CorrectCards(of=number, cards=cards, why="misread"), role=Role.FLOORPERSON)

    def _the_controller_starts_again(self) -> None:
        """After a power cut too, with a clock that knows the time or not, and sometimes another table.toml."""
        now, chance = self.table.now, self.chance
        off_ms = chance.choice([0, 1, 6, 20]) * MINUTE_MS
        boot = now.boot if chance.random() < 0.3 else f"{now.boot}x"
        self.table.now = replace(
            now,
            boot=boot,
            wall_ms=now.wall_ms + off_ms,
            mono_ms=now.mono_ms + off_ms if boot == now.boot else 1_000,
            synced=chance.random() < 0.7,
        )
        config = self.config
        if chance.random() < 0.3:
            config = replace(config, idle_minutes=chance.choice([1, 5, 10]), relief_minutes=chance.choice([0, 20]))
        self.ask(Start(software="firmware-host 0", config=config))
        self.table.strike()
        self.hear()

    def by_two(self, act: Approvable) -> None:
        asked = self.ask(RequestApproval(act=act, why="it has to be"), role=Role.FLOORPERSON)
        if not isinstance(asked, Refusal):
            self.ask(Approve(request=asked[-1].number), role=Role.CASINO_SUPERVISOR, actor=SUPERVISOR)

    def must(self, act: Act, role: Role | None = None, actor: str | None = None) -> None:
        answer = self.ask(act, role=role, actor=actor)
        assert not isinstance(answer, Refusal), f"offered and refused: {act}: {answer}"

    def ask(self, act: Act, *, role: Role | None = None, actor: str | None = None) -> tuple[Fact, ...] | Refusal:
        before = self.table.ledger
        answer = self.table.ask(act, role=role, actor=actor or (EVERYBODY if role else None))
        if isinstance(answer, Refusal):
            assert self.table.ledger == before
            assert answer.reason
            assert answer.allowed_by
            self.refused[answer.code] = self.refused.get(answer.code, 0) + 1
        self.hear()
        return answer

    def hear(self) -> None:
        """Let the auditor hear what is new, as it is published: the host writes the number of its round into each."""
        for fact in self.table.facts[self._heard :]:
            if isinstance(fact.body, RoundStarted):
                self._round, self._under_way = self._round + 1, True
                self._deals(fact.body)
            data = msgspec.json.encode(replace(fact, round=self._round if self._under_way else 0))
            self._digest = next_hash(self._digest, data)
            self.auditor.hear(data, self._digest.hex())
            self._under_way = self._under_way and not isinstance(fact.body, RoundVoided)
            assert self.auditor.complaints == [], f"fact {fact.number}"
        self._heard = len(self.table.facts)

    def _deals(self, body: RoundStarted) -> None:
        by_steps = body.tracking is Tracking.PROCEDURE
        self.real = RealCards(GAMES[body.game], len(body.seats), self.chance) if by_steps else None
