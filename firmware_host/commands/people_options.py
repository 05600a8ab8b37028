"""The options of `firmware-host people` and of decisions by two people. Light to import, so that `--help` is fast."""

import argparse
from collections.abc import Callable
from pathlib import Path

from firmware_host.commands.command import Command, add_data, later
from firmware_host.rules.decision import Role

ROLES = tuple(role.value for role in Role if role not in (Role.DEVICE, Role.HOST))

BACKS = ("blue", "red", "green", "black")

ADOPTED = "table.toml was changed"


def _people_arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", dest="verb", required=True)
    add = verbs.add_parser(
        "add",
        help="add a person with one or more roles, or change the roles",
        epilog="example: firmware-host people add floor-1 --role floorperson --by pit-1 --and pit-2",
        allow_abbrev=False,
    )
    add.add_argument("name", metavar="NAME", help="the staff name: small letters, digits and hyphens, 32 at most")
    add.add_argument(
        "--role",
        metavar="ROLE",
        nargs="+",
        action="extend",
        required=True,
        choices=ROLES,
        help=f"one or more of {', '.join(ROLES)}",
    )
    revoke = verbs.add_parser(
        "revoke",
        help="remove a person's right to act at this table",
        epilog="example: firmware-host people revoke pit-1 --by boss-1",
        allow_abbrev=False,
    )
    revoke.add_argument("name", metavar="NAME", help="the person to revoke")
    reset = verbs.add_parser(
        "reset-pin",
        help="set a new PIN for a person",
        epilog="example: firmware-host people reset-pin floor-1 --by pit-1 --and pit-2",
        allow_abbrev=False,
    )
    reset.add_argument("name", metavar="NAME", help="the person who gets a new PIN")
    listed = verbs.add_parser(
        "list",
        help="list the people known to the table",
        epilog="example: firmware-host people list",
        allow_abbrev=False,
    )
    for verb in (add, revoke, reset):
        verb.add_argument(
            "--by",
            metavar="SUPERVISOR",
            help="the casino supervisor who decides, and is asked for a PIN; only root may leave this out, to add the "
            "first two supervisors and to revoke",
        )
    for verb in (add, reset):
        add_second(verb)
    for verb in (add, revoke, reset, listed):
        add_data(verb)
        verb.add_argument(
            "--pepper",
            metavar="FILE",
            type=Path,
            help="the pepper, the key of the PIN hashes; needed only if the controller is stopped and `pepper` under "
            "[people] is set (default: pepper.key in the data folder)",
        )
        verb.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def add_second(parser: argparse.ArgumentParser) -> None:
    """Add the option for the second of two people who decide."""
    parser.add_argument(
        "--and",
        dest="second",
        metavar="SUPERVISOR",
        help="the second casino supervisor, who is asked for a PIN too; needed for every role above dealer",
    )


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by", metavar="NAME", required=True, help="the first person, who is asked for a PIN")
    parser.add_argument(
        "--and", metavar="NAME", dest="second", required=True, help="the second person, who is asked for a PIN"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _with_reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--why", metavar="REASON", required=True, help="the reason, for the record; 200 letters at most"
    )
    _arguments(parser)


def _adopt_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--show", action="store_true", help="only show what would change; no PIN is asked for")
    parser.add_argument("--by", metavar="NAME", help="the first person, who is asked for a PIN")
    parser.add_argument("--and", metavar="NAME", dest="second", help="the second person, who is asked for a PIN")
    parser.add_argument(
        "--why", metavar="REASON", default=ADOPTED, help=f"the reason, for the record (default: {ADOPTED})"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _override_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", choices=BACKS, help="the deck (default: the one that is dealt next)")
    _with_reason(parser)


def _recount_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", choices=BACKS, required=True, help="the deck that is held")
    parser.add_argument(
        "--counted", metavar="N", type=int, required=True, help="the number of cards that both people counted"
    )
    parser.set_defaults(why="two people counted the deck")
    _arguments(parser)


PEOPLE = Command(
    example="firmware-host people add pit-1 --role casino-supervisor --data /var/lib/firmware-host",
    add_arguments=_people_arguments,
    run=later("firmware_host.commands.people", "run"),
)


def _decision(name: str, example: str, arguments: Callable[[argparse.ArgumentParser], None]) -> Command:
    return Command(example=example, add_arguments=arguments, run=later("firmware_host.commands.two_people", name))


ADOPT = _decision(
    "adopt", "firmware-host adopt --by pit-1 --and floor-1 --data /var/lib/firmware-host", _adopt_arguments
)

CONTINUE = _decision(
    "continue_round",
    "firmware-host continue --why 'the card was found' --by pit-1 --and floor-1",
    _with_reason,
)

OVERRIDE = _decision(
    "override",
    "firmware-host override --why 'the shuffler is broken, the floor shuffled' --by pit-1 --and floor-1",
    _override_arguments,
)

RECOUNT = _decision(
    "recount", "firmware-host recount --deck blue --counted 52 --by pit-1 --and floor-1", _recount_arguments
)

VOID = _decision(
    "void", "firmware-host void --why 'a card was found on the floor' --by pit-1 --and floor-1", _with_reason
)
