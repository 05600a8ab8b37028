"""`firmware-host support-bundle`: what to send to whoever looks after the table."""

import argparse
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.trouble import Trouble


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", metavar="TABLE.TOML", type=Path, help="the configuration of the table")
    parser.add_argument(
        "--data", metavar="FOLDER", type=Path, help="the folder of the record (default: `data` beside TABLE.TOML)"
    )
    parser.add_argument(
        "--into", metavar="FOLDER", type=Path, default=Path(), help="where to write it (default: the current folder)"
    )


def _run(options: argparse.Namespace) -> int:
    from firmware_host import config, known_secrets  # noqa: PLC0415 - `--help` does not pay for it
    from firmware_host.logs.redaction import Redaction  # noqa: PLC0415 - the same
    from firmware_host.support import bundle, gathering  # noqa: PLC0415 - the same

    path: Path = options.config
    folder: Path = options.data or path.parent / "data"
    redaction = Redaction()
    read, why = None, ""
    try:
        read = config.read(path)
    except Trouble as trouble:
        # A file that will not do may be the very reason for the bundle.
        why = f"{trouble}\n"
    known_secrets.made_known(redaction, read, folder)
    known_secrets.written_made_known(redaction, path)
    parts = {"trouble.txt": why or "table.toml will do\n", **gathering.of_machine_and_record(folder, path)}
    try:
        written = bundle.write(options.into, parts, redaction)
    except OSError as error:
        raise Trouble(f"cannot write into {options.into} ({error.strerror}); name another folder with --into") from None
    print(f"{written}: {written.stat().st_size // 1024 + 1} KiB; it holds no key, PIN or password, but names of people")
    return 0


COMMAND = Command(
    summary="put what is needed to find a fault into one file, without any secret",
    example="firmware-host support-bundle /etc/firmware-host/table.toml --data /var/lib/firmware-host --into /tmp",
    add_arguments=_arguments,
    run=_run,
)
