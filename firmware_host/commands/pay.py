"""
`firmware-host pay`: works out what a mini-dice wager pays.

The exit code is 0 also for a wager that the rules refuse, and 2 for input that cannot be read.
"""

import argparse
from collections.abc import Callable
from typing import TypeVar

import msgspec

from firmware_host.commands.command import Command
from firmware_host.commands.terminal import cents
from firmware_host.errors import UserError
from firmware_host.rules.dice import wagers
from firmware_host.rules.dice.wagers import Settlement

Found = TypeVar("Found")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "wager",
        metavar="WAGER",
        help="place-4, place-5, place-6, place-8, place-9, place-10, field, any-7, over-7 or under-7",
    )
    parser.add_argument("amount", metavar="AMOUNT", help="the wager in dollars: 5, 2.50 or $1,000")
    parser.add_argument(
        "--dice",
        metavar="A,B",
        required=True,
        help="the two uppermost faces, for example 1,3; or `no-roll` (13.8), which settles nothing",
    )
    parser.add_argument(
        "--odds",
        metavar="X:Y",
        help="the odds the house offers, X to Y (default: the lowest that 13.6(b) allows); "
        "for the field also X:Y,X:Y, the second pair for 2 and 12",
    )
    parser.add_argument(
        "--chip", metavar="AMOUNT", default="1", help="the smallest chip at the table, in dollars (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print result, pays_cents, reason and paragraph as JSON")


def _run(options: argparse.Namespace) -> int:
    settlement = _settled(options)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(settlement)).decode())
    else:
        print(f"{settlement.result}: {settlement.reason}  [{settlement.paragraph}]")
    return 0


def _settled(options: argparse.Namespace) -> Settlement:
    """Settle the wager. Raises `UserError` that names the argument or option with the wrong value."""
    wager = _read("WAGER", lambda: wagers.read_wager(options.wager))
    amount_cents = _more_than_nothing("AMOUNT", options.amount, "a wager")
    chip_cents = _more_than_nothing("--chip", options.chip, "a chip")
    shake = _read("--dice", lambda: wagers.read_dice(options.dice))
    stated = options.odds
    odds = () if stated is None else _read("--odds", lambda: wagers.read_odds(wager, stated))
    return _read(
        "--odds",
        lambda: wagers.settle(wager, amount_cents=amount_cents, dice=shake, odds=odds, chip_cents=chip_cents),
    )


def _read(place: str, read: Callable[[], Found]) -> Found:
    try:
        return read()
    except ValueError as wrong:
        raise UserError(f"{place}: {wrong}") from wrong


def _more_than_nothing(place: str, text: str, what: str) -> int:
    found = cents(text, place=place)
    if not found:
        raise UserError(f"{place}: {what} must be more than zero, not {text.strip()} (13.6(c))")
    return found


COMMAND = Command(
    example="firmware-host pay place-4 5 --dice 1,3",
    add_arguments=_arguments,
    cites=True,
    run=_run,
)
