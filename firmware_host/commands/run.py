"""`firmware-host run`: the controller of one table."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of this table")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="where the journal is kept (default: `data` beside TABLE.TOML)"
    )


def _run(options: argparse.Namespace) -> int:
    import logging  # noqa: PLC0415 - `--help` does not pay for running a table

    from firmware_host import app, config  # noqa: PLC0415 - the same

    path: Path = options.config
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    app.run(config.read(path), options.data or path.parent / "data")
    return 0


COMMAND = Command(
    summary="run the table that TABLE.TOML describes, until SIGTERM or Ctrl-C",
    example="firmware-host run /etc/firmware-host/table.toml --data /var/lib/firmware-host",
    add_arguments=_arguments,
    run=_run,
)
