"""
The commands of `python3 -m hil`.

At their top these modules import nothing that has to be installed, so that help and a mistyped word are answered
before the environment is made.
"""

from firmware_host.cli import Program
from firmware_host.commands.command import Entry
from hil import environment

COMMANDS = {
    "conform": Entry("hil.conformance.command", "which clauses of PROTOCOL.md a paired device meets"),
    "demo": Entry("hil.demo.command", "a whole table on this machine, with a robot dealer"),
    "faults": Entry("hil.faults.command", "list every fault that the demo can show"),
    "play": Entry("hil.scenario.command", "play a table from a script, and compare what it says"),
}

PROGRAM = Program(
    name="python3 -m hil",
    description="A table without hardware. The first start makes its own environment in .venv.",
    epilog="example: python3 -m hil demo --rounds 1",
    commands=COMMANDS,
    before_running=environment.enter,
)
