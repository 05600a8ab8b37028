"""Every option of table.toml on paper, for `firmware-host check --explain`."""

import textwrap

import msgspec

from firmware_host.config.load import Config
from firmware_host.config.reference import Option, sections

WIDTH = 118

INDENT = " " * 6


def run(*, as_json: bool) -> int:
    """Print them."""
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
