"""The page of all faults, made from their files: `python3 -m hil faults --write`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hil.faults.fault import Fault
from hil.faults.fault_actions import DOERS

PAGE: Final = Path(__file__).with_name("README.md")

HEAD: Final = """\
# What can go wrong at a table

Made from the files beside it by `python3 -m hil faults --write`; a test compares. Each file names what happens, where
in the game, what the table must do before anybody repairs anything, and how it is repaired; then the game has to
continue. [fault.py](fault.py) describes the form. See one happen: `python3 -m hil demo --fault NAME`, with
`--game mini-dice` for those of a mini-dice table; `--fault all` plays every one that fits. A test run prints their
results at its end.
"""


def page(known: Iterable[Fault]) -> str:
    """Return the page, with a table for each device."""
    each = tuple(known)
    parts = [HEAD]
    for device in DOERS:
        rows = [fault for fault in each if fault.device == device]
        parts.append(
            f"\n## {device.capitalize()}\n\n| fault | what happens | where | the table must |\n|---|---|---|---|\n"
        )
        parts += [f"| `{fault.name}` | {fault.say} | {', '.join(fault.points)} | {_must(fault)} |\n" for fault in rows]
    return "".join(parts)


def _must(fault: Fault) -> str:
    reach = fault.reach
    wanted = [f"record {_listed(reach.told)}"] if reach.told else []
    wanted += [f"raise {_listed(reach.alerts)}"] if reach.alerts else []
    wanted += [f"say \u201c{reach.sees}\u201d"] if reach.sees else []
    wanted += [f"never record {_listed(reach.never)}"] if reach.never else []
    wanted += ["rely on the device again once it is repaired"] if reach.returns else []
    return "; ".join(wanted)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)
