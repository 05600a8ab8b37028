"""The options of `firmware-host mqtt`. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, add_data, later
from firmware_host.commands.people_options import ROLES, add_second


def _add_table(parser: argparse.ArgumentParser) -> None:
    """Add the options that name the broker, its credentials and the table."""
    parser.add_argument("--url", metavar="URL", required=True, help="the broker, as in `url` under [mqtt]")
    parser.add_argument("--table", metavar="HOUSE/TABLE", required=True, help="the table, for example demo/poker-1")
    parser.add_argument(
        "--ca", metavar="FILE", default="", help="the CA file that the broker's certificate is checked against"
    )
    parser.add_argument(
        "--certificate", metavar="FILE", default="", help="the client certificate, if the broker requires one"
    )
    parser.add_argument("--certificate-key", metavar="FILE", default="", help="the private key of --certificate")
    parser.add_argument(
        "--credentials", metavar="FILE", default="", help="a TOML file with username and password for the broker"
    )


def _watch_arguments(parser: argparse.ArgumentParser) -> None:
    _add_table(parser)
    parser.add_argument("--count", metavar="N", type=int, help="exit after N messages (default: run until Ctrl-C)")
    parser.add_argument(
        "--json",
        action="store_true",
        help="for programs: each message whole, a JSON object with topic and payload",
    )


def _send_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "act",
        metavar="ACT",
        help="the act as JSON, as `firmware-host acts` and the steps of the `state` message show it; - reads it from "
        "stdin",
    )
    _add_table(parser)
    parser.add_argument(
        "--key",
        metavar="FILE",
        type=Path,
        required=True,
        help="the private key to sign with, as made by `mqtt key make`",
    )
    parser.add_argument(
        "--id",
        metavar="ID",
        help="the id of the command: sent twice with the same id, it acts only once (default: a new id)",
    )
    parser.add_argument(
        "--within", metavar="SECONDS", type=float, default=10.0, help="seconds to wait for the answer (default: 10)"
    )
    parser.add_argument("--json", action="store_true", help="for programs: print the answer as one JSON object")


def _asyncapi_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schemas", action="store_true", help="print only the JSON Schemas, as one document (draft 7)")


def _key_arguments(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", dest="verb", required=True)
    make = verbs.add_parser(
        "make",
        help="make a key in a new file, on the machine that will sign",
        epilog="example: firmware-host mqtt key make pit-1.key --actor pit-1",
        allow_abbrev=False,
    )
    make.add_argument("file", metavar="FILE", type=Path, help="the new file for the private key (mode 600)")
    make.add_argument(
        "--actor", metavar="NAME", required=True, help="the staff name of the person who will sign with the key"
    )
    enroll = verbs.add_parser(
        "enroll",
        help="allow a person's key to sign commands; run at the table",
        epilog="example: firmware-host mqtt key enroll floor-1 PUBLIC --role floorperson --by pit-1 --and pit-2",
        allow_abbrev=False,
    )
    enroll.add_argument("actor", metavar="NAME", help="the key's owner, already known to the table in that role")
    enroll.add_argument("public", metavar="PUBLIC", help="the public key, as printed by `key make`")
    enroll.add_argument("--role", metavar="ROLE", required=True, choices=ROLES, help=f"one of {', '.join(ROLES)}")
    revoke = verbs.add_parser(
        "revoke",
        help="refuse all further commands signed with a key",
        epilog="example: firmware-host mqtt key revoke 0123456789abcdef --by boss-1",
        allow_abbrev=False,
    )
    revoke.add_argument(
        "key", metavar="KEY", help="the name of the key, 16 hexadecimal digits, as printed by `key list`"
    )
    listed = verbs.add_parser(
        "list",
        help="list the keys known to the table",
        epilog="example: firmware-host mqtt key list",
        allow_abbrev=False,
    )
    for verb in (enroll, revoke):
        verb.add_argument(
            "--by",
            metavar="SUPERVISOR",
            help="the casino supervisor who approves, and is asked for a PIN; root may revoke without one",
        )
    add_second(enroll)
    for verb in (enroll, revoke, listed):
        add_data(verb)
        verb.add_argument(
            "--pepper",
            metavar="FILE",
            type=Path,
            help="the key of the PIN hashes; see `firmware-host people add --help`",
        )
    for verb in (make, enroll, revoke, listed):
        verb.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


WATCH = Command(
    example="firmware-host mqtt watch --url mqtt://127.0.0.1 --table demo/poker-1",
    add_arguments=_watch_arguments,
    cites=True,
    run=later("firmware_host.commands.mqtt", "run_watch"),
)

SEND = Command(
    example="""firmware-host mqtt send '{"kind": "acknowledge-alert", "alert": 12}' --url mqtt://127.0.0.1 """
    "--table demo/poker-1 --key floor-1.key",
    add_arguments=_send_arguments,
    run=later("firmware_host.commands.mqtt", "send"),
)

ASYNCAPI = Command(
    example="firmware-host mqtt asyncapi > table.asyncapi.json",
    add_arguments=_asyncapi_arguments,
    run=later("firmware_host.commands.mqtt", "print_asyncapi"),
)

KEY = Command(
    example="firmware-host mqtt key enroll floor-1 PUBLIC --role floorperson --by pit-1 --and pit-2",
    add_arguments=_key_arguments,
    run=later("firmware_host.commands.mqtt_key", "run"),
)
