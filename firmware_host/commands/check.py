"""`firmware-host check`: checks a table.toml; `--probe` tries the hardware, `--explain` prints every option."""

import argparse
import json
import textwrap
from pathlib import Path

import msgspec

from firmware_host.commands.command import data_beside
from firmware_host.commands.probe import probed
from firmware_host.config import load
from firmware_host.config.load import Config
from firmware_host.config.reference import Option, sections
from firmware_host.errors import UserError

BAD_INPUT = 2

WIDTH = 118

INDENT = " " * 6


def run(options: argparse.Namespace) -> int:
    if options.explain and options.config is not None:
        raise UserError(f"--explain checks no file; leave out {options.config}, or --explain")
    if options.explain:
        return _explained(as_json=options.json)
    if options.config is None:
        raise UserError(
            "no file given; name the table.toml to check, or use --explain; see `firmware-host check --help`"
        )
    return _checked(options)


def _checked(options: argparse.Namespace) -> int:
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
        results = [
            {"what": each.what, "ok": each.ok, "say": each.say}
            for each in probed(found, options.data or data_beside(path))
        ]
    ok = all(result["ok"] for result in results)
    if options.json:
        print(json.dumps({"file": str(path), "ok": ok, "probed": results}, indent=2))
    else:
        print(f"{path}: {found.table.game} at table {found.table.table} of {found.table.house}; the file is valid")
        for result in results:
            print(f"  {'ok    ' if result['ok'] else 'WRONG '} {result['what']}: {result['say']}")
    return 0 if ok else 1


def _explained(*, as_json: bool) -> int:
    """Print every option of table.toml."""
    found = sections(Config)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    for section in found:
        print(f"[[{section.name}]]" if section.many else f"[{section.name}]")
        print(textwrap.fill(section.says, WIDTH, initial_indent="# ", subsequent_indent="# "))
        for option in section.options:
            print(_line(option))
        print()
    return 0


def _line(option: Option) -> str:
    end = "required" if option.required else f"default {option.default}"
    head = textwrap.fill(f"{option.name}: {option.type}; {end}", WIDTH, initial_indent="  ", subsequent_indent=INDENT)
    if not option.says:
        return head
    return f"{head}\n{textwrap.fill(option.says, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)}"
