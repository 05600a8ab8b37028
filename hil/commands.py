"""
The commands of `python3 -m hil`.

These modules import nothing at the top level that has to be installed, so that help and typing errors are answered
before the environment exists.
"""

from firmware_host.cli import Program
from firmware_host.commands.command import Entry
from hil import environment

COMMANDS = {
    "board": Entry("hil.board.board_command", "run tests on a virtual board: a kernel's own pins, USB and disk"),
    "conform": Entry("hil.conformance.conform_command", "test a paired shuffler against the clauses of PROTOCOL.md"),
    "demo": Entry("hil.demo.demo_command", "run a whole simulated table with a robot dealer"),
    "faults": Entry("hil.faults.faults_command", "list the faults that the demo can show"),
    "package": Entry("hil.package.package_command", "make the Debian packages, for each release and processor"),
    "play": Entry("hil.scenario.play_command", "play a scenario and compare the result with what it expects"),
}

PROGRAM = Program(
    name="python3 -m hil",
    description="A table without hardware. The first start creates an environment in .venv.",
    epilog="example: python3 -m hil demo --rounds 1",
    commands=COMMANDS,
    before_running=environment.enter,
)
