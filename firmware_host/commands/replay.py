"""`firmware-host replay`: replays hand histories in the engine and prints who wins what, and why."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from firmware_host.commands.command import Command
from firmware_host.commands.terminal import Progress
from firmware_host.errors import UserError
from firmware_host.hand_history.errors import BadHistory, Wrong, cited
from firmware_host.hand_history.fields import REQUIRED, STANDARD, Amount
from firmware_host.hand_history.files import SUFFIXES, Entry, paths, read_file
from firmware_host.hand_history.finishing_stacks import Played, check, odd_money_only
from firmware_host.hand_history.hand import Hand, parse_amount
from firmware_host.hand_history.hand_replay import replay
from firmware_host.rules.games import GAMES
from firmware_host.rules.pots.award_words import hands_in_words, share_won
from firmware_host.rules.pots.division import HandWords
from firmware_host.rules.round_facts import PotAwarded, UncalledReturned
from firmware_host.rules.struct import Paragraphs, Seat

NOT_LEGAL = 1

BAD_INPUT = 2

EXIT_CODES = (
    "Exit code: 0 if every hand was replayed; 1 if a hand has something the rules do not allow; 2 if a file cannot "
    "be read or contradicts itself (a card twice, finishing stacks that do not follow from the play); the highest of "
    "several. Each fault is one line on stderr, and the other hands are still replayed."
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        type=Path,
        help="a .phh file (one hand), a .phhs file (many hands), or a folder of both",
    )
    parser.add_argument(
        "--chip",
        metavar="AMOUNT",
        help="the smallest chip, in the file's own units: bets are whole chips, and odd money is paid in this unit, "
        "never above 1 per player (default: _chip in the file, otherwise pots divide to the cent)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: a JSON list of objects with `file`, `hand`, `variant`, `finishing_stacks` (in the file's "
        "units and player order), `ok` and `error`",
    )


def _run(options: argparse.Namespace) -> int:
    """Return the exit code. Raises `UserError` for a mistake on the command line itself."""
    unbroken = _chip(options.chip)
    progress = Progress("hands")
    results: list[dict[str, Any]] = []
    code = hands = failed = 0
    try:
        for entry in _entries(options.files):
            hands += 1
            played, bad = _play(entry, unbroken)
            if bad:
                failed += 1
                code = max(code, NOT_LEGAL if bad.wrong is Wrong.PLAY else BAD_INPUT)
                progress.clear()
                sys.stdout.flush()
                print(f"firmware-host: {entry.name}: {bad}", file=sys.stderr)
            elif played and isinstance(entry.found, Hand) and not options.json:
                progress.clear()
                print("\n".join(_lines(entry.name, entry.found, played)))
            if options.json:
                results.append(_result(entry, played, bad))
            progress.tell(hands)
        progress.clear()
        if options.json:
            print(json.dumps(results, indent=2))
        elif hands > 1:
            print(f"{hands} hands: {hands - failed} replayed, {failed} failed")
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe (`| head`). Redirect stdout so that the flush at exit does not fail, too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _chip(typed: str | None) -> Amount | None:
    if typed is None:
        return None
    try:
        chip = parse_amount(typed.strip(), "--chip")
    except BadHistory as bad:
        raise UserError(f"{bad}; write it in the file's own units, for example 1 or 0.25") from None
    if not chip:
        raise UserError("--chip: must be more than zero")
    return chip


def _entries(named: Sequence[Path]) -> Iterator[Entry]:
    for path in named:
        files = paths(path)
        if not files:
            none = f"contains no hand histories ({' or '.join(SUFFIXES)} files)"
            yield Entry(file=str(path), found=BadHistory("the folder", none))
        for file in files:
            yield from read_file(file)


def _play(entry: Entry, chip: Amount | None) -> tuple[Played | None, BadHistory | None]:
    """Return the replayed hand and its fault; both if the hand does not end with the stacks in its file."""
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


def _lines(name: str, hand: Hand, played: Played) -> Iterator[str]:
    """Yield the lines of one hand: title, uncalled bets, each pot, and the finishing stacks."""
    game = GAMES[hand.game]
    yield f"{name}: {game.title}, {hand.limit} limit, {len(hand.starting_stacks)} players"
    yield from (f"  note: {note}" for note in _notes(hand, played))
    shown = hands_in_words(game, (made.body for made in played.facts))
    for made in played.facts:
        match made.body:
            case UncalledReturned(seat=seat, cents=cents):
                back = f"the uncalled {played.units.said(cents)} goes back to {_player(hand, seat)}"
                yield f"  {back}{cited(made.paragraphs)}"
            case PotAwarded() as award:
                yield from (f"  {line}" for line in _award(hand, played, award, made.paragraphs, shown))
            case _:
                pass
    stacks = (f"{_player(hand, player.seat)} {played.units.said(player.stack)}" for player in played.final.players)
    yield f"  finishing stacks: {', '.join(stacks)}"


def _notes(hand: Hand, played: Played) -> Iterator[str]:
    if odd_money_only(hand, played):
        yield f"the file gives odd money to other players; here pots divide to the cent{cited(['I-16'])}"
    for name in hand.fields:
        if not name.startswith("_") and name not in STANDARD and name not in REQUIRED:
            yield f"{name} is not a field of the PHH standard and is ignored"


def _award(
    hand: Hand, played: Played, award: PotAwarded, paragraphs: Paragraphs, shown: dict[Seat, HandWords]
) -> Iterator[str]:
    for share in award.shares:
        who = _player(hand, share.seat)
        yield share_won(award, share, who=who, said=played.units.said, hands=shown) + cited(paragraphs)


def _player(hand: Hand, seat: Seat) -> str:
    names = hand.fields.get("players")
    name = " ".join(names[seat - 1].split()) if names else ""
    return f"p{seat} {name}" if name else f"p{seat}"


COMMAND = Command(
    example="firmware-host replay hands/ --json",
    description="replay poker hand histories (PHH) under the regulation: who wins what, and by which paragraph. "
    f"{EXIT_CODES}",
    add_arguments=_arguments,
    cites=True,
    run=_run,
)
