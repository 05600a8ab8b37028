"""`firmware-host mqtt watch`, `send` and `asyncapi`: watch and command a table from another machine."""

import argparse
import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from firmware_host import json_errors
from firmware_host.commands.mqtt_watch import watch
from firmware_host.errors import UserError
from firmware_host.host.clock import SystemClock
from firmware_host.mqtt import asyncapi, remote_client
from firmware_host.mqtt.messages import LONGEST_ID
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.mqtt.remote_client import RemoteTable
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import refused_because
from firmware_host.table.acts.intent import Accepted, Act
from firmware_host.table.identities import PersonName
from firmware_host.table.terms import READABLE_ID

REFUSED = 1

LONGEST_S = 3600


def _table(options: argparse.Namespace) -> RemoteTable:
    """Return the table that the options name. Raises `UserError` for an invalid name or URL."""
    names = options.table.split("/")
    try:
        house, table = msgspec.convert(names, tuple[PersonName, PersonName])
        config = MqttConfig(
            url=options.url,
            ca=options.ca,
            certificate=options.certificate,
            certificate_key=options.certificate_key,
            credentials=options.credentials,
        )
    except msgspec.ValidationError:
        raise UserError(
            f"--table: cannot read {options.table!r}; write HOUSE/TABLE as under [table] in its table.toml"
        ) from None
    except ValueError as error:
        raise UserError(str(error)) from None
    return RemoteTable(config=config, topics=Topics(house=house, table=table))


@contextmanager
def _named_as_options() -> Iterator[None]:
    """Name the options of this command in errors that name those of table.toml."""
    try:
        yield
    except UserError as trouble:
        said = re.sub(r" under \[mqtt\](?: in table\.toml)?", "", str(trouble))
        raise UserError(re.sub(r"`(url|ca|certificate|certificate_key|credentials)`", _option, said)) from None


def _option(named: re.Match[str]) -> str:
    return f"--{named[1].replace('_', '-')}"


def run_watch(options: argparse.Namespace) -> int:
    if options.count is not None and options.count < 1:
        raise UserError(f"--count: {options.count} is not a number of messages; give 1 or more")
    table, in_place = _table(options), sys.stdout.isatty()
    with _named_as_options():
        return asyncio.run(watch(table, count=options.count, as_json=options.json, in_place=in_place))


def send(options: argparse.Namespace) -> int:
    words = sys.stdin.read() if options.act == "-" else options.act
    try:
        act: Act = msgspec.json.decode(words, type=Act)
    except json_errors.UNREADABLE as error:
        raise UserError(f"ACT is not valid: {json_errors.said(error)}; see `firmware-host acts`") from None
    if not 0 < options.within <= LONGEST_S:
        raise UserError(f"--within: {options.within:g} is not a time to wait; give up to {LONGEST_S} seconds")
    if options.id is not None and (len(options.id) > LONGEST_ID or not re.match(READABLE_ID, options.id)):
        raise UserError(
            f"--id: an id has 1 to {LONGEST_ID} printable ASCII characters, and no space at either end; give another"
        )
    key = remote_client.read_key(options.key)
    with _named_as_options():
        reply = asyncio.run(
            remote_client.ask(
                _table(options), act=act, signing=key, clock=SystemClock(), id_=options.id, within_s=options.within
            )
        )
    answer = reply.answer
    if options.json:
        print(msgspec.json.encode(reply).decode())
    elif isinstance(answer, Accepted):
        numbers = ", ".join(map(str, answer.numbers))
        print(f"done: {f'fact {numbers}' if numbers else 'nothing had to change'}")
    else:
        print(f"refused: {refused_because(answer.refusal)}")
    return 0 if isinstance(answer, Accepted) else REFUSED


def print_asyncapi(options: argparse.Namespace) -> int:
    made = asyncapi.schemas() if options.schemas else asyncapi.document()
    print(msgspec.json.format(msgspec.json.encode(made), indent=2).decode())
    return 0
