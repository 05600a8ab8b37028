"""Explaining one round: its facts, the history of its deck, the dealers, later corrections, and what is unknown."""

from collections.abc import Iterable, Iterator

from firmware_host.reports import round_reading as playing
from firmware_host.reports.record_reader import RecordReader, amended_by, kind_of, standing
from firmware_host.reports.round_context import DUTY, context_before
from firmware_host.reports.round_reading import Played, shaken
from firmware_host.reports.round_story import DeckStory, Game, Seated, Shake, Signature, State, Story, Told
from firmware_host.reports.rounds import span, state_of
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.round_facts import PotAwarded, RoundStarted
from firmware_host.rules.struct import HIDDEN
from firmware_host.rules.wording import number, seats
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.corrections import Amended, Corrected, SumCorrected
from firmware_host.table.facts.decks import (
    CardsCounted,
    DeckCleared,
    DeckCut,
    DeckPutInPlay,
    DeckRemoved,
    DeckSuspected,
    ShuffleProved,
    ShuffleRejected,
)
from firmware_host.table.facts.fact import Fact, sentence
from firmware_host.table.facts.shuffler import (
    DeckLiftedOff,
    ReconciliationFailed,
    ReconciliationOrdered,
    ShufflerContradicted,
    ShufflerReconciled,
)
from firmware_host.table.terms import Back, Grade

ABOUT_EARLIER = (Amended, Corrected, SumCorrected)
"""The facts that may concern a round that is already over."""

ABOUT_THE_DECK = (CardsCounted, DeckSuspected, DeckCleared, DeckRemoved, ShuffleRejected, ShuffleProved)
"""The later facts that show whether a round's deck was complete; a proved shuffle settles the question."""

COMPARING = (ReconciliationOrdered, ShufflerReconciled, ReconciliationFailed)
"""Facts of the shuffler's count of the cards; they name no deck."""

LOADED_BEFORE = 4
"""How many facts before the order to search for the loading of the deck; they share its cause."""


def story_of(reading: RecordReader, round_: int) -> Story:
    """Return everything the record has on this round. Raises UserError if there is no such round."""
    return _Gathering(reading, round_).story()


class _Gathering:
    """All facts about one round. `standing` are the facts of the round with corrections applied."""

    def __init__(self, reading: RecordReader, round_: int) -> None:
        found = span(reading, round_)
        self.reading = reading
        self.round = round_
        self.first, self.last = found.first, found.last
        self.before = context_before(reading, self.first)
        self.facts = tuple(reading.facts(after=self.first - 1, to=self.last))
        self.later = tuple(reading.of_kinds(ABOUT_EARLIER, after=self.last, where=self._concerns))
        self.amended = amended_by((*self.facts, *self.later))
        self.standing = standing(self.facts, self.amended)

    def story(self) -> Story:
        poker = playing.played(self.standing)
        players = playing.players(poker) if poker else ()
        deck = self._deck()
        config = self.before.config
        shake = shaken(self.standing, tracked=config is not None and config.tracking is Tracking.FULL)
        taken = poker if poker and poker.started.stakes and poker.is_over else None
        return Story(
            journal=self.reading.id,
            house=config.house if config else "",
            table=config.table if config else "",
            round=self.round,
            state=state_of(self.standing),
            first=self.first,
            last=self.last,
            hash=self.reading.hash_of(self.last).hex(),
            checked_from=deck.told[0].number if deck and deck.told else self.first,
            signed=self._signed(),
            rules=self.facts[0].rules,
            began=self.facts[0].at,
            ended=self.facts[-1].at,
            dealers=self._dealers(),
            played=_game(poker.started) if poker else _mini_dice(config, shake),
            deck=deck,
            players=players,
            board=poker.reached.board if poker else (),
            stood=self._told(self.before.stood),
            told=self._told(self.facts),
            pots=playing.pots(poker, self.standing) if poker else (),
            shake=shake,
            rake_cents=taken.rake_cents if taken else None,
            bad_beat_cents=taken.bad_beat_cents if taken else None,
            alerts=self._told(fact for fact in self.facts if fact.body.marks_round),
            later=self._told((*self._of_the_deck_later(deck), *self.later)),
            unknown=tuple(unknown(self.standing, found=poker, deck=deck, players=players, shake=shake)),
            simulated=self.reading.is_simulated(),
        )

    def _concerns(self, fact: Fact) -> bool:
        """Return whether a later fact concerns this round."""
        if isinstance(fact.body, SumCorrected):
            return fact.body.round == self.round
        return any(self.first <= of <= self.last for of in amended_by((fact,)))

    def _deck(self) -> DeckStory | None:
        in_play = next((fact.body for fact in self.standing if isinstance(fact.body, DeckPutInPlay)), None)
        if in_play is None:
            return None
        before = max(0, in_play.order - LOADED_BEFORE)
        about = list(_of_deck(self.reading.facts(after=before, to=self.last), in_play.back))
        cause = next((fact.cause for fact in about if fact.number == in_play.order), None)
        since = [fact for fact in about if fact.number >= in_play.order or fact.cause == cause]
        proof = next(
            (f.body for f in since if isinstance(f.body, ShuffleProved) and f.body.order == in_play.order), None
        )
        return DeckStory(
            back=in_play.back,
            grade=in_play.grade,
            order=in_play.order,
            counted=proof.counted if proof else None,
            mode=proof.mode if proof else None,
            duration_ms=proof.duration_ms if proof else None,
            cut=any(isinstance(fact.body, DeckCut) for fact in since),
            told=self._told(since),
        )

    def _of_the_deck_later(self, deck: DeckStory | None) -> Iterator[Fact]:
        """Yield the later facts that show whether this round's deck was complete, up to its next proved shuffle."""
        if deck is None or state_of(self.standing) is State.UNDER_WAY:
            return
        back = deck.back
        for fact in self.reading.of_kinds(ABOUT_THE_DECK, after=self.last, where=lambda fact: _is_about(fact, back)):
            yield fact
            if isinstance(fact.body, ShuffleProved):
                return

    def _signed(self) -> Signature | None:
        found = self.reading.signed_after(self.last)
        return Signature(number=found.number, at=found.at, key=found.key) if found else None

    def _dealers(self) -> tuple[str, ...]:
        took_over = (fact.body.dealer for fact in self.facts if isinstance(fact.body, DUTY))
        return tuple(dict.fromkeys((*([self.before.dealer] if self.before.dealer else []), *took_over)))

    def _told(self, facts: Iterable[Fact]) -> tuple[Told, ...]:
        return tuple(
            Told(
                number=fact.number,
                kind=kind_of(fact),
                at=fact.at,
                actor=fact.actor,
                words=sentence(fact),
                paragraphs=fact.paragraphs,
                **(self.amended[fact.number].marks if fact.number in self.amended else {}),
            )
            for fact in facts
        )


def _of_deck(facts: Iterable[Fact], back: Back) -> Iterator[Fact]:
    """Yield the facts about this deck, its comparison once it was lifted off or cut, and every contradiction."""
    is_out = False
    for fact in facts:
        if _is_about(fact, back):
            is_out = isinstance(fact.body, DeckCut | DeckLiftedOff)
            yield fact
        elif isinstance(fact.body, ShufflerContradicted) or (is_out and isinstance(fact.body, COMPARING)):
            yield fact


def _is_about(fact: Fact, back: Back) -> bool:
    """Return whether the fact is about this deck, alone or with the other."""
    body = fact.body
    return getattr(body, "back", None) == back or back in getattr(body, "backs", ())


def _game(started: RoundStarted) -> Game:
    return Game(
        game=started.game,
        title=GAMES[started.game].title,
        tracking=started.tracking,
        limit=started.stakes.limit if started.stakes else None,
        stakes=started.stakes,
        button=started.button,
    )


def _mini_dice(config: TableConfig | None, shake: Shake | None) -> Game | None:
    if config is None or shake is None:
        return None
    return Game(
        game=GameName.MINI_DICE, title="mini-dice", tracking=config.tracking, limit=None, stakes=None, button=None
    )


def unknown(
    facts: tuple[Fact, ...],
    *,
    found: Played | None,
    deck: DeckStory | None,
    players: tuple[Seated, ...],
    shake: Shake | None,
) -> Iterator[str]:
    """Yield what is unknown, most serious first."""
    if deck is not None:
        yield from _unknown_of_deck(deck)
    elif found is not None:
        yield "Which deck was used: no deck passed the deal gate"
    if shake is not None:
        yield from _unknown_of_shake(shake)
    if found is not None:
        if not found.is_over:
            yield "The result: the round is under way"
        yield from (
            _unknown_of_steps(facts)
            if found.started.tracking is Tracking.PROCEDURE
            else _unknown_of_cards(found, players)
        )
    if any(not fact.at.synced for fact in facts):
        yield "The exact time: the clock was not synchronised"


def _unknown_of_deck(deck: DeckStory) -> Iterator[str]:
    if deck.grade is Grade.REPORTED:
        yield "Whether the shuffler runs approved firmware: it reported the shuffle without proving its firmware"
    if deck.grade is Grade.OVERRIDDEN:
        yield "Whether the deck was shuffled: two people allowed it to be dealt without a proof"
    if deck.counted is None:
        yield "How many cards the deck had when it was shuffled: no device counted them"
    if deck.cut:
        yield "How many cards were cut: the dealer confirms ten or more, but no device counts them"


def _unknown_of_shake(shake: Shake) -> Iterator[str]:
    if not shake.is_settled:
        yield "The result: the shake is not settled"
    elif shake.paid_cents is None:
        yield "Who wagered what, and what was paid: this table records only the steps of a shake"
    yield "What the dice really showed: only the dealer's call is recorded; no device sees the dice"


def _unknown_of_steps(facts: tuple[Fact, ...]) -> Iterator[str]:
    yield "Bets, stacks, cards, the pot and what was taken from it: this table records only the steps of a round"
    yield "Folds that were not entered"
    awards = [fact.body for fact in facts if isinstance(fact.body, PotAwarded)]
    if awards and not any(award.seats for award in awards):
        yield "Who won: the dealer did not enter it"


def _unknown_of_cards(found: Played, players: tuple[Seated, ...]) -> Iterator[str]:
    hidden = [player.seat for player in players if HIDDEN in player.cards]
    if hidden:
        yield f"The cards of {seats(hidden)} that were never shown"
    if unseen := sum(card == HIDDEN for card in found.reached.board):
        yield f"{number(unseen, 'community card')} that the dealer did not enter"
    burns = f"{number(found.reached.burns, 'burnt card')} and the " if found.reached.burns else "The "
    yield f"{burns}{number(found.reached.stub, 'card')} left in the stub: not seen"
