"""Facts about a round of poker besides the engine's own: the button, the kill button, the game, a halted round."""

from firmware_host.rules.act_and_fact import Amendable, FactBody, NewAlert
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.struct import Seat
from firmware_host.table.terms import AlertKind

KILL_BUTTON_COMES = "won an entire qualifying pot and gets the kill button: limits are raised"


class RoundHalted(FactBody, frozen=True, kw_only=True, tag="round-halted"):
    """
    Something is wrong with the deck in play: two people decide about the round before another card is dealt (I-8).

    `may_be_awarded` is set where the cards already dealt are not in doubt.
    """

    ends_turn = True
    marks_round = True

    why: str
    may_be_awarded: bool = False

    def sentence(self) -> str:
        return f"The round is halted: {self.why}."

    def raises(self) -> NewAlert | None:
        return NewAlert(kind=AlertKind.ROUND_HALTED, about="round", say=f"The round is halted: {self.why}.")


class RoundContinued(FactBody, frozen=True, kw_only=True, tag="round-continued"):
    """Two people let the round continue; it stays marked."""

    ends_turn = True
    marks_round = True

    why: str

    def sentence(self) -> str:
        return f"The halted round continues: {self.why}."


PlayBody = RoundHalted | RoundContinued


class ButtonPlaced(FactBody, frozen=True, kw_only=True, tag="button-placed"):
    """The button gets its first place (14.10(c)2)."""

    seat: Seat

    def sentence(self) -> str:
        return f"The button is placed at seat {self.seat}."


class ButtonMoved(FactBody, frozen=True, kw_only=True, tag="button-moved"):
    """The button moves clockwise after a round of play (14.10(c)3)."""

    ends_turn = True

    seat: Seat

    def sentence(self) -> str:
        return f"The button moves to seat {self.seat}."


class KillButtonPlaced(FactBody, frozen=True, kw_only=True, tag="kill-button-placed"):
    """This player won an entire qualifying pot: the limits are raised for the next hand (14.11(A)(i))."""

    ends_turn = True

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} {KILL_BUTTON_COMES}."


class KillButtonMoved(FactBody, frozen=True, kw_only=True, tag="kill-button-moved"):
    """Another player won an entire qualifying pot: the limits stay raised."""

    ends_turn = True

    seat: Seat

    def sentence(self) -> str:
        return f"Seat {self.seat} {KILL_BUTTON_COMES}."


class KillButtonCollected(FactBody, frozen=True, kw_only=True, tag="kill-button-collected"):
    """The pot was divided or did not qualify: the posted limits apply again."""

    ends_turn = True

    def sentence(self) -> str:
        return "The kill button is collected: the posted limits apply again."


class KillButtonLapsed(FactBody, frozen=True, kw_only=True, tag="kill-button-lapsed"):
    """
    The player who won the kill is away at the deal: the dealer collects the kill button, and the posted limits apply
    again.
    """

    ends_turn = True
    amendable_as = frozenset({Amendable.STEP})

    seat: Seat

    def sentence(self) -> str:
        return (
            f"The player of seat {self.seat} is away: the kill button is collected, and the posted limits apply again."
        )


class ButtonTakenAway(FactBody, frozen=True, kw_only=True, tag="button-taken-away"):
    """The table changed to a game without a button."""

    ends_turn = True

    def sentence(self) -> str:
        return "The button is removed: this game has none."


class PuckSeen(FactBody, frozen=True, kw_only=True, tag="puck-seen"):
    """The seat where the sensors see the puck; none when it is between seats."""

    seat: Seat | None

    def sentence(self) -> str:
        return "The puck is at no seat." if self.seat is None else f"The puck is at seat {self.seat}."

    def raises(self) -> NewAlert | None:
        if self.seat is None:
            return None
        return NewAlert(
            kind=AlertKind.PUCK_ELSEWHERE,
            about="puck",
            say=f"The button was moved to seat {self.seat} in the middle of a round.",
        )


ButtonBody = (
    ButtonPlaced
    | ButtonMoved
    | ButtonTakenAway
    | KillButtonPlaced
    | KillButtonMoved
    | KillButtonCollected
    | KillButtonLapsed
    | PuckSeen
)


class GameChanged(FactBody, frozen=True, kw_only=True, tag="game-changed"):
    """From the next round on this game is played, as posted by the configuration in force."""

    ends_turn = True

    game: GameName

    def sentence(self) -> str:
        return f"The game changes to {GAMES[self.game].title} from the next round on."


GamesBody = GameChanged
