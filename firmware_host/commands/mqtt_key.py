"""`firmware-host mqtt key`: the keys of signed commands."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.commands.record_folder import add_data
from firmware_host.rules.decision import Role

ROLES = tuple(role.value for role in Role if role not in (Role.DEVICE, Role.HOST))


def _arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", dest="verb", required=True)
    make = verbs.add_parser(
        "make",
        help="make a key in a new file, at the machine that will sign",
        epilog="example: firmware-host mqtt key make pit-1.key --actor pit-1",
        allow_abbrev=False,
    )
    make.add_argument("file", metavar="FILE", type=Path, help="where the private half stays, mode 600")
    make.add_argument("--actor", metavar="NAME", required=True, help="the staff name in which it will sign")
    enroll = verbs.add_parser(
        "enroll",
        help="let a person's signed commands in, at the table",
        epilog="example: firmware-host mqtt key enroll pit-1 PUBLIC --role floorperson --by boss-1",
        allow_abbrev=False,
    )
    enroll.add_argument("actor", metavar="NAME", help="whose key it is; known to the table in that role")
    enroll.add_argument("public", metavar="PUBLIC", help="the public half, as `key make` prints it")
    enroll.add_argument("--role", metavar="ROLE", required=True, choices=ROLES, help=", ".join(ROLES))
    revoke = verbs.add_parser(
        "revoke",
        help="let in nothing more that a key has signed",
        epilog="example: firmware-host mqtt key revoke 0123456789abcdef --by boss-1",
        allow_abbrev=False,
    )
    revoke.add_argument("key", metavar="KEY", help="its name, of sixteen letters, as `key list` says it")
    listed = verbs.add_parser(
        "list", help="which keys are known", epilog="example: firmware-host mqtt key list", allow_abbrev=False
    )
    for verb in (enroll, revoke):
        verb.add_argument(
            "--by", metavar="SUPERVISOR", help="the casino supervisor who asks, and gives a PIN; root may revoke alone"
        )
    for verb in (enroll, revoke, listed):
        add_data(verb)
        verb.add_argument("--pepper", metavar="FILE", type=Path, help="as for `firmware-host people`")
    for verb in (make, enroll, revoke, listed):
        verb.add_argument("--json", action="store_true", help="for programs: what was done or is known, as one object")


def _run(options: argparse.Namespace) -> int:
    from firmware_host.commands import enrolling_keys  # noqa: PLC0415 - `--help` does not pay for keys

    return enrolling_keys.run(options)


COMMAND = Command(
    summary="the keys of signed commands: make, enroll, revoke, list",
    example="firmware-host mqtt key enroll floor-1 PUBLIC --role floorperson --by pit-1 --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
