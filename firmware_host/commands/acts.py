"""`firmware-host acts`: every act that a table may be asked for, who may ask, its fields, and an example."""

import argparse
import inspect
import shutil
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from firmware_host.commands import act_examples
from firmware_host.commands.act_examples import ActField
from firmware_host.commands.rules import NARROWEST, WIDEST
from firmware_host.errors import UserError, did_you_mean
from firmware_host.mqtt.command_auth import AT_THE_CONSOLE
from firmware_host.rules.act_and_fact import ActBody, TakesTwo
from firmware_host.rules.decision import Role
from firmware_host.rules.roles import DEVICE, HOST, Who
from firmware_host.rules.struct import Record
from firmware_host.table.acts.intent import Act

NOT_PEOPLE = {
    DEVICE: "Devices report this; people may not ask for it.",
    HOST: "The controller asks for this itself; people may not ask for it.",
}

ACTS: dict[str, type[ActBody]] = {act_examples.tag(act): act for act in get_args(Act)}


class Listed(Record, frozen=True, kw_only=True):
    """One act: who may ask, at which kind of table, its fields, and an example."""

    name: str
    says: str
    roles: tuple[str, ...]
    two_people: bool
    led_by: tuple[str, ...]
    table: str | None
    console_only: bool
    fields: tuple[ActField, ...]
    example: dict[str, Any]


def run(options: argparse.Namespace) -> int:
    found = wanted(options.names, options.role)
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    width = max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))
    print("\n\n".join("\n".join(_lines(act, width)) for act in found))
    return 0


def wanted(names: Sequence[str], role: str | None) -> tuple[Listed, ...]:
    """Return the acts of these names and this role. Raises `UserError` if there are none."""
    for name in names:
        if not any(name in act for act in ACTS):
            meant = did_you_mean(name, ACTS, otherwise="`firmware-host acts` lists all")
            raise UserError(f"there is no act {name}; {meant}")
    found = tuple(
        _listed(name, act)
        for name, act in ACTS.items()
        if (role is None or role in _roles(act)) and (not names or name in names or _is_part(names, name))
    )
    if not found:
        what = " or ".join(names) or "any act"
        raise UserError(f"the role {role} may not ask for {what}; run this without --role to see who may")
    return found


def _is_part(names: Sequence[str], act: str) -> bool:
    """Return whether a name that is not itself an act is part of this one's name."""
    return any(name in act for name in names if name not in ACTS)


def _roles(act: type[ActBody]) -> frozenset[Role]:
    return act.by_two.who if issubclass(act, TakesTwo) else act.may_ask


def _listed(name: str, act: type[ActBody]) -> Listed:
    return Listed(
        name=name,
        says=" ".join((inspect.getdoc(act) or "").split()),
        roles=tuple(sorted(_roles(act))),
        two_people=issubclass(act, TakesTwo),
        led_by=tuple(sorted(act.by_two.led_by)) if issubclass(act, TakesTwo) else (),
        table=act.only_at,
        console_only=issubclass(act, AT_THE_CONSOLE),
        fields=act_examples.fields(act),
        example=_example(act),
    )


def _example(act: type[ActBody]) -> dict[str, Any]:
    """Return the act as it is sent: one that needs two people is sent within a request."""
    made = act_examples.example(act)
    if not issubclass(act, TakesTwo):
        return made
    return {"kind": "request-approval", "act": made, "why": made.get("why", act_examples.TYPICAL["why"])}


def _lines(act: Listed, width: int) -> Iterator[str]:
    yield act.name
    for text in (act.says, _asked_by(act), *map(_field, act.fields)):
        yield from textwrap.wrap(
            text,
            width,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    yield f"  {act_examples.as_json(act.example)}"


def _asked_by(act: Listed) -> str:
    roles = frozenset(Role(role) for role in act.roles)
    who = NOT_PEOPLE.get(roles, f"Asked by: {_names(roles)}.")
    if act.two_people:
        who = f"Asked by two people, each {_names(roles)}; one of them {_names(frozenset(map(Role, act.led_by)))}."
    where = f" Only at a {act.table} table." if act.table else ""
    return f"{who}{where}{' Only at the console of the board.' if act.console_only else ''}"


def _names(roles: Who) -> str:
    """Return the roles as `--role` takes them."""
    return " or ".join(sorted(roles))


def _field(field: ActField) -> str:
    return f"{field.name}: {field.says}{'' if field.required else ' (optional)'}"
