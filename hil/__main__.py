"""`python3 -m hil`: the commands for a clone, started with the system's Python."""

from __future__ import annotations

import sys

from hil import environment


def main(arguments: list[str]) -> int:
    environment.end_on_an_old_python()
    from firmware_host.cli import run  # noqa: PLC0415 - an old Python cannot parse these
    from hil.commands import PROGRAM  # noqa: PLC0415 - for the same reason

    return run(PROGRAM, arguments or ["--help"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
