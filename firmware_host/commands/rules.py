"""`firmware-host rules`: lists the paragraphs of the regulation, how each is met, and where in the code."""

import argparse
import os
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from firmware_host.commands.command import Command
from firmware_host.errors import UserError, did_you_mean
from firmware_host.rules.compliance import MATRIX, NOT_PRINTED, SECTIONS, Row, State, is_not_printed

NARROWEST, WIDEST = 72, 120

PARAGRAPH_WIDTH = 17

STATE_WIDTH = 9


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paragraphs",
        metavar="PARAGRAPH",
        nargs="*",
        help="only these paragraphs and those inside them, for example 14.9, '14.9(h)' or I-16 (default: all)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print a JSON list with an object per paragraph"
    )


def _run(options: argparse.Namespace) -> int:
    rows = asked_for(options.paragraphs)
    if options.json:
        return _show(_as_json(rows))
    return _show(_as_text(rows, width=shutil.get_terminal_size().columns))


def _show(text: str) -> int:
    """Print the text; a closed pipe (`| head`) is not an error."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def asked_for(paragraphs: Sequence[str]) -> tuple[Row, ...]:
    """Return the rows of these paragraphs and those inside them, in the order of the index; all rows if none given."""
    asked = [without_title(paragraph) for paragraph in paragraphs]
    for paragraph in asked:
        if not any(_is_below(row, paragraph) for row in MATRIX):
            raise UserError(_unknown(paragraph))
    return tuple(
        row
        for section in SECTIONS
        for row in MATRIX
        if row.section == section and (not asked or any(_is_below(row, paragraph) for paragraph in asked))
    )


def without_title(paragraph: str) -> str:
    """Return a citation without the title and chapter of the code, which are the same for all."""
    return paragraph.removeprefix("N.J.A.C. ").removeprefix("19:47-").removeprefix("13:69F-")


def _as_json(rows: Sequence[Row]) -> str:
    """Return the rows as a JSON list."""
    told = [
        {
            "paragraph": row.paragraph,
            "text": row.text,
            "how": row.how,
            "state": row.state,
            "code": row.code,
            "needs": row.needs or "",
            "reason": row.reason,
        }
        for row in rows
    ]
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode()


def _as_text(rows: Sequence[Row], *, width: int) -> str:
    """Return the rows as text for a terminal, with section titles and totals."""
    return "\n".join(_lines(rows, max(NARROWEST, min(width, WIDEST))))


def _lines(rows: Sequence[Row], width: int) -> Iterator[str]:
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            yield from ([""] if row is not rows[0] else [])
            yield f"{'' if section == 'I' else section + '  '}{SECTIONS[section]}"
        yield from _row(row, width)
    yield ""
    yield from _totals(rows, width)


def _row(row: Row, width: int) -> Iterator[str]:
    state = row.state.upper() if row.state is State.OPEN else row.state
    start = f"  {row.paragraph:{PARAGRAPH_WIDTH}} {state:{STATE_WIDTH}}"
    indent = " " * len(start)
    yield from textwrap.wrap(row.text, width, initial_indent=start, subsequent_indent=indent)
    for line in (_met_by(row), row.reason and f"Note: {row.reason}."):
        yield from textwrap.wrap(
            line, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )


def _met_by(row: Row) -> str:
    """Return how and where the paragraph is met, or what an open one waits for."""
    parts = [row.how.value]
    if row.needs:
        parts.append(f"waits for: {row.needs}")
    if row.code:
        parts.append(row.code)
    return "" if row.state is State.OUTSIDE else "; ".join(parts)


def _totals(rows: Sequence[Row], width: int) -> Iterator[str]:
    states = Counter(row.state for row in rows)
    waiting = Counter(row.needs for row in rows if row.needs)
    yield from textwrap.wrap(
        f"{len(rows)} paragraph{'' if len(rows) == 1 else 's'}: {states[State.MET]} met, {states[State.OPEN]} open, "
        f"{states[State.OUTSIDE]} that software cannot meet",
        width,
    )
    if any(row.section == "I" for row in rows):
        yield "to read an interpretation: firmware-host explain I-8, for example"
    if waiting:
        yield "open and waiting:"
        yield from (f"  {count:4} for {need}" for need, count in waiting.most_common())


def _is_below(row: Row, asked: str) -> bool:
    """
    Return whether `row` is the paragraph `asked` or inside it.

    `14.9` contains `14.9(d)1` but not `14.9B(d)`; `14.1` does not contain `14.10`; `14` contains all of them.
    """
    if asked in ("13", "14"):
        return row.section.startswith(f"{asked}.")
    paragraph = row.paragraph.removeprefix("19:47-")
    if paragraph == NOT_PRINTED and is_not_printed(asked):
        return True
    if asked in (row.section, paragraph):
        return True
    inside = asked.startswith(row.section) and paragraph.startswith(asked)
    return inside and not _runs_on(asked[-1], paragraph[len(asked)])


def _runs_on(last: str, following: str) -> bool:
    """Return whether two characters belong to one number: (d)1 does not contain (d)10, nor (f)2i (f)2ii."""
    return (last.isdigit() and following.isdigit()) or (last.isalpha() and following.isalpha())


def _unknown(paragraph: str) -> str:
    otherwise = f"the sections are {', '.join(SECTIONS)}"
    meant = did_you_mean(paragraph, [row.paragraph for row in MATRIX], otherwise=otherwise, cutoff=0.75)
    return f"unknown paragraph {paragraph}; {meant}"


COMMAND = Command(
    example="firmware-host rules 14.9 '14.10(c)'",
    add_arguments=_arguments,
    run=_run,
)
