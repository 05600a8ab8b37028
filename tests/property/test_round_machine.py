"""
Random rounds of every game, legal acts and others, beside a dealer who deals them from a real deck.

The dealer of this file knows every card, also those the table is not shown, and does what the regulation says when the
stub runs out, in his own words. After every act the engine's account of cards and chips has to be his. A failing
round is repeated by its setup and its seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import count
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.rules.decision import Refusal, Step
from firmware_host.rules.game import Game, Street, StubEnds, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.ranking.deck import CARDS
from firmware_host.rules.round import (
    Phase,
    Player,
    Round,
    advance,
    decide,
    evolve,
    next_steps,
    start,
    start_full,
)
from firmware_host.rules.round_acts import (
    AwardPot,
    AwardUncontested,
    Bet,
    Call,
    Check,
    CompleteBetting,
    CompleteDraw,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    FoulHand,
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
    VoidRound,
)
from firmware_host.rules.round_facts import (
    BettingCompleted,
    DownCardsDiscarded,
    HandFouled,
    HandMucked,
    PlayerFolded,
    PotAwarded,
    RoundBody,
    RoundCompleted,
    RoundVoided,
    UncalledReturned,
)
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.rules.struct import HIDDEN
from tests.inner_loop import drawn

MOST_ACTS = 1500

BODIES = msgspec.json.Decoder(RoundBody)


class Setup(NamedTuple):
    """Who plays what for how much."""

    game: Game
    seats: tuple[int, ...]
    button: int
    stacks: dict[int, int]
    stakes: Stakes
    seed: int


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    game = draw(st.sampled_from(list(GAMES.values())))
    players = draw(st.integers(2, game.most_players))
    seats = tuple(sorted(draw(st.permutations(range(1, 12)))[:players]))
    least = draw(st.sampled_from([200, 400, 1000]))
    chip = draw(st.sampled_from([100, 100, 50, 25]))
    limit = draw(st.sampled_from(Limit))
    stakes = Stakes(
        limit=limit,
        min_cents=least,
        max_cents=least * draw(st.integers(1, 5)),
        ante_cents=draw(st.sampled_from([0, 25, 50, 100])),
        blinds_cents=draw(st.sampled_from([(least,), (least // 2, least), (least // 2, least, 2 * least)])),
        forced_cents=draw(st.sampled_from([0, least // 2, least])),
        chip_cents=chip,
        raises=draw(st.sampled_from([0, 1, 3])),
        heads_up=draw(st.sampled_from(HeadsUp)),
    )
    piles = st.one_of(st.integers(1, 40), st.integers(1, 400)).map(lambda chips: 25 * chips)
    stacks = {seat: draw(st.one_of(piles, st.just(100 * least))) for seat in seats}
    return Setup(game, seats, draw(st.sampled_from(seats)), stacks, stakes, draw(st.integers(0, 1 << 32)))


class Deck:
    """Where the cards really lie. A street is dealt on a copy, which is kept when the engine has agreed."""

    def __init__(self, chance: random.Random, seats: tuple[int, ...]) -> None:
        self.stub = list(CARDS)
        chance.shuffle(self.stub)
        self.burns: list[str] = []
        self.discards: list[str] = []
        self.board: list[str] = []
        self.down: dict[int, list[str]] = {seat: [] for seat in seats}
        self.up: dict[int, list[str]] = {seat: [] for seat in seats}
        self.tossed: dict[int, list[str]] = {seat: [] for seat in seats}
        """What each threw away in the draws of the round and is still in the pile."""
        self.burn_due = False

    def burn(self) -> None:
        self.burns.append(self.stub.pop())

    def shuffle(self, chance: random.Random, cards: list[str]) -> None:
        self.stub += cards
        cards.clear()
        chance.shuffle(self.stub)

    def gives_up(self, seat: int) -> None:
        self.discards += self.down[seat] + self.up[seat]
        self.down[seat], self.up[seat] = [], []

    def throws(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.down[seat].remove(card)
        self.discards += cards

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        held = sum(map(len, self.down.values())) + sum(map(len, self.up.values()))
        return len(self.stub), len(self.burns), len(self.discards), held, len(self.board)


class Dealer:
    """Plays one round at the full level, act by act, and checks everything that has to hold."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.chance = random.Random(setup.seed)
        self.deck = Deck(self.chance, setup.seats)
        self.total = sum(setup.stacks.values())
        self.shows_down, self.shows_up = self.chance.choice([0.0, 0.5, 1.0]), self.chance.choice([1.0, 1.0, 0.8, 0.0])
        self.bold = self.chance.choice([0.05, 0.3, 0.7])
        self.timid = self.chance.choice([0.02, 0.1, 0.3])
        self.won = dict.fromkeys(setup.seats, 0)
        self.fouled = False
        answer = start_full(
            setup.game, seats=setup.seats, stacks=setup.stacks, button=setup.button, stakes=setup.stakes
        )
        assert not isinstance(answer, Refusal)
        opened: Round | None = None
        for made in answer:
            opened = evolve(opened, made.body)
        assert opened is not None
        self.round = self.told = opened

    def play(self) -> None:
        for acts in count():
            assert acts < MOST_ACTS, "a round of play comes to an end"
            self.everything_adds_up()
            if self.round.phase is Phase.COMPLETED:
                break
            self.tables_early()
            if self.fouls_a_hand():
                continue
            steps = next_steps(self.round)
            assert steps, f"nobody is told what to do: {self.round}"
            assert sum(step.expected for step in steps) >= 1
            for step in steps:
                self.is_granted(step)
            for _ in range(3):
                self.anything_else(steps)
            self.does(self.chooses(steps))
        assert sum(player.stack for player in self.round.players) == self.total

    def fouls_a_hand(self) -> bool:
        """Now and then a hand is dead at any moment; seldom the whole round is void."""
        roll = self.chance.random()
        if roll > 0.03:
            return False
        if roll < 0.001:
            self.does(VoidRound(why="51 cards"))
            assert {p.seat: p.stack for p in self.round.players} == dict(self.setup.stacks)
            return True
        act = FoulHand(seat=self.chance.choice(self.setup.seats), why="six cards")
        answer = decide(self.round, act)
        if isinstance(answer, Refusal):
            return False
        self.fouled = True
        self.does(act)
        return True

    def chooses(self, steps: tuple[Step[RoundAct], ...]) -> RoundAct:
        roll = self.chance.random()
        folds = [s for s in steps if isinstance(s.act, Fold | MuckHand)]
        bets = [s for s in steps if isinstance(s.act, Bet)]
        if folds and roll < self.timid:
            return self.fill(self.chance.choice(folds))
        if bets and roll > 1 - self.bold:
            return self.fill(self.chance.choice(bets))
        calm = [s for s in steps if s not in folds and s not in bets]
        return self.fill(self.chance.choice(calm or list(steps)))

    def is_granted(self, step: Step[RoundAct]) -> None:
        deck, state = deepcopy(self.deck), self.chance.getstate()
        acts = [self.fill(step)]
        if isinstance(step.act, Bet) and step.amounts:
            acts += [
                Bet(seat=step.act.seat, to_cents=to, discards=self.throw_in_turn(step.act.seat))
                for to in (step.amounts.min, step.amounts.max)
                if to % step.amounts.step == 0
            ]
        for act in acts:
            answer = decide(self.round, act)
            assert not isinstance(answer, Refusal), f"offered {act}: {answer}"
            self.was_offered(act, (step,))
        self.deck = deck
        self.chance.setstate(state)

    def does(self, act: RoundAct) -> None:
        advanced = advance(self.round, act)
        assert not isinstance(advanced, Refusal), f"{act}: {advanced}"
        answer, after = advanced
        assert answer == decide(self.round, act)
        for made in answer:
            assert made.paragraphs, made
            self.follows(made.body)
            self.round = evolve(self.round, made.body)
            self.told = evolve(self.told, BODIES.decode(msgspec.json.encode(made.body)))
            assert self.told == self.round, "what is read back is what was told"
            assert sum(counts(self.round)) == 52
        assert self.round == after, "the round an answer carries is the fold of its facts"
        if isinstance(act, DealStreet | Draw):
            self.dealt(act)

    def follows(self, body: RoundBody) -> None:
        """Do with the real cards what the table says the players did, and look at what it says of the betting."""
        match body:
            case PlayerFolded(seat=seat) | HandMucked(seat=seat) | HandFouled(seat=seat):
                self.deck.gives_up(seat)
            case DownCardsDiscarded(seat=seat, cards=cards):
                named = [card for card in cards if card != HIDDEN]
                rest = [card for card in self.deck.down[seat] if card not in named]
                self.deck.throws(seat, named or self.chance.sample(rest, len(cards)))
            case BettingCompleted():
                able = [player for player in self.round.live if player.stack]
                if len(self.round.live) > 1:
                    # One alone with chips answers what lies there, which a blind posted all-in may leave below the bet.
                    there = self.round.bet if len(able) > 1 else max(player.paid for player in self.round.live)
                    assert all(player.paid == there for player in able)
                    assert len(able) < 2 or all(player.acted_at is not None for player in able)
            case UncalledReturned(cents=cents):
                assert cents > 0
            case PotAwarded(shares=shares, cents=cents):
                assert sum(share.cents for share in shares) == cents
                for share in shares:
                    self.won[share.seat] += share.cents
            case RoundCompleted():
                if not self.fouled:
                    self.nobody_wins_what_he_put_nothing_into()
            case RoundVoided():
                self.deck = Deck(self.chance, self.setup.seats)
            case _:
                pass

    def nobody_wins_what_he_put_nothing_into(self) -> None:
        put_in = {player.seat: player.put_in for player in self.round.players}
        for seat, won in self.won.items():
            assert won <= sum(min(put_in[seat], cents) for cents in put_in.values()), "14.7(c)4i"

    def everything_adds_up(self) -> None:
        players = self.round.players
        assert all(min(player.stack, player.paid, player.put_in) >= 0 for player in players)
        if self.round.phase is not Phase.COMPLETED:
            assert sum(player.stack + player.put_in for player in players) == self.total
            assert counts(self.round) == self.deck.counts
            for player in players:
                assert set(player.up) <= {*self.deck.up[player.seat], HIDDEN}
                assert set(player.down) <= {*self.deck.down[player.seat], HIDDEN} or player.shown

    def fill(self, step: Step[RoundAct]) -> RoundAct:
        match step.act:
            case DealStreet():
                return self.deals()
            case Bet(seat=seat) if step.amounts:
                most = min(step.amounts.max, step.amounts.min + 20 * step.amounts.step)
                to = self.chance.choice([*range(step.amounts.min, most + 1, step.amounts.step), step.amounts.min])
                return Bet(seat=seat, to_cents=to, discards=self.throw_in_turn(seat))
            case Call(seat=seat):
                return Call(seat=seat, discards=self.throw_in_turn(seat))
            case Draw(seat=seat):
                return self.draws(seat)
            case ShowHand(seat=seat):
                return ShowHand(seat=seat, cards=(*self.deck.down[seat], *self.deck.up[seat]))
            case _:
                return step.act

    def throw_in_turn(self, seat: int) -> tuple[str, ...]:
        player = self.at(seat)
        if not self.round.on.discard or player.threw:
            return ()
        if set(player.down) == {HIDDEN} and self.chance.random() < 0.5:
            return ()
        return tuple(self.chance.sample(self.deck.down[seat], self.round.on.discard))

    def draws(self, seat: int) -> Draw:
        player = self.at(seat)
        if self.round.phase is Phase.DEALING:
            return Draw(seat=seat, discards=tuple(self.chance.sample(self.deck.down[seat], 2)))
        thrown = self.chance.sample(
            self.deck.down[seat],
            self.chance.choice([0, 1, 2, 3, 4, 4, len(player.down)][:7]) if len(player.down) >= 4 else 0,
        )
        named = tuple(card if card in player.down or self.shown(self.shows_down) else HIDDEN for card in thrown)
        deck = deepcopy(self.deck)
        deck.throws(seat, thrown)
        deck.tossed[seat] += thrown
        drawn = self.exchange(deck, seat, thrown)
        self.next_deck = deck
        hidden = self.chance.random() < 0.5
        return Draw(
            seat=seat,
            discards=named,
            drawn=() if hidden else tuple(card if self.shown(self.shows_down) else HIDDEN for card in drawn),
        )

    def exchange(self, deck: Deck, seat: int, thrown: list[str]) -> list[str]:
        drawn: list[str] = []
        for _ in thrown:
            if not deck.stub:
                own = deck.tossed[seat] if self.setup.game.stub_ends is StubEnds.SHUFFLE_OTHERS_DISCARDS else []
                deck.discards = [card for card in deck.discards if card not in own]
                deck.shuffle(self.chance, deck.discards)
                deck.discards += own
                deck.tossed = {other: own if other == seat else [] for other in deck.tossed}
                if deck.burn_due:
                    deck.burn()
                    deck.burn_due = False
            drawn.append(deck.stub.pop())
        deck.down[seat] += drawn
        return drawn

    def deals(self) -> DealStreet:
        """Deal what is due from a copy of the deck; the engine has to come to the same count afterwards."""
        round_ = self.round
        first = not any(map(len, self.deck.down.values()))
        street = round_.rules.streets[0] if first else round_.rules.streets[round_.at + 1]
        deck = deepcopy(self.deck)
        self.next_deck = deck
        seats = [player.seat for player in round_.players if not player.folded]
        if street.draw:
            if deck.stub:
                deck.burn()
            deck.burn_due = not self.deck.stub
            return DealStreet()
        if street.board:
            deck.burn()
            cards = [deck.stub.pop() for _ in range(street.board)]
            deck.board += cards
            return DealStreet(board=tuple(cards))
        needed = (street.down + street.up) * len(seats) + street.burn
        if needed > len(deck.stub) and round_.rules.stub_ends is StubEnds.COMMON_CARD:
            if len(deck.stub) <= 1:
                deck.shuffle(self.chance, deck.burns)
            deck.burn()
            deck.board.append(deck.stub.pop())
            return DealStreet(board=(deck.board[-1],))
        return DealStreet(hands=tuple(self.each_is_dealt(deck, street, seats)))

    def each_is_dealt(self, deck: Deck, street: Street, seats: list[int]) -> Iterator[DealtHand]:
        if street.burn and deck.stub:
            deck.burn()
        for seat in seats:
            cards = []
            for down in (True,) * street.down + (False,) * street.up:
                if not deck.stub:
                    deck.shuffle(self.chance, deck.discards)
                    deck.shuffle(self.chance, deck.burns)
                    deck.burn()
                card = deck.stub.pop()
                (deck.down if down else deck.up)[seat].append(card)
                cards.append(card if self.shown(self.shows_down if down else self.shows_up) else HIDDEN)
            if any(card != HIDDEN for card in cards) or self.chance.random() < 0.5:
                yield DealtHand(seat=seat, cards=tuple(cards))

    def dealt(self, act: DealStreet | Draw) -> None:
        """Keep the deck that was dealt from, with what the deal itself made the players throw away."""
        if isinstance(act, Draw) and self.round.rules.streets[0].discard:
            return
        thrown = set(self.deck.discards) - set(self.next_deck.discards)
        if isinstance(act, DealStreet) and self.round.at == 1 and self.round.rules.streets[0].discard:
            for seat in self.setup.seats:
                self.next_deck.throws(seat, [card for card in self.next_deck.down[seat] if card in thrown])
        self.deck = self.next_deck

    def tables_early(self) -> None:
        """Where nobody can bet any more a player may show before the last cards are out."""
        seat = self.chance.choice(self.setup.seats)
        act = ShowHand(seat=seat, cards=(*self.deck.down[seat], *self.deck.up[seat]))
        if self.round.phase is Phase.DEALING and not isinstance(decide(self.round, act), Refusal):
            self.does(act)

    def anything_else(self, steps: tuple[Step[RoundAct], ...]) -> None:
        """Ask for something at random: it is refused and says why, or everything adds up after it too."""
        turn = [step.seat for step in steps if step.seat is not None]
        act = random_act(self.chance, self.chance.choice([self.setup.seats, turn or self.setup.seats]))
        before = msgspec.json.encode(self.round)
        answer = decide(self.round, act)
        assert msgspec.json.encode(self.round) == before
        if isinstance(answer, Refusal):
            assert answer.code
            assert answer.reason
            assert answer.allowed_by
            assert answer.paragraphs
            return
        self.was_offered(act, steps)
        after = self.round
        for made in answer:
            after = evolve(after, made.body)
            assert sum(counts(after)) == 52
        in_sight = [c for p in after.players for c in (*p.down, *p.up)] + [*after.board]
        named = [card for card in in_sight if card != HIDDEN]
        assert len(set(named)) == len(named), "no card is in two places"
        assert after.phase is Phase.COMPLETED or next_steps(after)

    def was_offered(self, act: RoundAct, steps: tuple[Step[RoundAct], ...]) -> None:
        offered = {(type(step.act), step.seat) for step in steps}
        # Of players who might open each is offered by one act only; hands and discards may be named early.
        anybody_opens = self.round.phase is Phase.BETTING and len({seat for _, seat in offered}) > 1
        early = self.round.phase is Phase.DEALING and isinstance(act, ShowHand | Draw)
        if not anybody_opens and not early:
            kind = (type(act), getattr(act, "seat", None))
            assert kind in offered or isinstance(act, ShowHand), f"{act} is granted and not offered"
        if isinstance(act, Bet):
            assert act.to_cents > self.round.bet, "a bet is more than what lies there"

    def at(self, seat: int) -> Player:
        return next(player for player in self.round.players if player.seat == seat)

    def shown(self, often: float) -> bool:
        return self.chance.random() < often


def counts(round_: Round) -> tuple[int, int, int, int, int]:
    """How many cards the table says lie where; it raises where they are no deck."""
    places = round_.places
    return places.stub, places.burns, places.discards, places.hands, len(places.board)


def random_act(chance: random.Random, seats: Sequence[int]) -> RoundAct:
    seat = chance.choice([*seats, chance.choice(seats), chance.randint(1, 11)])
    cards = tuple(chance.choice([HIDDEN, "As", "Zz", *CARDS]) for _ in range(chance.randint(0, 6)))
    more = tuple(chance.choice([HIDDEN, *CARDS]) for _ in range(chance.choice([0, len(cards), 1, 3])))
    to = chance.choice([-100, 0, 1, 25, 100, 200, 250, 400, 1000, 4000, 10**7])
    acts: list[RoundAct] = [
        CompleteBetting(),
        CompleteDraw(drawn=chance.choice([None, -1, 0, 3, 60])),
        AwardUncontested(seat=chance.choice([None, seat])),
        AwardPot(seats=(seat,)),
        DealStreet(),
        DealStreet(board=cards),
        DealStreet(hands=(DealtHand(seat=seat, cards=cards), DealtHand(seat=chance.choice(seats), cards=more))),
        MakeForcedBet(seat=seat),
        Fold(seat=seat),
        Check(seat=seat),
        Call(seat=seat, discards=cards[:2]),
        Bet(seat=seat, to_cents=to, discards=cards[:2]),
        Draw(seat=seat, discards=cards, drawn=more),
        ShowHand(seat=seat, cards=cards),
        MuckHand(seat=seat),
    ]
    return chance.choice(acts)


def at_procedure_level(setup: Setup) -> None:
    chance = random.Random(setup.seed)
    answer = start(
        setup.game, tracking=Tracking.PROCEDURE, seats=setup.seats, button=setup.button, blinds=chance.randint(1, 3)
    )
    assert not isinstance(answer, Refusal)
    round_: Round | None = None
    for made in answer:
        round_ = evolve(round_, made.body)
    assert round_ is not None
    for acts in count():
        assert acts < MOST_ACTS
        assert sum(counts(round_)) == 52
        if round_.phase is Phase.COMPLETED:
            return
        steps = next_steps(round_)
        assert steps
        for step in steps:
            assert not isinstance(decide(round_, step.act), Refusal), step
        act: RoundAct = steps[0].act if chance.random() < 0.7 else random_act(chance, setup.seats)
        said = advance(round_, act)
        if isinstance(said, Refusal):
            assert said.code
            assert said.reason
            assert said.allowed_by
            assert said.paragraphs
            continue
        drafts, after = said
        for made in drafts:
            told = evolve(round_, BODIES.decode(msgspec.json.encode(made.body)))
            round_ = evolve(round_, made.body)
            assert told == round_
            assert sum(counts(round_)) == 52
        assert round_ == after


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=drawn(600), deadline=None, suppress_health_check=QUIET)
@given(setups())
def test_a_round_of_any_game_told_in_full(setup: Setup) -> None:
    Dealer(setup).play()


@settings(max_examples=drawn(400), deadline=None, suppress_health_check=QUIET)
@given(setups())
def test_a_round_of_any_game_told_by_its_steps(setup: Setup) -> None:
    at_procedure_level(setup)


@pytest.mark.slow
@settings(max_examples=drawn(3000), deadline=None, suppress_health_check=QUIET)
@given(setups())
def test_many_more_rounds_told_in_full(setup: Setup) -> None:
    Dealer(setup).play()


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_at_every_seat_count_under_every_limit(name: str, chance: random.Random) -> None:
    game = next(game for game in GAMES.values() if game.name == name)
    for players in range(2, game.most_players + 1):
        for limit in Limit:
            stakes = Stakes(
                limit=limit, min_cents=200, max_cents=400, blinds_cents=(100, 200), ante_cents=25, forced_cents=100
            )
            seats = tuple(sorted(chance.sample(range(1, 12), players)))
            stacks = {seat: chance.choice([25, 150, 1000, 100_000]) for seat in seats}
            for seed in range(4):
                setup = Setup(game, seats, chance.choice(seats), stacks, stakes, seed)
                Dealer(setup).play()
                at_procedure_level(setup)
