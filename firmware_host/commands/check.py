"""`firmware-host check`: whether a table.toml will do, before a table depends on it."""

import argparse
import json
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.errors import UserError

BAD_INPUT = 2


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "config", metavar="TABLE.TOML", type=Path, nargs="?", help="the file to look at; not needed with --explain"
    )
    parser.add_argument("--probe", action="store_true", help="also try everything it names: ports, pins, broker, disk")
    parser.add_argument("--explain", action="store_true", help="print every option there is, and end")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="the folder of the record (default: `data` beside TABLE.TOML)"
    )
    parser.add_argument("--json", action="store_true", help="for programs: what was found, as one object")


def _run(options: argparse.Namespace) -> int:
    if options.explain:
        from firmware_host.commands import explaining  # noqa: PLC0415 - `--help` does not pay for the types

        return explaining.run(as_json=options.json)
    if options.config is None:
        raise UserError("name the table.toml to look at, or ask for --explain; see `firmware-host check --help`")
    return _checked(options)


def _checked(options: argparse.Namespace) -> int:
    from firmware_host.config import load  # noqa: PLC0415 - the same

    path: Path = options.config
    try:
        found = load.read(path)
    except UserError as trouble:
        if not options.json:
            raise
        print(json.dumps({"file": str(path), "ok": False, "probed": [], "trouble": str(trouble)}, indent=2))
        return BAD_INPUT
    results: list[dict[str, object]] = []
    if options.probe:
        from firmware_host.commands import probing  # noqa: PLC0415 - `check` alone touches nothing

        results = [
            {"what": each.what, "ok": each.ok, "say": each.say}
            for each in probing.probed(found, options.data or path.parent / "data")
        ]
    ok = all(result["ok"] for result in results)
    if options.json:
        print(json.dumps({"file": str(path), "ok": ok, "probed": results}, indent=2))
    else:
        print(f"{path}: {found.table.game} at table {found.table.table} of {found.table.house}; the file will do")
        for result in results:
            print(f"  {'ok    ' if result['ok'] else 'WRONG '} {result['what']}: {result['say']}")
    return 0 if ok else 1


COMMAND = Command(
    summary="look whether a table.toml will do, and with --probe whether all it names is there",
    example="firmware-host check /etc/firmware-host/table.toml --probe",
    add_arguments=_arguments,
    run=_run,
)
