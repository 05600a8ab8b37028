"""The options of the commands for running and checking a table. Light to import, so that `--help` is fast."""

import argparse
from pathlib import Path

from firmware_host.commands.command import (
    Command,
    above_zero,
    add_data,
    add_data_beside,
    add_utc,
    later,
    whole_number,
)
from firmware_host.rules.decision import Role

KEY_DIGITS, HIGHEST_SERIAL = 64, 999_999_999

DAY_S = 86_400


def _acts_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "names", metavar="NAME", nargs="*", help="only these acts, or those whose name contains NAME (default: all)"
    )
    parser.add_argument(
        "--role",
        metavar="ROLE",
        choices=[role.value for role in Role],
        help=f"only acts that this role may ask for: {', '.join(Role)}",
    )
    parser.add_argument("--json", action="store_true", help="for programs: print a JSON list with an object per act")


def _check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", metavar="TABLE.TOML", type=Path, nargs="?", help="the file to check; not needed with --explain"
    )
    parser.add_argument(
        "--probe",
        action="store_true",
        help="also try everything the file names: ports, pins, broker, disk; stop the controller first",
    )
    parser.add_argument("--explain", action="store_true", help="print every option of table.toml and exit")
    add_data_beside(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _explain_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help="a refusal code (not-cut), an interpretation (I-8), a paragraph ('14.6(e)4'), an alert (deck-aged), or a "
        "sign of the printed record ('~')",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print a JSON list with an object per explanation"
    )


def _pins_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config",
        metavar="TABLE.TOML",
        type=Path,
        nargs="?",
        help="watch the inputs named in this file (default: every pin that a table may use)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: one JSON object per line for each input that changed"
    )
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=above_zero("a number of seconds", most=DAY_S),
        help="exit after N seconds (default: run until Ctrl-C)",
    )


def _report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--day", metavar="DATE", required=True, help="the gaming day: a date such as 2026-01-31, or today, or yesterday"
    )
    parser.add_argument(
        "--day-starts",
        metavar="HOUR",
        type=int,
        help="the hour at which the gaming day starts, 0 to 23 (default: `gaming_day_starts` in force on that day)",
    )
    add_data(parser)
    add_utc(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="for programs: print the figures as one JSON object")
    forms.add_argument(
        "--csv",
        action="store_true",
        help="for a spreadsheet: one figure per line, as day, table, part, name, figure, value",
    )


def _run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of this table")
    add_data_beside(parser)


def _bundle_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of the table")
    add_data_beside(parser)
    parser.add_argument(
        "--into",
        metavar="FOLDER",
        type=Path,
        default=Path(),
        help="the folder to write the bundle to (default: the current folder)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print the path and the contents as one JSON object"
    )


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", metavar="TABLE.TOML", type=Path, nargs="?", help="the file whose section [program] names the manifest"
    )
    parser.add_argument(
        "--manifest", metavar="FILE", type=Path, help="use this manifest instead, with the signature FILE.sig beside it"
    )
    parser.add_argument("--house-key", metavar="HEX", type=_key, help="the public key that signs the manifest")
    parser.add_argument(
        "--nonce",
        metavar="HEX",
        help=(
            "8 to 64 bytes from an inspector, in hexadecimal: also print the digest over these bytes and every "
            "listed file"
        ),
    )
    parser.add_argument(
        "--make",
        metavar="FILE",
        type=Path,
        help="list FILES in a new manifest, written to this file, for the house to sign",
    )
    parser.add_argument(
        "--serial",
        metavar="N",
        type=whole_number("a serial number", least=1, most=HIGHEST_SERIAL),
        default=1,
        help="with --make: the serial number of the manifest, higher each time (default: 1)",
    )
    parser.add_argument(
        "--files",
        metavar="PATH",
        type=Path,
        nargs="+",
        default=[],
        help="with --make: the files, and the folders with all their files, that make up the installed program",
    )
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _key(text: str) -> str:
    if len(text) != KEY_DIGITS or set(text) - set("0123456789abcdef"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a public key; write its 64 hexadecimal digits")
    return text


ACTS = Command(
    description="List every act that people can ask a table for: who may ask, its fields, and an example in JSON, as "
    "`mqtt send`, the local socket and signed commands accept it.",
    example="firmware-host acts fold bet --role dealer",
    add_arguments=_acts_arguments,
    run=later("firmware_host.commands.acts", "run"),
)

CHECK = Command(
    example="firmware-host check /etc/firmware-host/table.toml --probe",
    add_arguments=_check_arguments,
    run=later("firmware_host.commands.check", "run"),
)

EXPLAIN = Command(
    example="firmware-host explain not-cut I-8 '14.6(e)4'",
    add_arguments=_explain_arguments,
    run=later("firmware_host.commands.explain", "run"),
)

PINS_WATCH = Command(
    example="firmware-host pins watch /etc/firmware-host/table.toml",
    description="show the inputs live: level, bounces and pulse trains, for example while you align a reed switch. "
    "Stop the controller first: only one program can read an input. Lamps are not touched.",
    add_arguments=_pins_arguments,
    run=later("firmware_host.commands.pins_watch", "run"),
)

REPORT = Command(
    example="firmware-host report --day yesterday --data /var/lib/firmware-host",
    add_arguments=_report_arguments,
    run=later("firmware_host.commands.report", "run"),
)

RUN = Command(
    example="firmware-host run /etc/firmware-host/table.toml --data /var/lib/firmware-host",
    add_arguments=_run_arguments,
    run=later("firmware_host.commands.run", "run"),
)

SUPPORT_BUNDLE = Command(
    example="firmware-host support-bundle /etc/firmware-host/table.toml --data /var/lib/firmware-host --into /tmp",
    add_arguments=_bundle_arguments,
    run=later("firmware_host.commands.support_bundle", "run"),
)

VERIFY_SELF = Command(
    description="Compare the installed program with the manifest that the house signed; exit code 0 if every file "
    "matches, 1 if one differs. With --make, write such a manifest on a reference board.",
    example="firmware-host verify-self /etc/firmware-host/table.toml --nonce 5f1c0c2f9a3be07d",
    add_arguments=_verify_arguments,
    run=later("firmware_host.commands.verify_self", "run"),
)
