"""The display of the demo: a live picture on a terminal, plain lines anywhere else."""

from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from firmware_host.mqtt.messages import AlertMessage
from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.struct import HIDDEN
from firmware_host.rules.wording import money
from firmware_host.table.floor.alert_kinds import KINDS
from firmware_host.table.state.decks import Place
from firmware_host.table.terms import AlertKind
from firmware_host.table.view import DeckView, DeviceReport, RoundView, View
from hil.demo import dice_picture

LATEST = 12

ABOVE_AND_AROUND = 21
"""The height of the head and the table in lines."""

Alerts = tuple[AlertMessage, ...]

STOPS = {
    AlertKind.CARDS_ASTRAY: "cards are astray",
    AlertKind.HOUSING_OPENED: "its housing is open",
    AlertKind.SHUFFLER_FAULTY: "faulty",
    AlertKind.SHUFFLER_JAMMED: "jammed",
    AlertKind.SHUFFLER_OPEN: "its lid is open",
    AlertKind.SHUFFLER_SORTS: "its switch says sort",
    AlertKind.SHUFFLE_OVERDUE: "does not finish its shuffle",
}
"""The alerts during which the shuffler is not idle, whatever it reports."""


class Screen(Protocol):
    """Shows sentences and the state of the table."""

    def say(self, sentence: str) -> bool:
        """Show a sentence; return whether the output still works."""
        ...

    def announce(self, line: str) -> None:
        """Show a line that stays, such as an address."""
        ...

    def show(self, view: View | None, shuffler: DeviceReport | None, alerts: Alerts = ()) -> None:
        """Show the state of the table."""
        ...

    def __enter__(self) -> Self:
        """Start the display."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the display; the last output stays."""
        ...


class Lines:
    """Plain lines, for pipes and logs."""

    def say(self, sentence: str) -> bool:
        try:
            print(sentence, flush=True)
        except OSError:
            # A full disk or a closed pipe (`| head`): end the demo cleanly.
            return False
        return True

    def announce(self, line: str) -> None:
        """Print the line."""
        self.say(line)

    def show(self, view: View | None, shuffler: DeviceReport | None, alerts: Alerts = ()) -> None:
        """Show nothing: the sentences are enough."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Do nothing."""


class Picture:
    """The table drawn in the terminal, redrawn when it changes."""

    def __init__(self, console: Console, *, head: str) -> None:
        """Prepare the picture; `head` stays above it."""
        self._head = head
        self._console = console
        self._latest: deque[str] = deque(maxlen=LATEST)
        self._view: View | None = None
        self._shuffler: DeviceReport | None = None
        self._alerts: Alerts = ()
        self._live = Live(console=console, get_renderable=self._draw, refresh_per_second=10, transient=False)

    def say(self, sentence: str) -> bool:
        """Add a sentence under the table."""
        self._latest.append(sentence)
        return True

    def announce(self, line: str) -> None:
        """Add the line to the head, above the table."""
        self._head += f"{line}\n"

    def show(self, view: View | None, shuffler: DeviceReport | None, alerts: Alerts = ()) -> None:
        """Redraw with this state from the next refresh on."""
        self._view, self._shuffler, self._alerts = view, shuffler, alerts

    def __enter__(self) -> Self:
        """Start drawing."""
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop drawing; the last picture stays."""
        self._live.__exit__(kind, error, trace)

    def _draw(self) -> RenderableType:
        # Lines that do not fit would be cut at the bottom, where the newest one is.
        wrapped = sum(1 + (len(alert.say) + 60) // self._console.width for alert in self._alerts)
        room = max(1, self._console.height - ABOVE_AND_AROUND - wrapped)
        said = Text(
            "\n".join(list(self._latest)[-room:]) or "The controller is starting ...", style="dim", overflow="ellipsis"
        )
        said.no_wrap = True
        table = drawn(self._view, self._shuffler, self._alerts) if self._view else Text("")
        return Group(Text(self._head), Panel(table, title=_title(self._view), title_align="left"), said)


def _title(view: View | None) -> str:
    if view is None:
        return "starting"
    if view.dice is not None:
        return f"{view.game} - shake {view.rounds}"
    if view.round is None:
        return f"{view.game} - between rounds, {view.rounds} played"
    return f"{view.game} - round {view.round.number}"


def drawn(view: View, device: DeviceReport | None, alerts: Alerts) -> RenderableType:
    """Return the table as rows of a grid, the alerts last."""
    if view.dice is not None:
        return Group(dice_picture.drawn(view, view.dice, device, _prompt(view)), *_alerts(alerts))
    return Group(_table(view, device, alerts), *_alerts(alerts))


def _alerts(alerts: Alerts) -> Iterator[RenderableType]:
    """Yield each standing alert with what ends it; long texts wrap, so that the remedy can be read."""
    for alert in sorted(alerts, key=lambda alert: alert.number):
        ends = KINDS[alert.kind].put_right
        remedy = (
            " The cause is over: a person clears the alert." if alert.over else f" What to do: {ends}." if ends else ""
        )
        yield Text(f"Alert {alert.number}  {alert.say}{remedy}", style="dim" if alert.over else "bold red")


def _table(view: View, shuffler: DeviceReport | None, alerts: Alerts) -> RenderableType:
    grid = Table.grid(padding=(0, 2), expand=True)
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row("Seats", _seats(view))
    grid.add_row("Street", _streets(view))
    grid.add_row("Board", _board(view))
    if view.round is not None and view.tracking is Tracking.FULL:
        grid.add_row("Pot", Text(money(view.round.pot_cents)))
        grid.add_row("Players", _players(view.round))
    for deck in view.decks:
        grid.add_row(f"{str(deck.back).capitalize()} deck", _deck(deck))
    grid.add_row("Shuffler", _shuffler(shuffler, alerts))
    grid.add_row("Dealer", _prompt(view))
    return grid


def _players(round_: RoundView) -> Text:
    """Return the players with their stacks, bets and up-cards."""
    text = Text()
    for player in sorted(round_.players, key=lambda player: player.seat):
        style = "dim strike" if player.folded else "bold reverse" if player.seat == round_.turn else ""
        up = f" {' '.join(player.up)}" if player.up else ""
        bet = f" bets {money(player.bet_cents)}" if player.bet_cents else ""
        folded = " folded" if player.folded else ""
        text.append(f"{player.seat}: {money(player.stack_cents)}{bet}{up}{folded}", style=style)
        text.append("   ")
    return text


def _seats(view: View) -> Text:
    text = Text()
    folded = {player.seat for player in view.round.players if player.folded} if view.round else set[int]()
    for seat in range(1, 12):
        taken = seat in view.seats
        style = "black on green" if seat not in folded else "dim strike"
        text.append(f" {seat} " if taken else " . ", style=style if taken else "dim")
        text.append("(B) " if seat == view.button else " ", style="bold yellow")
    return text


def _streets(view: View) -> Text:
    now = None if view.round is None else str(view.round.phase if view.round.phase == "showdown" else view.round.street)
    text = Text()
    for name in (*(str(street.name) for street in GAMES[view.game].streets), "showdown"):
        text.append(name, style="bold reverse" if name == now else "dim")
        text.append("  ")
    return text


def _board(view: View) -> Text:
    cards = view.round.board if view.round else ()
    if HIDDEN in cards:
        return Text(f"{len(cards)} cards, not entered")
    return Text(" ".join(f"[{card}]" for card in cards) or "-")


def _deck(deck: DeckView) -> Text:
    if deck.trouble:
        return Text(deck.trouble, style="bold red")
    if deck.place is Place.IN_PLAY:
        return Text("in play", style="bold green")
    if deck.shuffling:
        return Text("being shuffled", style="yellow")
    if deck.proof:
        return Text(f"shuffle {deck.proof}" + (", cut: may be dealt" if deck.cut else ", not cut yet"), style="green")
    return Text("no proof: may not be dealt", style="dim")


def _shuffler(shuffler: DeviceReport | None, alerts: Alerts) -> RenderableType:
    if shuffler is None or not shuffler.up:
        return Text(shuffler.detail if shuffler else "?", style="red")
    stops = next((alert for alert in alerts if alert.kind in STOPS and not alert.over), None)
    if stops is not None:
        return Text(f"{shuffler.detail}: {STOPS[stops.kind]}", style="bold red")
    if shuffler.of is None or shuffler.done is None:
        return Text(f"{shuffler.detail}: idle", style="dim")
    bar = Table.grid(padding=(0, 1))
    bar.add_row(ProgressBar(total=shuffler.of, completed=shuffler.done, width=40), f"{shuffler.done}/{shuffler.of}")
    return bar


def _prompt(view: View) -> Text:
    step = next((step for step in view.steps if step.expected and (step.key or view.round or view.dice)), None)
    if step is None and view.waiting_for is not None:
        return Text(f"Wait: {view.waiting_for.reason}.", style="yellow")
    return Text(step.say if step else "-", style="bold")
