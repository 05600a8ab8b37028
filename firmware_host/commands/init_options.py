"""The options of `firmware-host init`. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command, later

CONFIG = Path("/etc/firmware-host/table.toml")
DATA = Path("/var/lib/firmware-host")
SHUFFLER = "/dev/firmware-host/shuffler"
MOSQUITTO = Path("/etc/mosquitto")

OWN, REQUEST, NONE = "own", "request", "none"


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--house", metavar="NAME", help="the house, in topics: small letters, digits and hyphens")
    parser.add_argument("--table", metavar="NAME", help="the table, such as poker-7")
    parser.add_argument("--game", metavar="GAME", help="the game when the table opens (default: holdem)")
    parser.add_argument("--dealer", metavar="NAME", help="the dealer on duty when the table opens (default: dealer-1)")
    parser.add_argument(
        "--seats",
        metavar="LIST",
        help="the seats taken when the table opens, such as 1-6 or 1,2 (default 1-6)",
    )
    parser.add_argument("--broker", metavar="URL", help="mqtts://host for TLS, mqtt://127.0.0.1 for one on this board")
    parser.add_argument(
        "--certificates",
        choices=(OWN, REQUEST, NONE),
        help="for mqtts: `own` makes a certificate authority, and certificates for a broker on this board and for the "
        "table; `request` makes the table's key and a signing request for the house's authority",
    )
    parser.add_argument(
        "--client",
        metavar="NAME",
        action="append",
        default=[],
        help="with --certificates own: also make a certificate for this MQTT client, such as sign-1; may be "
        "repeated, also later",
    )
    parser.add_argument(
        "--shuffler", metavar="PORT", help=f"the shuffler's port, or none for a table of dice (default: {SHUFFLER})"
    )
    parser.add_argument(
        "--shuffler-serial", metavar="SERIAL", help=f"the USB serial number of the device that becomes {SHUFFLER}"
    )
    parser.add_argument("--firmware-list", metavar="FILE", help="the house's signed list of approved firmware")
    parser.add_argument(
        "--house-key", metavar="HEX", help="the house's public key, which checks the signature of --firmware-list"
    )
    parser.add_argument(
        "--supervisor",
        metavar="NAME",
        action="append",
        default=[],
        help="a first casino supervisor, who types a PIN; give it twice. PINs are asked for, or read from standard "
        "input, one a line",
    )
    parser.add_argument(
        "--config", metavar="TABLE.TOML", type=Path, default=CONFIG, help=f"the file to write (default: {CONFIG})"
    )
    parser.add_argument("--data", metavar="FOLDER", type=Path, default=DATA, help=f"the data folder (default: {DATA})")
    parser.add_argument(
        "--mosquitto",
        metavar="FOLDER",
        type=Path,
        default=MOSQUITTO,
        help=f"where the broker of this board is configured (default: {MOSQUITTO})",
    )
    parser.add_argument("--json", action="store_true", help="for programs: ask nothing, print one JSON object")


INIT = Command(
    description="Commission a table: write table.toml, make certificates or a signing request, begin the record, and "
    "name the first two casino supervisors, who each type their own PIN. What is not given is asked for. A second "
    "run does only what is missing.",
    example="firmware-host init --house casino-1 --table poker-7 --broker mqtts://127.0.0.1 --certificates own "
    "--shuffler-serial SH-0042 --supervisor pit-1 --supervisor pit-2",
    add_arguments=_arguments,
    run=later("firmware_host.commands.init", "run"),
)
