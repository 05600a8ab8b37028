"""A mini-dice table drawn in the terminal: who has the shaker, what the dice show, the wagers."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.wording import money
from firmware_host.table.dice.dice_view import DiceView
from firmware_host.table.view import DeviceReport, View

SEATS = 7

PIPS = "\u2680\u2681\u2682\u2683\u2684\u2685"

MOMENTS = {
    Moment.IDLE: "idle",
    Moment.WAGERS: "wagers",
    Moment.COVERING: "cover on",
    Moment.DEALER_SHAKES: "dealer shakes",
    Moment.OFFERED: "offered",
    Moment.SHOOTER_SHAKES: "shooter shakes",
    Moment.UNCOVERED: "uncovered",
    Moment.COLLECTING: "losers collected",
    Moment.PAYING: "winners paid",
}


def drawn(view: View, dice: DiceView, shaker: DeviceReport | None, prompt: Text) -> RenderableType:
    """Return the table as rows of a grid."""
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row("Seats", _seats(view, dice))
    grid.add_row("Shake", _moments(dice))
    grid.add_row("Shaker", _shaker(dice, shaker))
    grid.add_row("Dice", _dice(dice))
    if dice.wagers:
        grid.add_row("Wagers", _wagers(dice))
    grid.add_row("Dealer", prompt)
    return grid


def _seats(view: View, dice: DiceView) -> Text:
    text = Text()
    for seat in range(1, SEATS + 1):
        taken = seat in view.seats
        text.append(f" {seat} " if taken else " . ", style="black on green" if taken else "dim")
        mark = "(shaker) " if seat == dice.hand else "(shooter) " if seat == dice.holder else " "
        text.append("(offered) " if seat == dice.offered else mark, style="bold yellow")
    return text


def _moments(dice: DiceView) -> Text:
    text = Text()
    for moment, name in MOMENTS.items():
        if moment is not Moment.IDLE:
            text.append(name, style="bold reverse" if moment is dice.moment else "dim")
            text.append("  ")
    return text


def _shaker(dice: DiceView, report: DeviceReport | None) -> Text:
    where = "in front of the dealer" if dice.hand is None else f"with seat {dice.hand}"
    shaken = ", shaken" if dice.shaken else ""
    text = Text(f"{'covered' if dice.covered else 'open'}, {where}{shaken}")
    if report is not None and not report.up:
        text.append(f"; sensors: {report.detail}", style="red")
    return text


def _dice(dice: DiceView) -> Text:
    if not dice.faces:
        return Text("under the cover" if dice.covered else "-", style="dim")
    shown = " ".join(f"{PIPS[face - 1]} {face}" for face in dice.faces)
    total = f"   {sum(dice.faces)}" if len(dice.faces) == 2 else ""
    return Text(shown + total, style="bold")


def _wagers(dice: DiceView) -> Text:
    return Text("   ".join(f"{up.seat}: {money(up.cents)} {up.wager}" for up in dice.wagers))
