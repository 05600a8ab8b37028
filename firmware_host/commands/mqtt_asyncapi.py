"""`firmware-host mqtt asyncapi`: what is on the wire, for programs that make programs."""

import argparse

from firmware_host.commands.command import Command


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schemas", action="store_true", help="the JSON Schemas alone, as one document (draft 7)")


def _run(options: argparse.Namespace) -> int:
    import msgspec  # noqa: PLC0415 - `--help` does not pay for the types

    from firmware_host.mqtt import asyncapi  # noqa: PLC0415 - the same

    made = asyncapi.schemas() if options.schemas else asyncapi.document()
    print(msgspec.json.format(msgspec.json.encode(made), indent=2).decode())
    return 0


COMMAND = Command(
    summary="every topic and message as an AsyncAPI 3 document, or as JSON Schemas",
    example="firmware-host mqtt asyncapi > table.asyncapi.json",
    add_arguments=_arguments,
    run=_run,
)
