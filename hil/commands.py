"""The commands of `python3 -m hil`.

At their top these modules import nothing that has to be installed, so that help and a mistyped word are answered
before the environment is made.
"""

from functools import partial
from importlib import import_module

from firmware_host.cli import Program
from firmware_host.commands.command import Command
from hil import environment

MODULES = {
    "demo": "hil.demo.command",
    "play": "hil.scenario.command",
    "conform": "hil.conformance.command",
    "faults": "hil.faults.command",
}


def _load(module: str) -> Command:
    command: Command = import_module(module).COMMAND
    return command


PROGRAM = Program(
    name="python3 -m hil",
    description="A table without hardware. The first start makes its own environment in .venv.",
    epilog="example: python3 -m hil demo --rounds 1",
    commands={name: partial(_load, module) for name, module in MODULES.items()},
    before_running=environment.enter,
)
