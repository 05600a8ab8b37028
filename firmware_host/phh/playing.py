"""
The actions of a hand history on one side, the engine's round on the other, every check on.

    played = Table(hand, chip, Reading()).played()      raises BadHistory at the first action that is no legal play

A seat is the player's number: `p1` sits at the button's left, the last player has the button. What the format leaves
to its reader is done here: burns, opening a draw, tabling hands that are known all along, awarding the pots.
"""

from collections.abc import Mapping

from firmware_host.phh.bad_history import BadHistory, Wrong
from firmware_host.phh.fields import Amount
from firmware_host.phh.notation import USUAL_RAISES, Hand, parse_amount, parse_cards
from firmware_host.phh.played import Played, Reading
from firmware_host.phh.refused import refused
from firmware_host.phh.units import Units
from firmware_host.rules.acts import (
    AwardPot,
    Bet,
    Call,
    Check,
    DealStreet,
    DealtHand,
    Draw,
    Fold,
    MakeForcedBet,
    MuckHand,
    RoundAct,
    ShowHand,
)
from firmware_host.rules.answers import Refusal
from firmware_host.rules.cards import BIT
from firmware_host.rules.games import GAMES
from firmware_host.rules.record import HIDDEN, Seat
from firmware_host.rules.round import Phase, Round, advance, evolve, start_full
from firmware_host.rules.round.awarding import to_show
from firmware_host.rules.round.betting import betting_possible
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round.drafts import RoundDraft
from firmware_host.rules.round.evolve import fold
from firmware_host.rules.round.told import waits_for_draws
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes

END = "the end"


class Table:
    """The hand being played: the file's actions on one side, the engine's round on the other."""

    def __init__(self, hand: Hand, chip: Amount | None, reading: Reading) -> None:
        self._hand = hand
        self._reading = reading
        self._units = Units(hand)
        self._told: list[RoundDraft] = []
        self._ahead = [action.split() if "#" not in action else _words(action) for action in hand.actions]
        self._at = 0
        self._number = 0
        self._seats = {f"p{seat}": seat for seat in range(1, len(hand.starting_stacks) + 1)}
        self._round = self._opened(chip if chip is not None else hand.chip)

    def played(self) -> Played:
        ahead, count = self._ahead, len(self._ahead)
        while self._at < count:
            words = ahead[self._at]
            self._at += 1
            if not words:
                continue
            self._number = self._at
            if words[0] == "d":
                self._deals()
            else:
                self._plays(words)
        self._number = 0
        self._finish()
        finishing = tuple([self._units.outside(player.stack) for player in self._round.players])
        return Played(finishing_stacks=finishing, told=tuple(self._told), units=self._units, final=self._round)

    def _opened(self, chip: Amount | None) -> Round:
        hand, game, inside = self._hand, GAMES[self._hand.game], self._units.inside
        seats = tuple(self._seats.values())
        heads_up = len(seats) == 2 and game.button
        # Of two players the format lists the button's amounts last and lets the button post the first of them.
        antes = hand.antes[::-1] if heads_up else hand.antes
        blinds = hand.blinds[::-1] if heads_up else hand.blinds
        stacks = dict(zip(seats, map(inside, hand.starting_stacks), strict=True))
        dead = dict(zip(seats, map(inside, hand.dead_blinds[::-1] if heads_up else hand.dead_blinds), strict=False))
        owed_antes = {seat: inside(ante) - dead.get(seat, 0) for seat, ante in zip(seats, antes, strict=True)}
        owed = {seat: abs(inside(blind)) for seat, blind in zip(seats, blinds, strict=True)}
        if not self._reading.blinds_in_full:
            owed = {seat: min(cents, max(0, stacks[seat] - owed_antes[seat])) for seat, cents in owed.items()}
        answer = start_full(
            game,
            seats=seats,
            stacks=stacks,
            button=seats[-1] if game.button else None,
            stakes=self._stakes(chip, self._blinds(owed) if game.button else ()),
            antes=owed_antes,
            dead_antes=not hand.trimmed and not dead,
            made_up=[seat for seat, blind in zip(seats, blinds, strict=True) if blind < 0 or dead.get(seat)],
            dead=dead,
            straddler=seats[hand.straddler - 1] if hand.straddler else None,
            killer=seats[hand.killer - 1] if hand.killer else None,
            as_told=self._reading.as_told,
        )
        if isinstance(answer, Refusal):
            raise BadHistory("starting_stacks", answer.reason, answer.paragraphs)
        self._told.extend(answer)
        return fold(evolve(None, answer[0].body), answer[1:])

    def _blinds(self, owed: Mapping[Seat, int]) -> tuple[int, ...]:
        """The kill's blind lies anywhere: beside it the file says how many are posted in turn, and by whom of two."""
        in_order = tuple(owed.values())
        if not self._hand.killer:
            return in_order
        return (in_order[::-1] if self._hand.button_first else in_order)[: self._hand.in_turn]

    def _stakes(self, chip: Amount | None, blinds: tuple[int, ...]) -> Stakes:
        hand, inside = self._hand, self._units.inside
        try:
            return Stakes(
                limit=hand.limit,
                min_cents=inside(hand.min_bet),
                max_cents=0 if hand.limit in (Limit.NO, Limit.POT) else inside(hand.max_bet),
                blinds_cents=blinds,
                forced_cents=inside(hand.bring_in),
                chip_cents=1 if chip is None else max(1, min(inside(chip), self._units.parts)),
                raises=USUAL_RAISES if hand.raises is None else hand.raises,
                blind_counts=hand.raises is not None,
                heads_up=HeadsUp.USUAL if hand.button_first else HeadsUp.BY_PARAGRAPH,
            )
        except ValueError as error:
            raise BadHistory("the limits", str(error), ("I-6",)) from None

    def _deals(self) -> None:
        """Take the deals of one street together: the file names each player's cards by itself."""
        round_ = self._round
        if waits_for_draws(round_):
            self._deals_draws()
            return
        street = street_due(round_)
        if round_.phase is not Phase.DEALING or street is None:
            raise self._bad(_why_no_deal(round_), ("14.6(c)",), wrong=Wrong.PLAY)
        to_all = self._reading.as_told and self._ahead[self._at - 1][1:2] == ["dh"]
        common = common_card_due(round_, street) and not to_all
        each, middle = (0, 1) if common else (street.down + street.up, street.board)
        self._at -= 1
        first = self._at
        hands = self._hole(each * len(round_.live))
        board = self._board(middle) if not hands else ()
        if not hands and not board:
            self._number = self._at + 1
            due = "one common card face up for all" if common else street.say
            raise self._bad(f"what is due is: {due}", street.deal_paragraphs, wrong=Wrong.PLAY)
        for player in round_.live if hands else ():
            if len(hands.get(player.seat, ())) != each:
                dealt = len(hands.get(player.seat, ()))
                raise self._bad(f"player {player.seat} is due {each} cards here and gets {dealt}")
        dealt_hands = tuple([DealtHand(seat=seat, cards=cards) for seat, cards in hands.items()])
        self._deals_in(first, DealStreet(hands=dealt_hands, board=board))

    def _deals_draws(self) -> None:
        """Take the new cards of all who have discarded, in whatever order the file deals them (I-16)."""
        round_ = self._round
        self._at -= 1
        first, owed = self._at, {player.seat: round_.owed(player) for player in round_.live}
        hands = self._hole(sum(owed.values()))
        for seat, due in owed.items():
            if len(hands.get(seat, ())) != due:
                raise self._bad(f"player {seat} throws {due} cards away and is dealt {len(hands.get(seat, ()))}")
        self._deals_in(first, DealStreet(hands=tuple([DealtHand(seat=s, cards=c) for s, c in hands.items()])))

    def _deals_in(self, first: int, act: DealStreet) -> None:
        """Deal what these lines say; where that is refused name the one with the card."""
        try:
            self._do(act)
        except BadHistory as bad:
            self._number = self._dealt_wrong(first) or self._number
            raise self._bad(bad.reason, bad.paragraphs, wrong=bad.wrong) from None

    def _dealt_wrong(self, first: int) -> int | None:
        """Return the number of the first of these deals with a card that is none or is out already."""
        out = {card for card, bit in BIT.items() if self._round.known & bit}
        for at in range(first, self._at):
            for card in parse_cards(self._ahead[at][-1], END) if self._ahead[at] else ():
                if card != HIDDEN and (card in out or card not in BIT):
                    return at + 1
                out.add(card)
        return None

    def _hole(self, due: int) -> dict[Seat, tuple[str, ...]]:
        """Return the hands dealt next, until as many cards are named as are due."""
        hands: dict[Seat, tuple[str, ...]] = {}
        ahead = self._ahead
        while due > 0 and self._at < len(ahead):
            words = ahead[self._at]
            if len(words) != 4 or words[1] != "dh" or words[0] != "d":
                if words:
                    break
                self._at += 1
                continue
            self._at += 1
            self._number = self._at
            seat, cards = self._seat(words[2]), self._cards(words[3])
            hands[seat] = hands.get(seat, ()) + cards if seat in hands else cards
            due -= len(cards)
        return hands

    def _board(self, middle: int) -> tuple[str, ...]:
        board: tuple[str, ...] = ()
        while len(board) < middle and self._at < len(self._ahead):
            words = self._ahead[self._at]
            if len(words) != 3 or words[1] != "db" or words[0] != "d":
                if words:
                    break
                self._at += 1
                continue
            self._at += 1
            self._number = self._at
            board += self._cards(words[2])
        return board

    def _plays(self, words: list[str]) -> None:
        seat, what = self._seat(words[0]), words[1] if len(words) > 1 else ""
        match what, len(words):
            case "f", 2:
                self._do(Fold(seat=seat))
            case "cc", 2:
                self._calls(seat)
            case "cbr", 3:
                self._do(Bet(seat=seat, to_cents=self._amount(words[2]), discards=self._thrown(seat)))
            case "pb", 2:
                self._do(MakeForcedBet(seat=seat))
            case "sd", 2:
                self._draws(seat, ())
            case "sd", 3:
                self._draws(seat, self._cards(words[2]))
            case "sm", 2:
                self._mucks(seat)
            case "sm", 3:
                self._shows(seat, () if words[2] == "-" else self._cards(words[2]))
            case _:
                raise self._bad("is no action of this format")

    def _calls(self, seat: Seat) -> None:
        if self._round.bet > self._round.players[seat - 1].paid:
            self._do(Call(seat=seat, discards=self._thrown(seat)))
        elif not self._checks_alone(seat):
            self._do(Check(seat=seat))

    def _checks_alone(self, seat: Seat) -> bool:
        """Other programs write a check of who is alone with chips; nobody bets any more, and it changes nothing."""
        waits = self._round.phase is Phase.DEALING and not self._round.players[seat - 1].folded
        return waits and not betting_possible(self._round.players)

    def _thrown(self, seat: Seat) -> tuple[str, ...]:
        """Super Seven: the cards thrown away in the turn are written after it, by the word for discards."""
        if not self._round.on.discard or self._round.players[seat - 1].threw:
            return ()
        for at in range(self._at, len(self._ahead)):
            words = self._ahead[at]
            if words[:1] == ["d"]:
                break
            if words[:2] == [f"p{seat}", "sd"] and len(words) == 3:
                self._ahead[at] = []
                return self._cards(words[2])
        return ()

    def _draws(self, seat: Seat, discards: tuple[str, ...]) -> None:
        following = self._round.following
        if self._round.phase is Phase.DEALING and following is not None and following.draw:
            self._do(DealStreet())
        due = len(discards) if self._round.phase is Phase.DRAWING else 0
        drawn = self._drawn_now(seat, due) if self._reading.as_told else self._drawn(seat, due)
        self._do(Draw(seat=seat, discards=discards, drawn=drawn))

    def _drawn(self, seat: Seat, due: int) -> tuple[str, ...]:
        """The file may name the new cards after everybody's discards; they are looked up ahead of their turn."""
        drawn: tuple[str, ...] = ()
        for at in range(self._at, len(self._ahead)):
            words = self._ahead[at]
            if len(drawn) >= due or (words and words[0] != "d" and words[1:2] != ["sd"]):
                break
            if words[:3] == ["d", "dh", f"p{seat}"] and len(words) == 4:
                drawn += self._cards(words[3])
                self._ahead[at] = []
        if len(drawn) != due:
            raise self._bad(f"player {seat} throws {due} cards away and is dealt {len(drawn)}")
        return drawn

    def _drawn_now(self, seat: Seat, due: int) -> tuple[str, ...]:
        """Return the new cards that are dealt at once; none where the file lets the others discard first."""
        drawn: tuple[str, ...] = ()
        for words in self._ahead[self._at :]:
            if len(drawn) >= due or (words and (words[:3] != ["d", "dh", f"p{seat}"] or len(words) != 4)):
                break
            drawn += self._cards(words[3]) if words else ()
            self._at += 1
        if drawn and len(drawn) != due:
            raise self._bad(f"player {seat} throws {due} cards away and is dealt {len(drawn)}")
        return drawn

    def _shows(self, seat: Seat, cards: tuple[str, ...]) -> None:
        """Hands nobody sees are not shown: before the showdown, and where nobody is left to beat, they need not be."""
        player, showdown = self._round.players[seat - 1], self._round.phase is Phase.SHOWDOWN
        unseen = bool(cards) and all(card == HIDDEN for card in cards)
        if unseen and not player.folded and (not showdown or len(self._round.live) == 1):
            return
        held = (*player.down, *player.up)
        if player.shown and not player.folded and (not cards or HIDDEN not in held) and set(cards) <= set(held):
            return
        if HIDDEN in (cards or held):
            raise self._bad(f"player {seat} shows cards that are not told: who wins cannot be said", ("14.3(g)",))
        self._do(ShowHand(seat=seat, cards=cards or held))

    def _mucks(self, seat: Seat) -> None:
        """The last one left may throw the hand in unseen, and has won all the same."""
        live = self._round.live
        if self._round.phase is Phase.SHOWDOWN and len(live) == 1 and live[0].seat == seat:
            return
        self._do(MuckHand(seat=seat))

    def _finish(self) -> None:
        """Do what the format leaves to whoever reads it: hands known all along are shown, the pots awarded."""
        if self._round.phase is not Phase.SHOWDOWN:
            raise self._bad(f"the hand is not over: {_where(self._round)}", ("14.6(d)",))
        while waiting := to_show(self._round):
            cards = (*waiting[0].down, *waiting[0].up)
            if HIDDEN in cards:
                reason = f"player {waiting[0].seat} is at the showdown and has neither shown nor mucked"
                raise self._bad(reason, self._round.rules.showdown_paragraphs[:1])
            self._do(ShowHand(seat=waiting[0].seat, cards=cards))
        self._do(AwardPot())

    def _do(self, act: RoundAct) -> None:
        answer = advance(self._round, act)
        if isinstance(answer, Refusal):
            raise refused(self._round, act, answer, self._units, self._place())
        drafts, self._round = answer
        self._told.extend(drafts)

    def _seat(self, word: str) -> Seat:
        seat = self._seats.get(word)
        if seat is None:
            raise self._bad(f"{word[:20]!r} is no player of this hand")
        return seat

    def _amount(self, word: str) -> int:
        """Return the parts of an amount; the place is only worked out for what is unusual."""
        if len(word) < 12 and word.isascii() and word.isdecimal():
            return int(word) * self._units.parts
        return self._units.inside(parse_amount(word, self._place()))

    def _cards(self, word: str) -> tuple[str, ...]:
        if len(word) == 2:
            return (word,)
        if len(word) == 4:
            return (word[:2], word[2:])
        return parse_cards(word, self._place())

    def _place(self) -> str:
        if not self._number:
            return END
        return f"action {self._number} ({self._hand.actions[self._number - 1].strip()[:60]})"

    def _bad(self, reason: str, paragraphs: tuple[str, ...] = (), *, wrong: Wrong = Wrong.FILE) -> BadHistory:
        return BadHistory(self._place(), reason, paragraphs, wrong=wrong)


def _words(action: str) -> list[str]:
    """
    Return an action's words without its comment.

    >>> _words("p3 cbr 400  # all the way")
    ['p3', 'cbr', '400']
    """
    return action.partition("#")[0].split()


def _where(round_: Round) -> str:
    turn = round_.to_act
    whose = f", and it is player {round_.players[turn].seat}'s turn" if turn is not None else ""
    return f"it stands at the {round_.street}, {round_.phase}{whose}"


def _why_no_deal(round_: Round) -> str:
    match round_.phase:
        case Phase.DRAWING:
            return "somebody has still to draw first"
        case Phase.BETTING:
            return "the betting is not over"
        case _:
            return "the betting is over and no card is due any more"
