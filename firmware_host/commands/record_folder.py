"""Options of every command that reads a record: where it is, and whose clock its times are read on."""

import argparse
from datetime import UTC, tzinfo
from pathlib import Path


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add `--data`, with the default of a `run table.toml` in the same place."""
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        type=Path,
        default=Path("data"),
        help="the folder of the record, as given to `run --data` (default: data)",
    )


def add_utc(parser: argparse.ArgumentParser) -> None:
    """Add `--utc`."""
    parser.add_argument("--utc", action="store_true", help="times in UTC (default: this machine's own zone)")


def zone(options: argparse.Namespace) -> tzinfo | None:
    """Return where the clock is read, None for this machine's own zone."""
    return UTC if options.utc else None
