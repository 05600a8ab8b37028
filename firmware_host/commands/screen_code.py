"""
`firmware-host screen-code`: a one-time code for the box's own screen, as text, as an address, or as a start page.

A code opens the table's own screen once, within a minute. It never goes on a command line, which every account of the
board can read: a browser gets it from a start page that only its own account can read.
"""

import argparse
import json
import os
from pathlib import Path

from firmware_host import files
from firmware_host.commands.command import Command, add_data
from firmware_host.errors import UserError

WAIT_S = 10.0
LONGEST_WAIT_S = 3600

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>The table's screen</title>
<script>location.replace({url});</script>
<p>Opening the table's screen ...</p>
</html>
"""


def _arguments(parser: argparse.ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--url", action="store_true", help="print the address of the pages with the code")
    form.add_argument(
        "--page",
        metavar="FILE",
        type=Path,
        help="write a start page for a kiosk's browser, of mode 600: it opens the table's screen with the code",
    )
    form.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")
    parser.add_argument(
        "--socket",
        metavar="PATH",
        type=Path,
        help="the socket that `screen_socket` under [panel] names (default: screen.socket in the data folder)",
    )
    parser.add_argument(
        "--wait",
        metavar="S",
        type=_seconds,
        default=WAIT_S,
        help=f"seconds to wait for a controller that is starting (default: {WAIT_S:g})",
    )
    add_data(parser)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds; write 0 to {LONGEST_WAIT_S}")
    return seconds


def _run(options: argparse.Namespace) -> int:
    from firmware_host.panel import screen_socket  # noqa: PLC0415 - `--help` stays fast
    from firmware_host.panel.panel_config import SOCKET  # noqa: PLC0415 - the same
    from firmware_host.panel.sessions import CODE_S  # noqa: PLC0415 - the same

    code = screen_socket.ask(options.socket or options.data / SOCKET, for_s=CODE_S, wait_s=options.wait)
    if options.page is not None:
        _write(options.page, code.url)
        print(f"{options.page} opens the table's screen once, within {CODE_S} seconds")
    elif options.json:
        print(json.dumps({"code": code.code, "address": code.address, "url": code.url, "for_s": CODE_S}, indent=2))
    else:
        print(code.url if options.url else code.code)
    return 0


def _write(path: Path, url: str) -> None:
    """Write the page to a new file that replaces an older one, so that no other program has the new one open."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        fresh.unlink(missing_ok=True)
        file = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            files.write(file, PAGE.format(url=json.dumps(url)).encode())
        finally:
            os.close(file)
        fresh.rename(path)
    except OSError as error:
        raise UserError(
            f"cannot write {path} ({error.strerror}); "
            "name a file in a folder that belongs to the account that runs the browser"
        ) from None


COMMAND = Command(
    example="firmware-host screen-code --page /run/user/1001/table.html --socket /run/firmware-host/screen.socket",
    add_arguments=_arguments,
    run=_run,
)
