"""Options of `table.toml` that say nothing at the table they are written for: whoever wrote one expects something."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from firmware_host.rules.game import Tracking
from firmware_host.rules.games import GAMES
from firmware_host.table.config import TableConfig


class _Rule(NamedTuple):
    place: tuple[str, ...]
    says_nothing: Callable[[TableConfig], bool]
    where: str


def _is_dice(table: TableConfig) -> bool:
    return table.mini_dice is not None


def _is_poker(table: TableConfig) -> bool:
    return table.mini_dice is None


def _by_procedure(table: TableConfig) -> bool:
    return table.mini_dice is None and table.tracking is Tracking.PROCEDURE


def _without_shuffler(table: TableConfig) -> bool:
    return not table.shuffler


def _no_blinds(table: TableConfig) -> bool:
    return table.mini_dice is None and not any(GAMES[posted.game].button for posted in table.all_games)


RULES = (
    _Rule(("devices", "puck"), _is_dice, "a mini-dice table has no dealer button"),
    _Rule(("devices", "keys", "dice"), _is_poker, "a poker table has no dice keys"),
    _Rule(("table", "buy_in_cents"), _by_procedure, "only full tracking counts what players have"),
    _Rule(("table", "straddle"), _no_blinds, "none of this table's games has blinds"),
    _Rule(("table", "missed_blinds"), _no_blinds, "none of this table's games has blinds"),
    _Rule(("table", "shuffle_limit_s"), _without_shuffler, "there is no shuffler to wait for"),
    _Rule(("table", "service"), _without_shuffler, "there is no shuffler to see to"),
)


def found(written: Mapping[str, Any], table: TableConfig) -> str | None:
    """Return the first of them that is written there, and why it says nothing; None where there is none."""
    for rule in RULES:
        if rule.says_nothing(table) and _stands(written, rule.place):
            *section, name = rule.place
            return f"`{name}` in [{'.'.join(section)}] says nothing: {rule.where}; leave it out"
    return None


def _stands(written: Mapping[str, Any], place: tuple[str, ...]) -> bool:
    first, *rest = place
    if first not in written:
        return False
    return not rest or (isinstance(written[first], Mapping) and _stands(written[first], tuple(rest)))
