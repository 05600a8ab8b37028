"""`firmware-host people`: who is known to the table, in which roles, with a PIN."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data
from firmware_host.rules.decision import Role

ROLES = tuple(role.value for role in Role if role not in (Role.DEVICE, Role.HOST))


def _arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", dest="verb", required=True)
    add = verbs.add_parser(
        "add",
        help="enrol somebody in roles, or change them",
        epilog="example: firmware-host people add pit-1 --role floorperson --by boss-1",
        allow_abbrev=False,
    )
    add.add_argument("name", metavar="NAME", help="a staff name of small letters, digits and hyphens")
    add.add_argument("--role", metavar="ROLE", nargs="+", required=True, choices=ROLES, help=", ".join(ROLES))
    revoke = verbs.add_parser(
        "revoke",
        help="let somebody do nothing at this table any more",
        epilog="example: firmware-host people revoke pit-1 --by boss-1",
        allow_abbrev=False,
    )
    revoke.add_argument("name", metavar="NAME", help="who")
    reset = verbs.add_parser(
        "reset-pin",
        help="give somebody another PIN",
        epilog="example: firmware-host people reset-pin pit-1 --by boss-1",
        allow_abbrev=False,
    )
    reset.add_argument("name", metavar="NAME", help="who")
    listed = verbs.add_parser(
        "list", help="who is known", epilog="example: firmware-host people list", allow_abbrev=False
    )
    for verb in (add, revoke, reset):
        verb.add_argument(
            "--by",
            metavar="SUPERVISOR",
            help="the casino supervisor who asks, and gives a PIN; without one only root may: for the first supervisor "
            "and to revoke",
        )
    for verb in (add, revoke, reset, listed):
        add_data(verb)
        verb.add_argument(
            "--pepper",
            metavar="FILE",
            type=Path,
            help="where the key of the PINs lies, if the controller does not run and `pepper` under [people] names "
            "another than FOLDER.pepper",
        )
        verb.add_argument("--json", action="store_true", help="for programs: what was done or is known, as one object")


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import enrolling  # noqa: PLC0415 - `--help` does not pay for hashing PINs

    return enrolling.run(options)


COMMAND = Command(
    summary="who may act at the table above a dealer: add, revoke, list, reset-pin",
    example="firmware-host people add pit-1 --role casino-supervisor --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
