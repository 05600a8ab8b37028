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
from firmware_host.commands.terminal import secret
from firmware_host.errors import UserError
from firmware_host.rules.cards import DECK
from firmware_host.rules.decision import refused_because
from firmware_host.rules.round_acts import VoidRound
from firmware_host.table.acts.approvals import Approvable
from firmware_host.table.acts.decks import OverrideGate, Recount
from firmware_host.table.acts.round import ContinueRound
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.terms import Back

LONGEST = 200

Answer = TypeVar("Answer", Situation, Decided)


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """One decision that two people can make with a command of its own."""

    act: Callable[[argparse.Namespace, Situation], Approvable]
    done: str
    """What the decision changes, in a sentence for the result."""
    shows: Callable[[Situation], Iterator[str]] = lambda _: iter(())
    """The lines to show before they enter their PINs."""
    of_round: bool = False
    """Whether the decision concerns only the round that is under way now."""


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
            _say(
                decision,
                _answered(there, _request(options, act, now.round if decision.of_round else 0), Decided),
                as_json=options.json,
            )
    return 0


def _check(options: argparse.Namespace) -> None:
    """Check the options before anybody types a PIN."""
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


def _request(options: argparse.Namespace, act: Approvable, of_round: int) -> DecideByTwo:
    request = DecideByTwo(
        act=act,
        why=options.why,
        round=of_round,
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
        print(f"Agreed. It is carried out when the round under way is over; {facts}.")
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


def adopt(options: argparse.Namespace) -> int:
    """Put the changed table.toml in force."""
    done = "The changed table.toml is in force"
    return _run(Decision(act=lambda _, now: _adoption(now), done=done, shows=_changes), options)


def continue_round(options: argparse.Namespace) -> int:
    """Let the halted round continue."""
    decision = Decision(
        act=lambda options, _: ContinueRound(why=options.why), done="The round continues", of_round=True
    )
    return _run(decision, options)


def override(options: argparse.Namespace) -> int:
    """Let one round be dealt without a proof of the shuffle."""
    done = "One round may be dealt without a proof of the shuffle, and will be marked"
    return _run(Decision(act=_override, done=done), options)


def recount(options: argparse.Namespace) -> int:
    """State how many cards a deck on hold has."""
    follows = "is no longer held" if options.counted == DECK else "leaves the table"
    done = f"The {options.deck} deck has {options.counted} cards and {follows}"
    return _run(Decision(act=_recount, done=done), options)


def void(options: argparse.Namespace) -> int:
    """Declare the round under way void."""
    done = "The round is void, and all wagers are returned"
    return _run(Decision(act=_void, done=done, shows=_round, of_round=True), options)


def _recount(options: argparse.Namespace, _: Situation) -> Recount:
    return Recount(back=Back(options.deck), counted=options.counted)


def _round(now: Situation) -> Iterator[str]:
    yield f"Round {now.round} is under way."
