"""`python3 -m hil demo`: its words and options. What it does is in `show.py`."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command

SPEED = 20.0

GAMES = (
    "holdem",
    "omaha",
    "omaha-hilo-8",
    "big-omaha",
    "big-omaha-hilo-8",
    "stud",
    "stud-hilo",
    "stud-hilo-8",
    "super-stud",
    "super-stud-low",
    "super-stud-hilo",
    "super-stud-hilo-8",
    "draw",
    "draw-low",
    "badugi",
    "five-stud",
    "mambo-hilo-6",
    "mini-dice",
)

"""The poker games' names, `rules.games.GAMES`, which `--help` does not load, and dice; a test holds them together."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rounds", metavar="N", type=_positive_int, help="end after N rounds (default: go on until Ctrl-C)"
    )
    parser.add_argument(
        "--speed",
        metavar="N",
        type=_positive,
        default=SPEED,
        help=f"N times as fast as a real table (default: {SPEED:g})",
    )
    parser.add_argument("--seed", metavar="N", type=int, help="play the same rounds again (default: chosen, and said)")
    parser.add_argument(
        "--broker", metavar="URL", help="publish to this broker, mqtt://host:port (default: one inside the demo)"
    )
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="keep the table's record here (default: a new temporary folder)"
    )
    parser.add_argument("--game", metavar="NAME", type=_game, default="holdem", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--tracking",
        choices=("procedure", "full"),
        default="procedure",
        help="what the table is told: the steps of a round, or every bet and card too (default: procedure)",
    )
    parser.add_argument(
        "--fault",
        metavar="NAME",
        action="append",
        default=[],
        help="let this go wrong, see what the table makes of it, mend it and go on: jam-in-feed, say; may be given "
        "several times, or all. Those that fit the game are named where a name does not",
    )


def _game(text: str) -> str:
    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"{text!r} is no game; there are {', '.join(GAMES)}")
    return text


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above 0 and up to 10000")
    return number


def _positive_int(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return int(text)


def _run(options: argparse.Namespace) -> int:
    from hil.demo.show import Wishes, demo  # noqa: PLC0415 - `--help` does not pay for a broker and a screen

    return demo(
        Wishes(
            rounds=options.rounds,
            speed=options.speed,
            seed=options.seed,
            broker=options.broker,
            data=options.data,
            game=options.game,
            tracking=options.tracking,
            faults=tuple(options.fault),
        )
    )


COMMAND = Command(
    example="python3 -m hil demo --rounds 3 --speed 50",
    add_arguments=_arguments,
    run=_run,
)
