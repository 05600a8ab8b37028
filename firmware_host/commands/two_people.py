"""
Decisions by two people at the board: `firmware-host adopt`, `continue`, `override`, `recount` and `void`.

The running controller is asked, because only it knows whether the round, the deck or the settings are still the same.
"""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from firmware_host.access.console_client import Connection, connected
from firmware_host.access.console_messages import DecideByTwo, Decided, No, ReadSituation, Request, Situation
from firmware_host.commands.command import Command, add_data
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.rules.decision import refused_because
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.terms import Back

ADOPTED = "table.toml was changed"

LONGEST = 200

Answer = TypeVar("Answer", Situation, Decided)


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """One decision that two people can make with a command of its own."""

    act: Callable[[argparse.Namespace, Situation], Approvable]
    done: str
    """What is true once they have decided."""
    shows: Callable[[Situation], Iterator[str]] = lambda _: iter(())
    """What they have to know before they enter their PINs."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--by", metavar="NAME", required=True, help="the first person, who is asked for a PIN")
    parser.add_argument(
        "--and", metavar="NAME", dest="second", required=True, help="the second person, who is asked for a PIN"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _with_reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--why", metavar="REASON", required=True, help="the reason, for the record; 200 letters at most"
    )
    _arguments(parser)


def _adopt_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--show", action="store_true", help="only show what would change; no PIN is asked for")
    parser.add_argument("--by", metavar="NAME", help="the first person, who is asked for a PIN")
    parser.add_argument("--and", metavar="NAME", dest="second", help="the second person, who is asked for a PIN")
    parser.add_argument(
        "--why", metavar="REASON", default=ADOPTED, help=f"the reason, for the record (default: {ADOPTED})"
    )
    add_data(parser)
    parser.add_argument("--json", action="store_true", help="for programs: print the result as one JSON object")


def _override_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck", choices=[back.value for back in Back], help="the deck (default: the one that is dealt next)"
    )
    _with_reason(parser)


def _recount_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--deck", choices=[back.value for back in Back], required=True, help="the deck that is held")
    parser.add_argument(
        "--counted", metavar="N", type=int, required=True, help="the number of cards that both people counted"
    )
    parser.set_defaults(why="two people counted the deck")
    _arguments(parser)


def _run(decision: Decision, options: argparse.Namespace) -> int:
    """Show what is decided, ask for both PINs, and print the result. Raises `UserError` for a refusal."""
    shows_only = getattr(options, "show", False)
    if not shows_only:
        _check(options)
    with _controller(options) as there:
        now = _answered(there, ReadSituation(), Situation)
        if shows_only and options.json:
            print(msgspec.json.encode(now).decode())
            return 0
        act = decision.act(options, now)
        if not options.json:
            for line in decision.shows(now):
                print(line)
        if not shows_only:
            _say(decision, _answered(there, _request(options, act), Decided), as_json=options.json)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse before a PIN is typed what can only fail."""
    if options.by is None or options.second is None:
        raise UserError("--by and --and are missing; name two people, or give --show to see what would change")
    if options.by == options.second:
        raise UserError("--by and --and must be two different people")
    if not options.why.strip() or len(options.why) > LONGEST:
        raise UserError(f"--why: give a reason of 1 to {LONGEST} letters")


def _controller(options: argparse.Namespace) -> Connection:
    there = connected(options.data)
    if there is None:
        raise UserError(
            f"no controller is running on {options.data}; start it with `firmware-host run`, or give the folder used "
            "with `run --data`"
        )
    return there


def _request(options: argparse.Namespace, act: Approvable) -> DecideByTwo:
    request = DecideByTwo(
        act=act,
        why=options.why,
        by=options.by,
        by_pin=secret(f"PIN of {options.by}: "),
        second=options.second,
        second_pin=secret(f"PIN of {options.second}: "),
    )
    try:
        return msgspec.json.decode(msgspec.json.encode(request), type=DecideByTwo)
    except msgspec.ValidationError as error:
        # The error of a message names no value, so that no PIN is printed.
        raise UserError(_wrong(str(error))) from None


def _wrong(error: str) -> str:
    if "pin" in error:
        return "this is too long for a PIN; run the command again"
    if "counted" in error:
        return "--counted: give the number of cards, 0 to 110"
    return "--by or --and is not a valid name; use small letters, digits and hyphens, 32 at most"


def _answered(there: Connection, request: Request, kind: type[Answer]) -> Answer:
    reply = there.ask(request)
    if isinstance(reply, No):
        raise UserError(refused_because(reply.refusal))
    if not isinstance(reply, kind):
        raise UserError("the controller gave an unexpected reply; use a `firmware-host` of the same version")
    return reply


def _say(decision: Decision, decided: Decided, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode(decided).decode())
        return
    facts = f"recorded as facts {decided.numbers[0]} to {decided.numbers[-1]}"
    if decided.waits:
        print(f"Agreed; carried out when the round under way is over; {facts}.")
    else:
        print(f"{decision.done}; {facts}.")


def _adoption(now: Situation) -> AdoptConfiguration:
    if not now.candidate:
        raise UserError(
            "table.toml had no changed settings when the controller started; change it, restart the controller, then "
            "run this again"
        )
    return AdoptConfiguration(candidate=now.candidate)


def _changes(now: Situation) -> Iterator[str]:
    yield "table.toml differs from the settings in force:"
    yield from (f"  {change.name}: from {change.was} to {change.now}" for change in now.changes)


def _override(options: argparse.Namespace, now: Situation) -> OverrideGate:
    back = Back(options.deck) if options.deck else now.due_deck
    if back is None:
        raise UserError("no deck is due to be dealt at this table; name one with --deck, or open the table first")
    return OverrideGate(back=back, why=options.why)


def _void(options: argparse.Namespace, now: Situation) -> VoidRound:
    if not now.round:
        raise UserError("no round is under way, so there is none to declare void; wait for the next deal")
    return VoidRound(why=options.why)


def _command(decision: Decision, example: str, arguments: Callable[[argparse.ArgumentParser], None]) -> Command:
    return Command(example=example, add_arguments=arguments, run=lambda options: _run(decision, options))


ADOPT = _command(
    Decision(act=lambda _, now: _adoption(now), done="The changed table.toml is in force", shows=_changes),
    "firmware-host adopt --by pit-1 --and floor-1 --data /var/lib/firmware-host",
    _adopt_arguments,
)

CONTINUE = _command(
    Decision(act=lambda options, _: ContinueRound(why=options.why), done="The round continues"),
    "firmware-host continue --why 'the card was found' --by pit-1 --and floor-1",
    _with_reason,
)

OVERRIDE = _command(
    Decision(act=_override, done="One round may be dealt without a proof of the shuffle, and will be marked"),
    "firmware-host override --why 'the shuffler is broken, the floor shuffled' --by pit-1 --and floor-1",
    _override_arguments,
)

RECOUNT = _command(
    Decision(
        act=lambda options, _: Recount(back=Back(options.deck), counted=options.counted), done="The count is recorded"
    ),
    "firmware-host recount --deck blue --counted 52 --by pit-1 --and floor-1",
    _recount_arguments,
)

VOID = _command(
    Decision(
        act=_void,
        done="The round is void, and all wagers are returned",
        shows=lambda now: iter((f"Round {now.round} is under way.",)),
    ),
    "firmware-host void --why 'a card was found on the floor' --by pit-1 --and floor-1",
    _with_reason,
)
