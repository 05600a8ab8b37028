"""
The coach: says what the players do, knows what is due, and notes every mistake with its paragraph.

It is pure: it gets facts, requests, answers, movements of the hands and the time, and returns what to say, the mistakes
and the score. It knows the table only by its facts. A mistake that the learner does not take back stays in the record,
and the players continue from there, as they would at a table.
"""

import random
from collections.abc import Iterable

from msgspec.structs import replace

from firmware_host.commands.explanations import CODES
from firmware_host.rules.decision import Code
from firmware_host.rules.game import Tracking
from firmware_host.rules.round import Phase, Round
from firmware_host.rules.round_acts import CompleteBetting
from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.acts.decks import CountCards, CutDeck
from firmware_host.table.acts.intent import Accepted, Act, Answer, Refused
from firmware_host.table.acts.round import Deal
from firmware_host.table.decks.counting import PARAGRAPHS
from firmware_host.table.facts.corrections import Amended
from firmware_host.table.facts.decks import CardsCounted
from firmware_host.table.facts.fact import Fact
from firmware_host.table.facts.floor import AlertRaised
from firmware_host.table.history import Ledger
from firmware_host.table.prompts import next_steps
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import AlertKind, Back
from hil.practice import due as dues
from hil.practice import hand_moves as hands
from hil.practice import judging
from hil.practice import practice_score as score
from hil.practice.behind import Behind, Played, begun, played
from hil.practice.due import Due, FacesUp
from hil.practice.hand_moves import Hand, Wrong
from hil.practice.hidden_cards import Cards, fits, fitted, followed, shuffled
from hil.practice.judging import Kind
from hil.practice.players import Players
from hil.practice.practice_score import Mistake, Score, Tally

OF_A_MISTAKE = frozenset(
    (
        AlertKind.COVERED_EARLY,
        AlertKind.POT_MISPUSHED,
        AlertKind.PROOF_VOIDED,
        AlertKind.PUCK_ELSEWHERE,
        AlertKind.SHAKE_SPOILED,
        AlertKind.SHUFFLER_OPEN,
        AlertKind.SHUFFLE_REJECTED,
        AlertKind.WRONG_COUNT,
    )
)
"""The alerts that come from what a dealer does, unless a fault was asked for."""

NO_MISTAKE = frozenset(
    (
        Code.BUSY,
        Code.DISK_FULL,
        Code.FAULT,
        Code.LOCKED_OUT,
        Code.OUTCOME_UNKNOWN,
        Code.OUT_OF_DATE,
        Code.PROGRAM_CHANGED,
        Code.RECORD_IN_DOUBT,
        Code.STOPPED,
        Code.WRONG_PIN,
    )
)
"""The refusals that say nothing about dealing."""

MOST_SAID = 200


class Said(Record, frozen=True, kw_only=True):
    """One line of the strip."""

    number: int
    say: str
    mistake: bool = False


class Asked(Record, frozen=True, kw_only=True):
    """A request that waits for its answer, with what was due when it was made."""

    act: Act
    due: Due | None
    kind: Kind | None
    wrong: Wrong | None
    at_s: float


class Coach:
    """The coach of one learner at one table."""

    def __init__(self, *, seed: int, journal: str) -> None:
        """Start before the first fact of this record."""
        self._seed = seed
        self._players = Players(seed)
        self._ledger = Ledger.empty(journal)
        self._cards: Cards | None = None
        self._cards_at: dict[tuple[int, Round], Cards] = {}
        self._behind: Behind | None = None
        self._scenes: dict[tuple[int, Round], tuple[int, Played]] = {}
        self._moments: dict[tuple[int, Round], int] = {}
        self._lie: FacesUp | None = None
        self._shown: dict[str, int] = {}
        """How much of each script was shown."""
        self._asked: dict[str, Asked] = {}
        self._answered: set[str] = set()
        self._tallies: dict[str, Tally] = {}
        self._since: dict[str, float] = {}
        self._last_right: Act | None = None
        self._hands = 0
        self._fault = ""
        self._counted = 0
        self._rounds_before = 0
        self.due: Due | None = None
        self.now = ""
        """What the learner sees or hears at this moment; empty if nothing but the page says what is due."""
        self.said: list[Said] = []
        self.mistakes: list[Mistake] = []

    @property
    def state(self) -> TableState:
        """Return the state of the table."""
        return self._ledger.state

    @property
    def players_are_busy(self) -> bool:
        """Return whether players still act before the step that is due."""
        return self.due is not None and self._shown.get(self.due.key, 0) < len(self.due.later)

    @property
    def player_shakes(self) -> bool:
        """Return whether a player, not the dealer, has to shake now."""
        return dues.players_shake(self.state)

    def hear(self, fact: Fact) -> None:
        """Process a fact. Call `see` after the last fact of an answer."""
        before = self.state.round
        self._ledger = self._ledger.with_fact(fact)
        body = fact.body
        round_ = self.state.round
        if isinstance(body, RoundStarted):
            self._cards = shuffled(random.Random(f"{self._seed}/{self.state.rounds}"))
            self._behind = None
        elif isinstance(body, Amended):
            self._is_taken_back(tuple(change.of for change in body.changes))
            if round_ is not None:
                self._cards = self._cards_at.get((self.state.rounds, round_), self._cards)
        elif isinstance(body, RoundBody) and before is not None and round_ is not None and self._cards is not None:
            self._cards = followed(self._cards, body, before)
        if round_ is not None and self._cards is not None:
            self._cards_at.setdefault((self.state.rounds, round_), self._cards)
        if isinstance(body, AlertRaised):
            self._alert(fact, body)
        if isinstance(body, CardsCounted) and not body.right:
            self._counted = fact.number

    def see(self, at_s: float) -> None:
        """Look at the table, after all facts of an answer."""
        due = self._what_is_due()
        if due is None or (self.due is not None and self.due.key == due.key):
            self.due = due
            return
        self.due = due
        self.now = ""
        self._since.setdefault(due.key, at_s)
        if due.key not in self._shown:
            self._shown[due.key] = 0
            for line in due.first:
                self._say(line)
        else:
            # The same moment again, after a step was taken back.
            self.now = "".join(self._lines(due)[-1:])

    def catches_up(self, facts: Iterable[Fact]) -> None:
        """Read an older record, of which nothing counts for the score."""
        self._ledger = self._ledger.with_facts(facts)
        self._rounds_before = self.state.rounds
        if self.state.round is not None:
            # Nobody knows the hidden cards of that round any more: the players get others.
            self._cards = fitted(shuffled(random.Random(f"{self._seed}/before")), self.state.round)

    @property
    def rounds(self) -> int:
        """Return how many rounds were begun in this practice."""
        return self.state.rounds - self._rounds_before

    def begins(self, at_s: float) -> None:
        """Start the time: the learner sees the table for the first time."""
        if self.due is not None:
            self._since[self.due.key] = at_s

    def proceed(self, at_s: float) -> bool:
        """Let the next player act; return whether there was one."""
        if self.due is None or not self.players_are_busy:
            return False
        at = self._shown.get(self.due.key, 0)
        self._shown[self.due.key] = at + 1
        self._since[self.due.key] = at_s
        self._say(self.due.later[at])
        return True

    def _lines(self, due: Due) -> tuple[str, ...]:
        """Return the lines shown so far for this moment."""
        return (*due.first, *due.later[: self._shown.get(due.key, 0)])

    def dice_lie(self, lie: FacesUp | None) -> None:
        """Note the dice as they lie; None while the cover is on."""
        self._lie = lie

    def fault(self, say: str) -> None:
        """Note that a fault was asked for, so that its alerts count as no mistakes. An empty text ends it."""
        self._fault = say

    def asked(self, id_: str, act: Act, at_s: float, *, in_shuffler: tuple[Back, ...] = ()) -> None:
        """Note a request before the table answers it. A repeated id is the same request."""
        if id_ in self._asked or id_ in self._answered:
            return
        kind, wrong = self._judged(act, in_shuffler)
        self._asked[id_] = Asked(act=act, due=self.due, kind=kind, wrong=wrong, at_s=at_s)

    def answered(self, id_: str, answer: Answer) -> Mistake | None:
        """Process the table's answer; return the mistake, if it was one."""
        asked = self._asked.pop(id_, None)
        if asked is None:
            return None
        self._answered.add(id_)
        if isinstance(answer, Refused):
            return self._refused(asked, answer)
        return self._accepted(asked, answer)

    def did(self, hand: Hand, at_s: float) -> Mistake | None:
        """Process a movement of the hands before the devices report it; return the mistake, if it was one."""
        self._hands += 1
        wrong = hands.what_is_wrong(self.state, hand)
        key = f"hand/{self._hands}"
        due = self.due
        if wrong is None:
            self._put_right(hand)
            waited = due is not None and hand in due.hands
            since = self._since.get(due.key) if due is not None and waited else None
            if waited or hand.do in (hands.Doing.BUTTON, hands.Doing.TAKE):
                seconds = None if since is None else max(0.0, at_s - since)
                self._tallies[key] = Tally(name="hands", done=True, seconds=seconds)
            if due is not None and due.act is not None and self._replaces(hand, due.act):
                self._is_done(due, at_s)
            return None
        self._tallies[key] = Tally(name="hands", done=True)
        return self._mistaken(Kind.HANDS, key, wrong)

    def score(self) -> Score:
        """Return the score so far."""
        return score.score(self._tallies, self.mistakes, rounds=self.rounds)

    def _what_is_due(self) -> Due | None:
        state = self.state
        if state.config is None:
            return None
        if state.dice is not None:
            if not state.is_open:
                return dues.between_rounds(state, seed=self._seed)
            return dues.at_dice(state, state.dice, self._lie, seed=self._seed)
        if state.round is None:
            return dues.between_rounds(state, seed=self._seed)
        if state.halted is not None:
            # Two people decide how the round ends; nothing of the game is due until then.
            return None
        if state.round.phase is Phase.DEALING and state.config.tracking is Tracking.PROCEDURE:
            # In the middle of an answer: the deal follows at once.
            return None
        if state.config.tracking is Tracking.FULL:
            return self._at_full_level(state, state.round)
        return self._at_procedure_level(state, state.round)

    def _at_full_level(self, state: TableState, round_: Round) -> Due | None:
        if self._cards is None:
            return None
        if not fits(self._cards, round_):
            self._cards = fitted(self._cards, round_)
        moment = self._moments.setdefault((state.rounds, round_), len(self._moments))
        move = self._players.next_move(round_, self._cards, at=f"{state.rounds}/{moment}")
        if move is None:
            return None
        return Due(
            key=f"{state.rounds}/{moment}",
            act=move.act,
            hands=hands.due(state),
            first=move.say,
            paragraphs=_paragraphs(state, move.act),
        )

    def _at_procedure_level(self, state: TableState, round_: Round) -> Due | None:
        scene = self._scenes.get((state.rounds, round_))
        if scene is None:
            moment = len(self._scenes)
            behind = self._behind or begun(round_, random.Random(f"{self._seed}/{state.rounds}"))
            scene = moment, played(behind, round_, self._players, at=f"{state.rounds}/{moment}")
            self._scenes[state.rounds, round_] = scene
        moment, now = scene
        self._behind = now.after
        if now.due is None:
            return None
        return Due(
            key=f"{state.rounds}/{moment}",
            act=now.due,
            hands=hands.due(state),
            first=now.first,
            later=now.say,
            paragraphs=_paragraphs(state, now.due),
        )

    def _judged(self, act: Act, in_shuffler: tuple[Back, ...]) -> tuple[Kind | None, Wrong | None]:
        due = self.due
        if isinstance(act, CutDeck) and act.back in in_shuffler:
            return Kind.HANDS, Wrong(
                happened=f"The cut was entered while the {act.back} deck still lay in the shuffler.",
                should="Take the deck out of the shuffler, cut it, then enter the cut.",
                why="The record says what was done at the table, in the order in which it was done.",
                paragraphs=("14.5(b)", "14.5(b)1"),
            )
        if isinstance(act, Deal) and self._button_is_elsewhere():
            return Kind.HANDS, Wrong(
                happened=f"The cards were dealt while the dealer button lay before seat {self.state.puck}.",
                should=f"Move the dealer button to seat {self.state.button}, then deal.",
                why="The button decides who posts the blinds and who acts first.",
                paragraphs=self.state.config.poker.button_paragraphs if self.state.config else (),
            )
        if isinstance(act, CountCards) and due is not None and self.state.round is not None:
            # The other deck may be counted at any time, while the round goes on; a wrong number is found in the answer.
            return None, None
        if due is None or due.act is None or not (judging.is_step(act) or type(act) is type(due.act)):
            return None, None
        kind, paragraphs = _compared(due, act), due.paragraphs
        if kind is None and self.players_are_busy:
            kind = Kind.TOO_EARLY
            if isinstance(act, CompleteBetting) and self.state.round is not None:
                # The step's own paragraphs are also those of the deal that follows.
                paragraphs = self.state.round.on.betting_paragraphs
        return kind, None if kind is None else judging.wrong(kind, due.act, act, paragraphs)

    def _button_is_elsewhere(self) -> bool:
        return self.state.button is not None and self.state.puck not in (None, self.state.button)

    def _refused(self, asked: Asked, answer: Refused) -> Mistake | None:
        refusal = answer.refusal
        repeated = asked.act == self._last_right
        if refusal.code in NO_MISTAKE and not repeated:
            return None
        kind = Kind.REPEATED_STEP if repeated else _of_refusal(asked, refusal.code)
        wrong = Wrong(
            happened=f"You entered: {judging.words(asked.act)}. The table refused: {refusal.reason}.",
            should=f"{refusal.allowed_by[:1].upper()}{refusal.allowed_by[1:].removesuffix('.')}.",
            why=judging.WHY.get(kind) or CODES[refusal.code][0],
            paragraphs=refusal.paragraphs or (asked.wrong.paragraphs if asked.wrong else ()),
        )
        return self._mistaken(kind, self._key(asked), wrong, corrected=True)

    def _accepted(self, asked: Asked, answer: Accepted) -> Mistake | None:
        if not answer.numbers:
            return None
        due = asked.due
        if asked.kind is None or asked.wrong is None:
            if due is not None and due.act is not None and _compared(due, asked.act) is None:
                self._last_right = asked.act
                self._is_done(due, asked.at_s)
            elif self._counted in answer.numbers:
                wrong = judging.wrong(Kind.WRONG_COUNT, asked.act, asked.act, _of_a_count(asked.act))
                return self._mistaken(Kind.WRONG_COUNT, self._key(asked), replace(wrong, should="Count again."))
            return None
        if due is not None and due.act is not None:
            self._is_done(due, asked.at_s)
        self._last_right = asked.act
        return self._mistaken(asked.kind, self._key(asked), asked.wrong, facts=answer.numbers)

    def _key(self, asked: Asked) -> str:
        if asked.due is not None and asked.due.act is not None:
            return asked.due.key
        key = f"extra/{len(self.mistakes)}"
        self._tallies[key] = Tally(name=judging.step_name(asked.act), done=True)
        return key

    def _is_done(self, due: Due, at_s: float) -> None:
        if due.act is None or due.key in self._tallies:
            return
        seconds = max(0.0, at_s - self._since.get(due.key, at_s))
        self._tallies[due.key] = Tally(name=judging.step_name(due.act), done=True, seconds=round(seconds, 2))

    def _is_taken_back(self, numbers: tuple[int, ...]) -> None:
        """Count a mistake half once it was taken back."""
        for at, mistake in enumerate(self.mistakes):
            if set(mistake.facts) & set(numbers):
                self.mistakes[at] = replace(mistake, corrected=True)
        self._last_right = None

    def _put_right(self, hand: Hand) -> None:
        """Correct a wrong movement by the right one after it: the button at its seat, the lid closed."""
        if hand.do not in (hands.Doing.BUTTON, hands.Doing.CLOSE_LID):
            return
        for at, mistake in enumerate(self.mistakes):
            if mistake.kind is Kind.HANDS and mistake.round == self.rounds and mistake.step.startswith("hand/"):
                self.mistakes[at] = replace(mistake, corrected=True)

    def _replaces(self, hand: Hand, act: Act) -> bool:
        """Return whether the sensors enter this act by themselves: the cover going on closes the bets."""
        return self.state.dice is not None and hand.do is hands.Doing.COVER and judging.step_name(act) == "close bets"

    def _alert(self, fact: Fact, body: AlertRaised) -> None:
        latest = self.mistakes[-1] if self.mistakes else None
        if self._fault or body.alert not in OF_A_MISTAKE:
            return
        if any(fact.cause.endswith(id_) and asked.kind is not None for id_, asked in self._asked.items()):
            # The facts came before the answer, and the answer brings the mistake.
            return
        if latest is not None and latest.kind in (Kind.HANDS, Kind.WRONG_COUNT, Kind.WRONG_PUSH):
            # The alert is what the mistake led to: one card tells both.
            self.mistakes[-1] = replace(latest, why=f"{latest.why} The table raised an alert: {body.say}")
            return
        wrong = Wrong(
            happened=body.say,
            should="Do what the alert asks for; a floorperson clears it.",
            why=judging.WHY[Kind.ALERT],
            paragraphs=fact.paragraphs,
        )
        key = f"alert/{fact.number}"
        self._tallies[key] = Tally(name="alert", done=True)
        self._mistaken(Kind.ALERT, key, wrong, facts=(fact.number,))

    def _mistaken(
        self, kind: Kind, key: str, wrong: Wrong, *, facts: tuple[int, ...] = (), corrected: bool = False
    ) -> Mistake:
        mistake = Mistake(
            number=len(self.mistakes) + 1,
            kind=kind,
            round=self.rounds,
            step=key,
            happened=wrong.happened,
            should=wrong.should,
            why=wrong.why,
            paragraphs=score.paragraphs(wrong.paragraphs),
            facts=facts,
            corrected=corrected,
        )
        self.mistakes.append(mistake)
        self._say(f"{mistake.title}. {mistake.should}", mistake=True)
        return mistake

    def _say(self, line: str, *, mistake: bool = False) -> None:
        number = self.said[-1].number + 1 if self.said else 1
        self.said.append(Said(number=number, say=line, mistake=mistake))
        self.now = self.now if mistake else line
        del self.said[:-MOST_SAID]


def _of_refusal(asked: Asked, code: Code) -> Kind:
    """Name the mistake by what was due, where that says more than the refusal."""
    if code is Code.WRONG_WINNER:
        return Kind.WRONG_PUSH
    named = (Kind.WRONG_SEAT, Kind.WRONG_AMOUNT, Kind.WRONG_CARDS)
    return asked.kind if asked.kind in named else Kind.REFUSED


def _compared(due: Due, act: Act) -> Kind | None:
    """Return what is wrong with the act; None if it is what was due, or is right as well."""
    if due.act is None:
        return None
    kinds = [judging.compared(right, act) for right in (due.act, *due.also)]
    return None if None in kinds else kinds[0]


def _of_a_count(act: Act) -> Paragraphs:
    return PARAGRAPHS[act.what] if isinstance(act, CountCards) else ()


def _paragraphs(state: TableState, act: Act) -> Paragraphs:
    """Return the paragraphs of the step that does this act."""
    return next((step.paragraphs for step in next_steps(state) if type(step.act) is type(act)), ())
