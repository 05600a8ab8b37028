"""
The configuration in force, and a changed table.toml.

The configuration in force is a fact. If table.toml differs at the start, it becomes a candidate that two people put in
force between rounds. No difference takes effect silently, and every differing option is named.
"""

from collections.abc import Iterator

from msgspec import to_builtins

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.round.blinds_and_order import cannot_play
from firmware_host.table.acts.system import AdoptConfiguration
from firmware_host.table.answering import answers
from firmware_host.table.config import TableConfig
from firmware_host.table.dice import wagers as dice
from firmware_host.table.facts.fact import Decision, Drafts
from firmware_host.table.facts.round import ButtonTakenAway, KillButtonCollected
from firmware_host.table.facts.system import ConfigurationAdopted, ConfigurationAgrees, ConfigurationDiffers
from firmware_host.table.money import time_charge
from firmware_host.table.state import button
from firmware_host.table.state.table import TableState
from firmware_host.table.terms import Change

NAMES_THE_TABLE = ("house", "table")
"""The options that name the table. A table with another name needs its own record."""

NOT_SET = "not set"


def offered(state: TableState, config: TableConfig) -> Drafts:
    """Draft the differences of table.toml from the settings in force, unless they were the same at the last start."""
    names = differing(state.adopted, config)
    asked = state.candidate.config if state.candidate else state.adopted
    if config == asked:
        return ()
    body = ConfigurationDiffers(config=config, names=names) if names else ConfigurationAgrees()
    return (draft(body),)


def differing(in_force: TableConfig | None, config: TableConfig) -> tuple[str, ...]:
    """Return the names of the options that differ."""
    if in_force is None:
        return ()
    return tuple(name for name in config.__struct_fields__ if getattr(in_force, name) != getattr(config, name))


def changes(in_force: TableConfig | None, config: TableConfig) -> tuple[Change, ...]:
    """
    Return each option that differs, with both values as table.toml writes them.

    >>> from msgspec.structs import replace
    >>> now = TableConfig(house="my-house", table="poker-1", dealer="dealer-1", seats=(1, 2), relief_minutes=40)
    >>> changes(replace(now, relief_minutes=60), now)
    (Change(name='relief_minutes', was='60', now='40'),)
    """
    if in_force is None:
        return ()
    before, after = dict(_options("", to_builtins(in_force))), dict(_options("", to_builtins(config)))
    return tuple(
        Change(name=name, was=before.get(name, NOT_SET), now=after.get(name, NOT_SET))
        for name in {**after, **before}
        if before.get(name, NOT_SET) != after.get(name, NOT_SET)
    )


def _options(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield every option with its value as text; options of a section have dots in their name."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _options(f"{name}.{key}" if name else str(key), inner)
    elif isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value):
        for place, inner in enumerate(value, 1):
            yield from _options(f"{name}.{place}", inner)
    else:
        yield name, _text(value)


def _text(value: object) -> str:
    match value:
        case None:
            return NOT_SET
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ", ".join(map(_text, value)) or "none"
        case _:
            return str(value) or "empty"


@answers(AdoptConfiguration)
def adopt(state: TableState, act: AdoptConfiguration) -> Decision:
    """Put the candidate in force and adjust the buttons. Only called between rounds."""
    candidate = state.candidate
    if candidate is None or candidate.number != act.candidate:
        return refuse(
            "table.toml no longer has the settings of this request",
            "make a new request, for the settings found at the latest start",
            code=Code.CONFIGURATION_DIFFERS,
        )
    if not set(NAMES_THE_TABLE).isdisjoint(differing(state.adopted, candidate.config)):
        return refuse(
            "table.toml names another house or table than this record",
            "give another --data folder, or write the old names in table.toml",
            code=Code.CONFIGURATION_DIFFERS,
        )
    refusal = another_kind(state, candidate.config) or not_yet(state, act) or _too_many_seated(state, candidate.config)
    if refusal is not None:
        return refusal
    adopted = draft(ConfigurationAdopted(config=candidate.config, changes=changes(state.adopted, candidate.config)))
    return (adopted, *_buttons(state, candidate.config))


def not_yet(state: TableState, act: AdoptConfiguration) -> Refusal | None:
    """
    Refuse until wagers on the table and an unpaid half hour are settled on the terms in force.

    The agreed change is carried out afterwards. None also where table.toml no longer contains the change.
    """
    candidate = state.candidate
    if candidate is None or candidate.number != act.candidate:
        return None
    config = candidate.config
    return dice.cannot_change(state, config) or time_charge.unpaid(state, then=config.stakes)


def _too_many_seated(state: TableState, config: TableConfig) -> Refusal | None:
    """Refuse another game for fewer players than sit here, as a change of game is refused (14.6(b))."""
    if config.mini_dice is not None or (state.config is not None and state.config.game is config.game):
        return None
    return cannot_play(config.poker, state.seats) if len(state.seats) > 1 else None


def another_kind(state: TableState, config: TableConfig) -> Refusal | None:
    """Refuse to change between poker and mini-dice: the connected devices would not fit."""
    if state.config is None or (state.config.mini_dice is None) is (config.mini_dice is None):
        return None
    return refuse(
        f"table.toml names the game {config.game}, but this record is of a {state.config.game} table",
        "give another --data folder, or write the old game in table.toml",
        code=Code.CONFIGURATION_DIFFERS,
    )


def _buttons(state: TableState, config: TableConfig) -> Drafts:
    """Place or remove the button as the new game requires; a kill with changed terms ends."""
    drafts: Drafts = ()
    if config.mini_dice is not None:
        return ()
    if state.button is None:
        drafts = button.first_place(config, state.present) if state.is_open else ()
    elif not config.poker.button:
        drafts = (draft(ButtonTakenAway(), "14.8(a)"),)
    kill = state.config.kill if state.config else None
    if state.kill_button is not None and config.kill != kill:
        drafts = (*drafts, draft(KillButtonCollected(), "14.11(A)(i)"))
    return drafts
