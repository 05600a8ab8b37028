"""The inputs as a table in a terminal, redrawn as they move. The only module of the command that needs rich."""

from types import TracebackType
from typing import Self

from rich.live import Live
from rich.table import Table

from firmware_host.commands.pins_watch import Watched

HEADINGS = (
    "GPIO",
    "input",
    "is",
    "edges",
    "bounces",
    "most",
    "latest train",
    "rest before",
    "settled",
    "shakes",
)


class Picture:
    """Draws every input; what moved since the last look is bright."""

    def __init__(self) -> None:
        self._live = Live(auto_refresh=False)

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def show(self, inputs: tuple[Watched, ...]) -> None:
        self._live.update(_drawn(inputs), refresh=True)
        for each in inputs:
            each.moved = False


def _drawn(inputs: tuple[Watched, ...]) -> Table:
    table = Table(title="Inputs; Ctrl-C ends", title_justify="left")
    for heading in (
        "GPIO",
        "input",
        "is",
        "edges",
        "bounces",
        "most",
        "latest train",
        "rest before",
        "settled",
        "shakes",
    ):
        table.add_column(heading, justify="left" if heading in {"input", "is"} else "right")
    for each in inputs:
        said = each.words()
        state = "[red]floods[/]" if each.flooded else "[green]closed[/]" if said["closed"] else "open"
        bounced = f"{said['bounces']} in {said['bounced_ms']} ms" if said["bounces"] else "-"
        train = f"{said['pulses']} in {said['train_ms']} ms" if said["pulses"] else "-"
        rest = "-" if said["rest_ms"] is None else f"{said['rest_ms']} ms"
        counted = (str(said.get("believed", "-")), str(said.get("shakes", "-")))
        bounces = (str(said["edges"]), bounced, str(said["worst_bounces"]))
        cells = (str(each.pin), each.name, state, *bounces, train, rest, *counted)
        table.add_row(*cells, style="bold" if each.moved else "")
    return table
