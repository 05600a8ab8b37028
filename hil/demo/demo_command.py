"""`python3 -m hil demo`: its options. The demo itself is in `show.py`."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, above_zero, whole_number
from firmware_host.errors import UserError

SPEED = 20.0

MOST_ROUNDS = 1_000_000

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
"""The games of `rules.games.GAMES`, and mini-dice; repeated here to keep `--help` fast. A test compares them."""


KILL_GAMES = ("omaha-hilo-8", "big-omaha-hilo-8")
"""The games that may be played with a kill (14.11(A)(i)); repeated here for the same reason, and compared as well."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=whole_number("a number of rounds", least=1, most=MOST_ROUNDS),
        help="end after N rounds (default: play until Ctrl-C)",
    )
    parser.add_argument(
        "--speed",
        metavar="N",
        type=above_zero("a speed", most=10_000),
        default=SPEED,
        help=f"N times as fast as a real table (default: {SPEED:g})",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=int,
        help=(
            "the seed of the random numbers: the same seed plays the same rounds again (default: a new one, which is "
            "printed)"
        ),
    )
    parser.add_argument(
        "--broker", metavar="URL", help="publish to this broker, mqtt://host:port (default: the demo's own broker)"
    )
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="keep the record in this folder (default: a new temporary folder)"
    )
    parser.add_argument("--game", metavar="NAME", type=_game, default="holdem", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "--tracking",
        choices=("procedure", "full"),
        default="procedure",
        help="what is entered: only the steps of a round, or every bet and card too (default: procedure)",
    )
    parser.add_argument(
        "--kill",
        choices=("kill", "half-kill"),
        help="play with this kill: a player who wins a whole pot of four times the lower limit plays the next round "
        "for raised limits; only omaha-hilo-8 and big-omaha-hilo-8, with --tracking full (default: none)",
    )
    parser.add_argument(
        "--fault",
        metavar="NAME",
        action="append",
        default=[],
        help="make this go wrong, show how the table reacts, repair it and continue, for example jam-in-feed; repeat "
        "the option for several faults, or give all. `--fault list` lists the faults that fit the game",
    )
    parser.add_argument(
        "--device",
        choices=("simulated", "micropython"),
        default="simulated",
        help="which shuffler plays along: the simulated one, or one written in MicroPython from PROTOCOL.md alone; "
        "MicroPython is fetched from Debian the first time (default: simulated)",
    )
    parser.add_argument(
        "--deal",
        action="store_true",
        help="deal yourself, in a browser: robots play, each mistake is explained by its paragraph, and a score ends "
        "the practice; for example: python3 -m hil demo --deal --game stud --rounds 5",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number("a port", least=1, most=(1 << 16) - 1),
        default=0,
        help="with --deal: serve the page on this port (default: any)",
    )
    parser.add_argument("--json", action="store_true", help="with --deal: print the score as JSON")


def _game(text: str) -> str:
    if text not in GAMES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a game; the games are {', '.join(GAMES)}")
    return text


def _run(options: argparse.Namespace) -> int:
    if options.kill and options.game not in KILL_GAMES:
        raise UserError(f"{options.game} is played without a kill; use --game {' or '.join(KILL_GAMES)} with --kill")
    if options.kill and options.tracking != "full":
        raise UserError("a kill depends on the size of the pot; add --tracking full to --kill")
    micropython = options.device == "micropython"
    if micropython and (options.deal or options.game == "mini-dice"):
        raise UserError("--device micropython is for a demo with a shuffler; leave out --deal and --game mini-dice")
    if options.deal:
        return _deal(options)
    if options.json or options.port:
        raise UserError("--json and --port belong to --deal; add --deal to deal yourself")
    from hil.demo.show import Wishes, demo  # noqa: PLC0415 - `--help` must not load the broker and the screen

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
            micropython=micropython,
            kill=options.kill,
        )
    )


def _deal(options: argparse.Namespace) -> int:
    from hil.practice.practice import Practice, practise  # noqa: PLC0415 - `--help` must not load the web server

    return practise(
        Practice(
            game=options.game,
            tracking=options.tracking,
            kill=options.kill,
            rounds=options.rounds,
            seed=options.seed,
            speed=options.speed,
            faults=tuple(options.fault),
            broker=options.broker,
            data=options.data,
            port=options.port,
            json=options.json,
        )
    )


COMMAND = Command(
    example="python3 -m hil demo --rounds 3 --speed 50",
    add_arguments=_arguments,
    run=_run,
)
