"""`firmware-host mqtt send`: one signed command, sent until it is answered."""

import argparse
import sys
from pathlib import Path

from firmware_host.commands.command import Command
from firmware_host.commands.far_table import add_far, far
from firmware_host.errors import UserError

REFUSED = 1


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("act", metavar="ACT", help="the act as JSON, as in the steps of `state`; - reads it from input")
    add_far(parser)
    parser.add_argument("--key", metavar="FILE", type=Path, required=True, help="the key it is signed with")
    parser.add_argument("--id", metavar="ID", help="sent again with the same id it acts once (default: a new one)")
    parser.add_argument("--within", metavar="SECONDS", type=float, default=10.0, help="wait so long (default: 10)")
    parser.add_argument("--json", action="store_true", help="for programs: the answer as one object")


def _run(options: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415 - `--help` does not pay for a client

    import msgspec  # noqa: PLC0415 - the same

    from firmware_host.host.clock import SystemClock  # noqa: PLC0415 - the same
    from firmware_host.mqtt import remote_client  # noqa: PLC0415 - the same
    from firmware_host.table.acts.intent import Accepted, Act  # noqa: PLC0415 - the same

    words = sys.stdin.read() if options.act == "-" else options.act
    try:
        act: Act = msgspec.json.decode(words, type=Act)
    except msgspec.MsgspecError as error:
        raise UserError(f"this is no act: {error}; the steps in `state` show some") from None
    key = remote_client.read_key(options.key)
    reply = asyncio.run(
        remote_client.ask(
            far(options), act=act, signing=key, clock=SystemClock(), id_=options.id, within_s=options.within
        )
    )
    answer = reply.answer
    if options.json:
        print(msgspec.json.encode(reply).decode())
    elif isinstance(answer, Accepted):
        numbers = ", ".join(map(str, answer.numbers))
        print(f"done: {f'fact {numbers}' if numbers else 'it was so already'}")
    else:
        print(f"refused: {answer.refusal.reason}; needed: {answer.refusal.allowed_by}")
    return 0 if isinstance(answer, Accepted) else REFUSED


COMMAND = Command(
    summary="ask the table for something, signed; exit code 0 when it was done, 1 when it was refused",
    example="""firmware-host mqtt send '{"kind": "acknowledge-alert", "alert": 12}' --url mqtt://127.0.0.1 """
    "--table demo/poker-1 --key floor-1.key",
    add_arguments=_arguments,
    run=_run,
)
