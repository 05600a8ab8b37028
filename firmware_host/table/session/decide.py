"""Opening the table for play."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.rules.seats import first_button
from firmware_host.table.button.bodies import ButtonPlaced
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import Intent
from firmware_host.table.dice.bodies import WagersOpened
from firmware_host.table.drafts import Decision, Drafts
from firmware_host.table.people.bodies import DealerOnDuty
from firmware_host.table.seating.bodies import SeatTaken
from firmware_host.table.session.acts import SessionAct
from firmware_host.table.session.bodies import TableOpened
from firmware_host.table.state import TableState


def answer(state: TableState, intent: Intent, act: SessionAct) -> Decision:
    """Bring the dealer on duty, seat the players and give the button its first place (14.10(c)2)."""
    del intent, act
    if state.is_open:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=("14.4(c)",) if state.dice is None else (),
            reason="the table is open already",
            allowed_by="close the table first",
        )
    if state.config is None:
        return Refusal(
            code=Code.NOT_NOW,
            reason="no configuration is in force",
            allowed_by="start the controller with a table.toml",
        )
    config = state.config
    poker = config.mini_dice is None
    return (
        Draft(body=TableOpened(), paragraphs=("14.4(c)",) if poker else ()),
        Draft(body=DealerOnDuty(dealer=config.dealer), paragraphs=("14.6(b)",) if poker else ()),
        *(
            Draft(body=SeatTaken(seat=seat, cents=config.buy_in_cents), paragraphs=("14.7(a)",) if poker else ("I-2",))
            for seat in sorted(config.seats)
        ),
        *(_first_button(config) if poker else (Draft(body=WagersOpened(), paragraphs=("I-1",)),)),
    )


def _first_button(config: TableConfig) -> Drafts:
    """The stud games have no button."""
    if not config.poker.button:
        return ()
    return (Draft(body=ButtonPlaced(seat=first_button(config.seats)), paragraphs=("14.10(c)2",)),)
