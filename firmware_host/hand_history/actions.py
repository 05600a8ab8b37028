"""
The actions of a hand history, played through the engine one by one.

A seat is the player's number: `p1` sits to the left of the button, the last player has the button. The format leaves
some steps out, so this module adds them: burns, opening a draw, showing hands whose cards are known from the deal,
awarding the pots. Cards are dealt in the order of the seeds; `dealing_order.py` has the other order.
"""

from firmware_host.hand_history.errors import BadHistory, Wrong, refused
from firmware_host.hand_history.finishing_stacks import Played
from firmware_host.hand_history.hand import Hand, Units, parse_amount, parse_cards
from firmware_host.rules.cards import BIT
from firmware_host.rules.decision import Refusal
from firmware_host.rules.game import Street
from firmware_host.rules.round import Phase, Round, advance, evolve
from firmware_host.rules.round.awarding import to_show
from firmware_host.rules.round.betting import betting_possible
from firmware_host.rules.round.dealing import common_card_due, street_due
from firmware_host.rules.round.decide_round import Advanced, Drafts
from firmware_host.rules.round.evolve_round import fold
from firmware_host.rules.round_acts import (
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
from firmware_host.rules.struct import HIDDEN, Seat

END = "the end"


class Actions:
    """The hand being played: the file's actions on one side, the engine's round on the other."""

    def __init__(self, hand: Hand, units: Units, opening: Drafts) -> None:
        """Start from the opening facts, just before the first card is dealt."""
        self._hand = hand
        self._units = units
        self._facts = [*opening]
        self._round = fold(evolve(None, opening[0].body), opening[1:])
        self._ahead = [action.split() if "#" not in action else _words(action) for action in hand.actions]
        self._at = 0
        self._number = 0
        self._seats = {f"p{seat}": seat for seat in range(1, len(hand.starting_stacks) + 1)}

    def played(self) -> Played:
        """Play all actions, then the steps the format leaves out. Raises BadHistory at the first wrong action."""
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
        return Played(finishing_stacks=finishing, facts=tuple(self._facts), units=self._units, final=self._round)

    def _deals(self) -> None:
        """Collect the deal actions of one street into one act: the file has one action for each player."""
        round_ = self._round
        street = street_due(round_)
        if round_.phase is not Phase.DEALING or street is None:
            raise self._bad(_why_no_deal(round_), ("14.6(c)",), wrong=Wrong.PLAY)
        common = self._is_common(street)
        each, middle = (0, 1) if common else (street.down + street.up, street.board)
        self._at -= 1
        first = self._at
        hands = self._hole(each * len(round_.live))
        board = self._board(middle) if not hands else ()
        if not hands and not board:
            self._number = self._at + 1
            due = "one common card face up for all" if common else street.say
            raise self._bad(f"the next cards due are: {due}", street.deal_paragraphs, wrong=Wrong.PLAY)
        for player in round_.live if hands else ():
            if len(hands.get(player.seat, ())) != each:
                dealt = len(hands.get(player.seat, ()))
                raise self._bad(f"player {player.seat} is due {each} cards here and is dealt {dealt}")
        dealt_hands = tuple([DealtHand(seat=seat, cards=cards) for seat, cards in hands.items()])
        self._deals_in(first, DealStreet(hands=dealt_hands, board=board))

    def _is_common(self, street: Street) -> bool:
        """Return whether the stub is too short for a card each, so that one common card is dealt."""
        return common_card_due(self._round, street)

    def _deals_in(self, first: int, act: DealStreet) -> None:
        """Deal what these actions say; if the deal is refused, name the action with the wrong card."""
        try:
            self._do(act)
        except BadHistory as bad:
            self._number = self._dealt_wrong(first) or self._number
            raise self._bad(bad.reason, bad.paragraphs, wrong=bad.wrong) from None

    def _dealt_wrong(self, first: int) -> int | None:
        """Return the number of the first deal action whose card does not exist or has already been dealt."""
        out = {card for card, bit in BIT.items() if self._round.known & bit}
        for at in range(first, self._at):
            for card in parse_cards(self._ahead[at][-1], END) if self._ahead[at] else ():
                if card != HIDDEN and (card in out or card not in BIT):
                    return at + 1
                out.add(card)
        return None

    def _hole(self, due: int) -> dict[Seat, tuple[str, ...]]:
        """Read deal actions until as many cards are named as are due; return the cards by seat."""
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
                raise self._bad("is not an action of the hand history format")

    def _calls(self, seat: Seat) -> None:
        if self._round.bet > self._round.players[seat - 1].paid:
            self._do(Call(seat=seat, discards=self._thrown(seat)))
        elif not self._checks_alone(seat):
            self._do(Check(seat=seat))

    def _checks_alone(self, seat: Seat) -> bool:
        """Accept a check by the only player with chips left: other programs write it, and it changes nothing."""
        waits = self._round.phase is Phase.DEALING and not self._round.players[seat - 1].folded
        return waits and not betting_possible(self._round.players)

    def _thrown(self, seat: Seat) -> tuple[str, ...]:
        """Return the Super Seven discards of this turn; the file writes them after the bet or call, as `sd`."""
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
        self._do(Draw(seat=seat, discards=discards, drawn=self._new_cards(seat, due)))

    def _new_cards(self, seat: Seat, due: int) -> tuple[str, ...]:
        """Return the new cards of a draw; the file may list them later, after all players have discarded."""
        drawn: tuple[str, ...] = ()
        for at in range(self._at, len(self._ahead)):
            words = self._ahead[at]
            if len(drawn) >= due or (words and words[0] != "d" and words[1:2] != ["sd"]):
                break
            if words[:3] == ["d", "dh", f"p{seat}"] and len(words) == 4:
                drawn += self._cards(words[3])
                self._ahead[at] = []
        if len(drawn) != due:
            raise self._bad(f"player {seat} discards {due} cards and is dealt {len(drawn)}")
        return drawn

    def _shows(self, seat: Seat, cards: tuple[str, ...]) -> None:
        """Skip hands shown as `??` before the showdown or with no opponent left: they need not be shown."""
        player, showdown = self._round.players[seat - 1], self._round.phase is Phase.SHOWDOWN
        unseen = bool(cards) and all(card == HIDDEN for card in cards)
        if unseen and not player.folded and (not showdown or len(self._round.live) == 1):
            return
        held = (*player.down, *player.up)
        if player.shown and not player.folded and (not cards or HIDDEN not in held) and set(cards) <= set(held):
            return
        if HIDDEN in (cards or held):
            raise self._bad(f"player {seat} shows cards the file does not name, so the winner is unknown", ("14.3(g)",))
        self._do(ShowHand(seat=seat, cards=cards or held))

    def _mucks(self, seat: Seat) -> None:
        """Accept a muck by the last player left: that player wins without showing."""
        live = self._round.live
        if self._round.phase is Phase.SHOWDOWN and len(live) == 1 and live[0].seat == seat:
            return
        self._do(MuckHand(seat=seat))

    def _finish(self) -> None:
        """Take the steps the format leaves out: show the hands known from the deal, award the pots."""
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
        answer = self._answer(act)
        if isinstance(answer, Refusal):
            raise refused(self._round, act, answer, self._units.said, self._place())
        drafts, self._round = answer
        self._facts.extend(drafts)

    def _answer(self, act: RoundAct) -> Advanced | Refusal:
        return advance(self._round, act)

    def _seat(self, word: str) -> Seat:
        seat = self._seats.get(word)
        if seat is None:
            raise self._bad(f"{word[:20]!r} is not a player of this hand")
        return seat

    def _amount(self, word: str) -> int:
        """Return an amount in parts of a unit; the fast path spares plain whole numbers the full check."""
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
    whose = f"; it is player {round_.players[turn].seat}'s turn" if turn is not None else ""
    return f"it ends at the {round_.street}, {round_.phase}{whose}"


def _why_no_deal(round_: Round) -> str:
    match round_.phase:
        case Phase.DRAWING:
            return "a player still has to draw"
        case Phase.BETTING:
            return "the betting is not over"
        case _:
            return "the betting is over and no more cards are due"
