"""Change the game between rounds, by a floorperson, to another posted game."""

from firmware_host.rules.decision import Code, Refusal, Role, Step, draft, refuse
from firmware_host.rules.game import GameName
from firmware_host.rules.games import GAMES
from firmware_host.rules.seats import first_button
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.straddle_missed_blinds import I_7
from firmware_host.rules.struct import Paragraphs
from firmware_host.rules.wording import joined
from firmware_host.table.acts.intent import TableStep
from firmware_host.table.acts.round import ChangeGame
from firmware_host.table.answering import answers
from firmware_host.table.config import ButtonAfterStud, TableConfig
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.round import ButtonPlaced, ButtonTakenAway, GameChanged, KillButtonCollected
from firmware_host.table.facts.seating import PostingWithdrawn
from firmware_host.table.money import time_charge
from firmware_host.table.state.between_rounds import round_under_way
from firmware_host.table.state.button import next_place
from firmware_host.table.state.table import TableState

POSTED: Paragraphs = ("14.8(a)", "19:47-8.3")


@answers(ChangeGame)
def change_game(state: TableState, act: ChangeGame) -> Decision:
    """Change the game and place or remove the button; a kill and a straddle end with the old game."""
    refused = _refused(state, act.game)
    if refused or state.config is None:
        return refused or ()
    changed = draft(GameChanged(game=act.game), *POSTED)
    return (changed, *_kill(state), *_straddle(state), *_button(state, state.config, act.game))


def next_steps(state: TableState) -> tuple[TableStep, ...]:
    """Offer the other posted games that are possible now."""
    return tuple(
        Step(
            act=ChangeGame(game=name),
            say=f"Change the game to {GAMES[name].title}.",
            role=Role.FLOORPERSON,
            paragraphs=POSTED,
        )
        for name in posted(state)
        if _refused(state, name) is None
    )


def posted(state: TableState) -> tuple[GameName, ...]:
    """Return the posted games, starting with the one that the table opens with."""
    return tuple(game.game for game in state.adopted.all_games) if state.adopted else ()


def _refused(state: TableState, name: GameName) -> Refusal | None:
    if state.round is not None:
        return round_under_way(("14.1",), so="and a round is played as one game")
    if name not in posted(state):
        others = joined(posted(state), "or")
        return refuse(f"{name} is not posted at this table", f"choose {others}", *POSTED, code=Code.NOT_OFFERED)
    if state.config is not None and state.config.game is name:
        return refuse(f"this table already plays {name}", "name another game", *POSTED)
    unpaid = time_charge.unpaid(state, then=_stakes(state, name))
    if unpaid is not None:
        return unpaid
    game = GAMES[name]
    if len(state.seats) > game.most_players:
        return refuse(
            f"{game.title} is for at most {game.most_players} players; {len(state.seats)} are seated",
            "choose a game for more players, or wait until players leave",
            *game.players_paragraphs,
            code=Code.TOO_MANY_PLAYERS,
        )
    return None


def _stakes(state: TableState, name: GameName) -> Stakes | None:
    games = state.adopted.all_games if state.adopted else ()
    return next((game.stakes for game in games if game.game is name), None)


def _kill(state: TableState) -> Drafts:
    if state.kill_button is None:
        return ()
    return (draft(KillButtonCollected(), "14.11(A)(i)"),)


def _straddle(state: TableState) -> Drafts:
    """Withdraw a straddle, which was announced for the blinds of the old game."""
    seat = state.owed.straddler
    return () if seat is None else (draft(PostingWithdrawn(seat=seat), *I_7),)


def _button(state: TableState, config: TableConfig, name: GameName) -> Drafts:
    """Remove the button for a stud game; place it again after one, as play with a button commences."""
    if not GAMES[name].button:
        return () if state.button is None else (draft(ButtonTakenAway(), "14.8(a)"),)
    if state.button is not None or not state.present or not state.is_open:
        return ()
    seat, before = first_button(state.present), state.button_before_stud
    if config.button_after_stud is ButtonAfterStud.WHERE_IT_LAY and before is not None:
        seat = before if before in state.present else next_place(before, state.present) or seat
    return (draft(ButtonPlaced(seat=seat), "14.10(c)2", "I-21"),)
