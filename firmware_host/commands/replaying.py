"""Playing hand histories for a person or a program: one hand after the other, whatever is wrong with some of them."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from firmware_host.commands import outcome
from firmware_host.commands.progress import Progress
from firmware_host.errors import UserError
from firmware_host.hand_history.errors import BadHistory, Wrong
from firmware_host.hand_history.fields import Amount
from firmware_host.hand_history.files import SUFFIXES, Entry, paths, read_file
from firmware_host.hand_history.finishing_stacks import Played, check
from firmware_host.hand_history.hand import Hand, parse_amount
from firmware_host.hand_history.replay import replay

NOT_LEGAL = 1

BAD_INPUT = 2


def run(named: Sequence[Path], *, chip: str | None, as_json: bool) -> int:
    """Return the exit code; raises `Trouble` for what is wrong with the command line itself."""
    unbroken = _chip(chip)
    progress = Progress("hands")
    results: list[dict[str, Any]] = []
    code = hands = failed = 0
    try:
        for entry in _entries(named):
            hands += 1
            played, bad = _play(entry, unbroken)
            if bad:
                failed += 1
                code = max(code, NOT_LEGAL if bad.wrong is Wrong.PLAY else BAD_INPUT)
                progress.clear()
                sys.stdout.flush()
                print(f"firmware-host: {entry.name}: {bad}", file=sys.stderr)
            elif played and isinstance(entry.found, Hand) and not as_json:
                progress.clear()
                print("\n".join(outcome.lines(entry.name, entry.found, played)))
            if as_json:
                results.append(_result(entry, played, bad))
            progress.tell(hands)
        progress.clear()
        if as_json:
            print(json.dumps(results, indent=2))
        elif hands > 1:
            print(f"{hands} hands: {hands - failed} played, {failed} not")
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has enough. Nothing more can be said there, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _chip(typed: str | None) -> Amount | None:
    if typed is None:
        return None
    try:
        chip = parse_amount(typed.strip(), "--chip")
    except BadHistory as bad:
        raise UserError(f"{bad}; write it in the file's own units, as in 1 or 0.25") from None
    if not chip:
        raise UserError("--chip: a chip is worth more than nothing")
    return chip


def _entries(named: Sequence[Path]) -> Iterator[Entry]:
    for path in named:
        files = paths(path)
        if not files:
            none = f"has no hand histories in it ({' or '.join(SUFFIXES)})"
            yield Entry(file=str(path), found=BadHistory("the folder", none))
        for file in files:
            yield from read_file(file)


def _play(entry: Entry, chip: Amount | None) -> tuple[Played | None, BadHistory | None]:
    """Return what was played and what is wrong: both where a hand ends otherwise than its file says."""
    if isinstance(entry.found, BadHistory):
        return None, entry.found
    played = None
    try:
        played = replay(entry.found, chip=chip)
        check(entry.found, played)
    except BadHistory as bad:
        return played, bad
    return played, None


def _result(entry: Entry, played: Played | None, bad: BadHistory | None) -> dict[str, Any]:
    return {
        "file": entry.file,
        "hand": entry.number,
        "variant": entry.variant,
        "finishing_stacks": [_plain(stack) for stack in played.finishing_stacks] if played else None,
        "ok": bad is None,
        "error": f"{entry.name}: {bad}" if bad else None,
    }


def _plain(amount: Amount) -> int | float:
    return float(amount) if isinstance(amount, Decimal) else amount
