"""Starting the controller and opening the table for play."""

from firmware_host.rules.answers import Code, Draft, Refusal
from firmware_host.rules.games import GAMES
from firmware_host.rules.seats import first_button
from firmware_host.table.acts import OpenTable, Start
from firmware_host.table.bodies import (
    ButtonPlaced,
    ConfigurationAdopted,
    DealerOnDuty,
    HostStarted,
    JournalOpened,
    SeatTaken,
    TableOpened,
)
from firmware_host.table.config import TableConfig
from firmware_host.table.contract import TableDraft
from firmware_host.table.state import TableState


def start(state: TableState, act: Start) -> tuple[TableDraft, ...]:
    """
    Open a new journal with the configuration in force, or go on with an old one.

    On an old journal the file's configuration changes nothing here: that takes two people (design, "Contract").
    """
    started: TableDraft = Draft(body=HostStarted(software=act.software), paragraphs=())
    if state.config is not None:
        return (started,)
    opened = Draft(body=JournalOpened(), paragraphs=())
    adopted = Draft(body=ConfigurationAdopted(config=act.config), paragraphs=())
    return (opened, started, adopted)


def open_table(state: TableState, act: OpenTable) -> tuple[TableDraft, ...] | Refusal:
    """Bring the dealer on duty, seat the players and give the button its first place (14.10(c)2)."""
    del act
    if state.is_open:
        return Refusal(
            code=Code.NOT_NOW,
            paragraphs=("14.4(c)",),
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
    return (
        Draft(body=TableOpened(), paragraphs=("14.4(c)",)),
        Draft(body=DealerOnDuty(dealer=config.dealer), paragraphs=("14.6(b)",)),
        *(
            Draft(body=SeatTaken(seat=seat, cents=config.buy_in_cents), paragraphs=("14.7(a)",))
            for seat in sorted(config.seats)
        ),
        *_first_button(config),
    )


def _first_button(config: TableConfig) -> tuple[TableDraft, ...]:
    """The stud games have no button."""
    if not GAMES[config.game].button:
        return ()
    return (Draft(body=ButtonPlaced(seat=first_button(config.seats)), paragraphs=("14.10(c)2",)),)
