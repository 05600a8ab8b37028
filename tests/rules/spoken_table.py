"""
A table for tests that read like a dealer's account of a round of play.

    table = Full(STUD, {1: 100, 4: 100, 6: 100})
    table.deal({1: "?? ?? Kd", 4: "?? ?? 2c", 6: "?? ?? 9s"})
    table.says("seat 4 makes the forced bet", "seat 6 folds", "seat 1 calls")
    assert table.turn == 1

Amounts are dollars, cards are written with spaces, `??` or nothing is a card the table is not shown. Acts go through
`decide` and the round is what `evolve` makes of the facts; every fact is kept with its paragraphs. After each the 52
cards and the chips are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from firmware_host.rules.decision import Refusal, Step
from firmware_host.rules.game import Game, Tracking
from firmware_host.rules.round import (
    Phase,
    Player,
    Round,
    decide,
    evolve,
    next_steps,
    start,
    start_full,
)
from firmware_host.rules.round.round_state import RoundDraft
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
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.round_facts import BadBeatContributed, PotAwarded, RakeTaken, RoundBody
from firmware_host.rules.stakes import Limit, Stakes
from firmware_host.rules.struct import HIDDEN

FIXED = Stakes(limit=Limit.FIXED, min_cents=200, max_cents=400, blinds_cents=(100, 200), forced_cents=100)

SPREAD = Stakes(limit=Limit.SPREAD, min_cents=200, max_cents=1000, blinds_cents=(100, 200), forced_cents=100)

POT = Stakes(limit=Limit.POT, min_cents=200, blinds_cents=(100, 200), forced_cents=100)

NO_LIMIT = Stakes(limit=Limit.NO, min_cents=200, blinds_cents=(100, 200), forced_cents=100)


SAYS = re.compile(
    r"seat (?P<seat>\d+) (?:"
    r"(?P<plain>folds|checks|calls|mucks|stands pat|makes the forced bet)"
    r"|(?P<bets>bets|raises to|completes to) \$(?P<dollars>[\d.]+)"
    r"|shows (?P<shows>.+)"
    r"|draws (?P<number>\d+)"
    r"|exchanges (?P<old>.+) for (?P<new>.+)"
    r"|discards (?P<late>.+)"
    r")(?: and discards (?P<thrown>.+))?"
)


B = TypeVar("B", bound=RoundBody)


def cents(dollars: float) -> int:
    return round(dollars * 100)


def cards(text: str | None) -> tuple[str, ...]:
    return tuple(text.split()) if text else ()


class Table:
    """One round of play and all that was told of it."""

    def __init__(self, opened: tuple[RoundDraft, ...] | Refusal) -> None:
        assert not isinstance(opened, Refusal), opened
        self.facts: list[RoundDraft] = []
        self._round: Round | None = None
        self._tell(opened)

    @property
    def round(self) -> Round:
        assert self._round is not None
        return self._round

    @property
    def steps(self) -> tuple[Step[RoundAct], ...]:
        return next_steps(self.round)

    @property
    def expected(self) -> Step[RoundAct]:
        """What is done next, as the table says it."""
        return next(step for step in self.steps if step.expected)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to bet or to draw, as the table says it."""
        return self.expected.seat if self.round.phase in (Phase.BETTING, Phase.DRAWING) else None

    @property
    def phase(self) -> Phase:
        return self.round.phase

    @property
    def at_the_showdown(self) -> bool:
        return self.phase is Phase.SHOWDOWN

    def may(self, kind: type[RoundAct]) -> bool:
        return any(isinstance(step.act, kind) for step in self.steps)

    def at(self, seat: int) -> Player:
        return next(player for player in self.round.players if player.seat == seat)

    def told(self, kind: type[B]) -> list[B]:
        """Every fact of this kind so far."""
        return [made.body for made in self.facts if isinstance(made.body, kind)]

    def why(self, kind: type[RoundBody]) -> tuple[str, ...]:
        """The paragraphs of the last fact of this kind."""
        return [made.paragraphs for made in self.facts if isinstance(made.body, kind)][-1]

    def order(self, *kinds: type[RoundBody]) -> list[str]:
        """In which order facts of these kinds were told."""
        return [type(made.body).__name__ for made in self.facts if isinstance(made.body, kinds)]

    def does(self, act: RoundAct) -> None:
        answer = decide(self.round, act)
        assert not isinstance(answer, Refusal), f"{act}: {answer}"
        self._tell(answer)

    def refuses(self, act: RoundAct | str) -> Refusal:
        asked = said(act) if isinstance(act, str) else act
        answer = decide(self.round, asked)
        assert isinstance(answer, Refusal), f"{act} was granted: {[made.body for made in answer]}"
        return answer

    def _tell(self, drafts: Iterable[RoundDraft]) -> None:
        for made in drafts:
            self.facts.append(made)
            self._round = evolve(self._round, made.body)
            assert self._round.places.stub >= 0  # the deck is counted by asking where it is


class Full(Table):
    """A table that is told every bet and every card shown."""

    def __init__(
        self,
        game: Game,
        stacks: Mapping[int, float],
        *,
        stakes: Stakes = FIXED,
        button: int | None = None,
    ) -> None:
        self.began_with = {seat: cents(dollars) for seat, dollars in stacks.items()}
        seats = tuple(sorted(stacks))
        super().__init__(
            start_full(game, seats=seats, stacks=self.began_with, button=button or seats[-1], stakes=stakes)
        )

    @property
    def stacks(self) -> dict[int, float]:
        """What is in front of each player, in dollars."""
        return {player.seat: player.stack / 100 for player in self.round.players}

    @property
    def gains(self) -> dict[int, float]:
        """What each player is up or down, in dollars; at the end it comes to nothing, or to what was taken."""
        return {player.seat: (player.stack - self.began_with[player.seat]) / 100 for player in self.round.players}

    @property
    def taken(self) -> float:
        """What went to the house and to the bad beat fund, in dollars."""
        rake, contribution = self.told(RakeTaken), self.told(BadBeatContributed)
        return (sum(body.cents for body in rake) + sum(body.cents for body in contribution)) / 100

    def deal(self, hands: Mapping[int, str] | None = None, board: str = "") -> None:
        self.does(dealing(hands, board))

    def says(self, *acts: str) -> None:
        for act in acts:
            self.does(said(act))
        self._chips_are_all_there()

    def all_say(self, what: str, *seats: int) -> None:
        self.says(*(f"seat {seat} {what}" for seat in seats))

    def award(self) -> list[PotAwarded]:
        """Push the pots and say which, in the order in which they went."""
        before = len(self.told(PotAwarded))
        self.does(AwardPot())
        assert self.phase is Phase.COMPLETED
        assert sum(self.gains.values()) == -self.taken
        return self.told(PotAwarded)[before:]

    def show_and_award(self, hands: Mapping[int, str]) -> list[PotAwarded]:
        for seat, hand in hands.items():
            self.does(ShowHand(seat=seat, cards=cards(hand)))
        return self.award()

    def _chips_are_all_there(self) -> None:
        if self.phase is not Phase.COMPLETED:
            there = sum(player.stack + player.put_in for player in self.round.players)
            assert there == sum(self.began_with.values())


class Procedure(Table):
    """A table that is told its steps only."""

    def __init__(self, game: Game, *seats: int, button: int | None = None, blinds: int = 2) -> None:
        super().__init__(
            start(game, tracking=Tracking.PROCEDURE, seats=seats, button=button or seats[-1], blinds=blinds)
        )

    def betting_is_over(self, times: int = 1) -> None:
        for _ in range(times):
            self.does(CompleteBetting())

    def draw_is_over(self, drawn: int | None = None) -> None:
        self.does(CompleteDraw(drawn=drawn))

    def all_others_fold(self) -> None:
        self.does(AwardUncontested())

    def award(self, *seats: int) -> None:
        self.does(AwardPot(seats=seats))


def dealing(hands: Mapping[int, str] | None = None, board: str = "") -> DealStreet:
    dealt = tuple(DealtHand(seat=seat, cards=cards(hand)) for seat, hand in (hands or {}).items())
    return DealStreet(hands=dealt, board=cards(board))


def said(text: str) -> RoundAct:
    """Read what a dealer says of a player."""
    found = SAYS.fullmatch(text)
    assert found, f"nobody says {text!r}"
    seat, thrown = int(found["seat"]), cards(found["thrown"])
    if found["dollars"]:
        return Bet(seat=seat, to_cents=cents(float(found["dollars"])), discards=thrown)
    if found["shows"]:
        return ShowHand(seat=seat, cards=cards(found["shows"]))
    if found["number"]:
        return Draw(seat=seat, discards=(HIDDEN,) * int(found["number"]))
    if found["old"]:
        return Draw(seat=seat, discards=cards(found["old"]), drawn=cards(found["new"]))
    if found["late"]:
        return Draw(seat=seat, discards=cards(found["late"]))
    plain: dict[str, RoundAct] = {
        "folds": Fold(seat=seat),
        "checks": Check(seat=seat),
        "calls": Call(seat=seat, discards=thrown),
        "mucks": MuckHand(seat=seat),
        "stands pat": Draw(seat=seat),
        "makes the forced bet": MakeForcedBet(seat=seat),
    }
    return plain[found["plain"]]


def hidden_but(up_cards: Mapping[int, str], down: int) -> dict[int, str]:
    """Deal so many cards unseen and these up-cards."""
    return {seat: " ".join([*[HIDDEN] * down, up]) for seat, up in up_cards.items()}
