"""How each fault went at each point of the game, as people read it."""

from collections.abc import Iterable
from typing import Final

from firmware_host.rules.dice.shaker import Moment
from firmware_host.rules.struct import Record
from hil.faults.fault import Point, Procedure

TABLES: Final[tuple[tuple[str, type[Procedure] | type[Moment]], ...]] = (("poker", Procedure), ("mini-dice", Moment))


class Outcome(Record, frozen=True, kw_only=True):
    """How one fault went at one point. `wrong` is empty where all was as the file says; `stands`: nothing goes on."""

    fault: str
    table: str
    point: str
    wrong: tuple[str, ...]
    alerts: tuple[str, ...] = ()
    child: bool = False
    """Whether it was the real controller in a process of its own."""
    stands: bool = False


def table_at(point: Point) -> str:
    """Return the kind of table that has this point."""
    return next(name for name, points in TABLES if isinstance(point, points))


def table_of(outcomes: Iterable[Outcome]) -> str:
    """Return the matrix: for each kind of table a row for each fault and a column for each point it was tried at."""
    found = tuple(outcomes)
    parts = (_part(name, points, [each for each in found if each.table == name]) for name, points in TABLES)
    return "\n\n".join(part for part in parts if part)


def _part(name: str, points: Iterable[Point], outcomes: list[Outcome]) -> str:
    if not outcomes:
        return ""
    columns = [point for point in points if any(each.point == point for each in outcomes)]
    faults = sorted({each.fault for each in outcomes})
    width = max(len(name), *map(len, faults))
    widths = [max(len(point), len("held +child")) for point in columns]
    lines = [_line(name, width, columns, widths, "alerts")]
    for fault in faults:
        row = [each for each in outcomes if each.fault == fault]
        marks = [_mark([each for each in row if each.point == point]) for point in columns]
        alerts = dict.fromkeys(alert for outcome in row for alert in outcome.alerts)
        lines.append(_line(fault, width, marks, widths, ", ".join(alerts)))
    return "\n".join(lines)


def _line(first: str, width: int, cells: Iterable[str], widths: Iterable[int], last: str) -> str:
    return "  ".join(
        (f"{first:{width}}", *(f"{cell:{wide}}" for cell, wide in zip(cells, widths, strict=True)), last)
    ).rstrip()


def _mark(outcomes: list[Outcome]) -> str:
    if not outcomes:
        return "-"
    if any(each.wrong for each in outcomes):
        return "WRONG"
    return "held +child" if any(each.child for each in outcomes) else "held"
