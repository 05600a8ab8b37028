"""`python3 -m hil demo` on a fresh clone is `firmware-host demo`, its environment made on the way."""

from __future__ import annotations

import sys

from hil import environment

HELP = """\
usage: python3 -m hil demo [options]

  demo    a whole table on this machine: the real program, simulated devices and robots at the table

Makes its own environment in .venv when it starts for the first time; after that,
`python3 -m hil demo` and `.venv/bin/firmware-host demo` are the same.
`python3 -m hil demo --help` lists the options.

example: python3 -m hil demo
"""


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0] in {"-h", "--help"}:
        print(HELP, end="")
        return 0
    environment.enter()
    from firmware_host.cli import main as firmware_host  # noqa: PLC0415 - its packages are there only from here on

    return firmware_host(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
