"""`firmware-host showdown`: who wins a pot, what each is paid, where odd money goes, and where it says so."""

import argparse

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game by its name, as in holdem or omaha-hilo-8")
    parser.add_argument(
        "--board",
        metavar="CARDS",
        nargs="*",
        action="extend",
        default=[],
        help="the community cards, or the common card of stud; AsKd7c, As Kd 7c or As,Kd,7c",
    )
    parser.add_argument(
        "--seat",
        metavar="N=CARDS",
        nargs="+",
        action="append",
        required=True,
        help="a seat and all cards of its own, as often as there are hands; seat 1 is at the dealer's left",
    )
    parser.add_argument(
        "--pot",
        metavar="AMOUNT",
        required=True,
        help="one pot in dollars, net of rake: 25, 25.50, $25.50 or 1,000; side pots each by themselves",
    )
    parser.add_argument(
        "--button",
        metavar="N",
        help="the seat with the button, for odd money that goes by it (default: the highest seat tabled)",
    )
    parser.add_argument(
        "--chip",
        metavar="AMOUNT",
        default="1",
        help="the chip that is not broken (default: 1); odd money is in this unit and never above $1 a player; "
        "what the pot has below a chip is one more piece; 0.01 divides to the cent",
    )
    parser.add_argument("--json", action="store_true", help="for programs: shares in whole cents, hands in words")


def _run(options: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - `--help` does not pay for the rules

    from firmware_host.commands import ruling, tabled  # noqa: PLC0415 - the same

    found = ruling.rule(tabled.read(options))
    print(json.dumps(ruling.as_json(found), indent=2) if options.json else ruling.as_text(found))
    return 0


COMMAND = Command(
    summary="rank tabled hands and divide a pot among them, odd money and all, with the paragraphs",
    example="firmware-host showdown holdem --board AsKd7c4h2h --seat 1=QsQd --seat 4=KcJc --pot 101 --button 4",
    add_arguments=_arguments,
    run=_run,
)
