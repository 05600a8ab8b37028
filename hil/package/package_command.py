"""`python3 -m hil package`: makes the Debian packages."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command

RELEASES, ARCHITECTURES = ("bookworm", "trixie"), ("amd64", "arm64")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--release", choices=RELEASES, action="append", help="only for this Debian release (default: each)"
    )
    parser.add_argument(
        "--architecture", choices=ARCHITECTURES, action="append", help="only for this processor (default: each)"
    )
    parser.add_argument(
        "--into", metavar="FOLDER", type=Path, default=Path("dist"), help="where to write them (default: dist)"
    )
    parser.add_argument(
        "--json", action="store_true", help="for programs: print a JSON list with an object per package"
    )


def _run(options: argparse.Namespace) -> int:
    from hil.package import making  # noqa: PLC0415 - `--help` must not need the environment

    return making.run(options)


COMMAND = Command(
    description="Make a Debian package for each release and architecture, the same bits each time. The wheels are "
    "downloaded by the hashes of requirements.lock; nothing of the target runs.",
    example="python3 -m hil package --release bookworm --architecture arm64 --into /tmp",
    add_arguments=_arguments,
    run=_run,
)
