"""
Finds options of `table.toml` that have no effect at this table.

Such an option is an error, because its author expects something that will not happen.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from firmware_host.devices.devices_config import DevicesConfig
from firmware_host.rules.game import GameName, Tracking
from firmware_host.rules.games import GAMES
from firmware_host.rules.stakes import HeadsUp, Limit, Stakes
from firmware_host.table.config import POKER_ONLY, PostedGame, TableConfig, blind_bets, cannot_be_played_for
from firmware_host.table.terms import Grade

Written = Mapping[str, Any]


class _Rule(NamedTuple):
    place: tuple[str, ...]
    has_no_effect: Callable[[TableConfig, DevicesConfig], bool]
    why: str


def _is_dice(table: TableConfig, _: DevicesConfig) -> bool:
    return table.mini_dice is not None


def _is_poker(table: TableConfig, _: DevicesConfig) -> bool:
    return table.mini_dice is None


def _by_procedure(table: TableConfig, _: DevicesConfig) -> bool:
    return table.mini_dice is None and table.tracking is Tracking.PROCEDURE


def _without_shuffler(table: TableConfig, _: DevicesConfig) -> bool:
    return not table.shuffler


def _read_by_its_lamps(_: TableConfig, devices: DevicesConfig) -> bool:
    return devices.shuffler is not None and devices.shuffler.lamps is not None


def _no_blinds(table: TableConfig, _: DevicesConfig) -> bool:
    return table.mini_dice is None and not any(GAMES[posted.game].button for posted in table.all_games)


def _counted_by_the_stakes(table: TableConfig, _: DevicesConfig) -> bool:
    return table.mini_dice is None and table.tracking is Tracking.FULL and bool(table.stakes)


def _button_never_comes_back(table: TableConfig, _: DevicesConfig) -> bool:
    with_one = {GAMES[posted.game].button for posted in table.all_games}
    return table.mini_dice is None and len(with_one) < 2


RULES = (
    *(
        _Rule(("table", name), _is_dice, "the option is for poker, and this is a mini-dice table")
        for name in POKER_ONLY
    ),
    _Rule(("devices", "puck"), _is_dice, "a mini-dice table has no dealer button"),
    _Rule(("devices", "keys", "dice"), _is_poker, "a poker table has no dice keys"),
    _Rule(
        ("devices", "shuffler", "firmware_list"),
        _read_by_its_lamps,
        "a shuffler that is read by its lamps does not report its firmware",
    ),
    _Rule(
        ("devices", "shuffler", "house_key"),
        _read_by_its_lamps,
        "a shuffler that is read by its lamps does not report its firmware",
    ),
    _Rule(("table", "buy_in_cents"), _by_procedure, "only full tracking counts the players' chips"),
    _Rule(("table", "straddle"), _no_blinds, "none of this table's games has blinds"),
    _Rule(("table", "missed_blinds"), _no_blinds, "none of this table's games has blinds"),
    _Rule(("table", "heads_up"), _no_blinds, "none of this table's games has blinds"),
    _Rule(("table", "blinds"), _counted_by_the_stakes, "with full tracking `blinds_cents` gives the number of blinds"),
    _Rule(
        ("table", "button_after_stud"),
        _button_never_comes_back,
        "here no game with a button can follow a game without one",
    ),
    _Rule(("table", "shuffle_limit_s"), _without_shuffler, "this table has no shuffler"),
    _Rule(("table", "shuffle_least_s"), _without_shuffler, "there is no shuffler to time"),
    _Rule(("table", "service"), _without_shuffler, "this table has no shuffler"),
    _Rule(("table", "service"), _read_by_its_lamps, "a shuffler that is read by its lamps reports no wear and no jams"),
)


def found(written: Written, table: TableConfig, devices: DevicesConfig) -> str | None:
    """Return an error about the first option without effect: the reason and what to change; None if there is none."""
    return next(_all(written, table, devices), None)


def _all(written: Written, table: TableConfig, devices: DevicesConfig) -> Iterator[str]:
    for rule in RULES:
        if rule.has_no_effect(table, devices) and _is_written(written, rule.place):
            *section, name = rule.place
            yield f"`{name}` in [{'.'.join(section)}] has no effect: {rule.why}; remove it"
    if table.mini_dice is None:
        yield from _of_grades(table, devices, is_written=_is_written(written, ("table", "accepts")))
        yield from _of_games(written, table)
        yield from _of_the_puck(written, table, devices)
    yield from _of_seats(written, table)


def _is_written(written: Written, place: tuple[str, ...]) -> bool:
    first, *rest = place
    if first not in written:
        return False
    return not rest or (isinstance(written[first], Mapping) and _is_written(written[first], tuple(rest)))


def _of_grades(table: TableConfig, devices: DevicesConfig, *, is_written: bool) -> Iterator[str]:
    """Report accepted grades that no shuffle here can reach, before the gate stays shut in front of the players."""
    refused = _never_dealt_on(table, devices)
    if refused:
        yield refused
    never = _never_reached(table, devices)
    for grade in table.accepts:
        if grade in never:
            accepts = (
                "`accepts` in [table] lists" if is_written else "without `accepts` in [table] the table accepts only"
            )
            yield f"{accepts} {grade}, a grade that no shuffle here can reach: {never[grade]}"


def _never_dealt_on(table: TableConfig, devices: DevicesConfig) -> str | None:
    """A shuffler whose firmware is on a signed list makes attested proofs, and no others, as long as all is well."""
    shuffler = devices.shuffler
    listed = table.shuffler and shuffler is not None and shuffler.lamps is None and shuffler.firmware_list is not None
    if not listed or Grade.REPORTED not in table.accepts or Grade.ATTESTED in table.accepts:
        return None
    return (
        "`accepts` in [table] lists reported and not attested, so no shuffle of a shuffler that proves its firmware "
        "could be dealt on: add attested, or leave `firmware_list` and `house_key` in [devices.shuffler] out"
    )


def _never_reached(table: TableConfig, devices: DevicesConfig) -> Mapping[Grade, str]:
    shuffler = devices.shuffler
    if not table.shuffler or shuffler is None:
        none = "this table has no shuffler; write by-hand instead"
        return dict.fromkeys((Grade.ATTESTED, Grade.WITNESSED, Grade.REPORTED), none)
    if shuffler.lamps is not None:
        read = "this shuffler is read by its lamps; write witnessed instead"
        return dict.fromkeys((Grade.ATTESTED, Grade.REPORTED), read)
    witnessed = {Grade.WITNESSED: "this shuffler has a `port`, not `lamps`; write attested or reported instead"}
    if shuffler.firmware_list is not None:
        return witnessed
    unlisted = 'set `firmware_list` and `house_key` in [devices.shuffler], or write accepts = ["reported"]'
    return {**witnessed, Grade.ATTESTED: unlisted}


def _of_games(written: Written, table: TableConfig) -> Iterator[str]:
    of_table: Written = written["table"]
    yield from _of_one(of_table, "table", table.game, table.stakes)
    for game, each in zip(table.games, of_table.get("games", ()), strict=False):
        yield from _of_one(each, "table.games", game.game, game.stakes)
        if game.game is table.game:
            yield f"[[table.games]] repeats the game of [table], {table.game}; remove it and set its options in [table]"
        if "blinds" in each and table.tracking is Tracking.FULL:
            yield "`blinds` in [table.games] has no effect: with full tracking `blinds_cents` counts them; remove it"
        at_stakes = each.get("stakes", {}).get("heads_up")
        if at_stakes is not None and table.heads_up not in (HeadsUp.BY_PARAGRAPH, at_stakes):
            yield "`heads_up` differs in [table] and [table.games.stakes]; remove one of them"
    at_stakes = of_table.get("stakes", {}).get("heads_up")
    if at_stakes is not None and of_table.get("heads_up", at_stakes) != at_stakes:
        yield "`heads_up` differs in [table] and [table.stakes]; remove one of them"
    yield from (wrong for posted in table.all_games if (wrong := _of_stakes(posted, table.tracking)))


def _of_stakes(posted: PostedGame, tracking: Tracking) -> str | None:
    """Check the posted stakes against the game, also with procedure tracking."""
    if posted.stakes is None or tracking is Tracking.FULL:
        return None
    named, said = len(posted.stakes.blinds_cents), blind_bets(posted, tracking)
    if named != said and named and said:
        return (
            f"`blinds_cents` of {posted.game} has {named} blinds, `blinds` says {said}; make them the same (14.10(d))"
        )
    return cannot_be_played_for(posted.game, posted.stakes)


def _of_seats(written: Written, table: TableConfig) -> Iterator[str]:
    for name, list_ in (("all_seats", table.all_seats), ("accepts", table.accepts)):
        twice = next((each for each in list_ if list_.count(each) > 1), None)
        if twice is not None:
            yield f"`{name}` in [table] lists {twice} twice; remove one"
    if table.mini_dice is None or not _is_written(written, ("table", "all_seats")):
        return
    beyond = next((seat for seat in table.all_seats if seat > table.mini_dice.seats), None)
    if beyond is not None:
        yield f"`all_seats` in [table] lists seat {beyond}, but this table has {table.mini_dice.seats} seats (I-2)"
    elif _is_written(written, ("table", "dice", "seats")) and len(table.places) < table.mini_dice.seats:
        yield "`seats` in [table.dice] has no effect: `all_seats` in [table] lists every seat; remove it"


def _of_one(written: Written, section: str, name: GameName, stakes: Stakes | None) -> Iterator[str]:
    game, said = GAMES[name], written.get("stakes", {})
    nothing: dict[str, str] = {}
    if not game.button:
        nothing = dict.fromkeys(("blinds_cents", "blind_counts", "heads_up"), f"{name} has no blinds")
        if "blinds" in written:
            yield f"`blinds` in [{section}] has no effect: {name} has no blinds; remove it"
    else:
        nothing["forced_cents"] = f"{name} is opened by its blinds, not by a forced bet"
    if stakes is not None and stakes.limit in (Limit.NO, Limit.POT):
        nothing["max_cents"] = f"{stakes.limit} limit has no highest bet"
    if stakes is not None and stakes.limit is not Limit.FIXED:
        nothing["raises"] = f"{stakes.limit} limit has no cap on raises (I-6)"
        nothing.setdefault("blind_counts", nothing["raises"])
    if stakes is not None and not stakes.raises:
        nothing.setdefault("blind_counts", "`raises` is 0, so raises are not counted")
    for option, why in nothing.items():
        if option in said:
            yield f"`{option}` in [{section}.stakes] has no effect: {why}; remove it"


def _of_the_puck(written: Written, table: TableConfig, devices: DevicesConfig) -> Iterator[str]:
    last = max(table.all_seats)
    if devices.puck.pins and _is_written(written, ("devices", "puck", "pins")) and _no_blinds(table, devices):
        yield "`pins` in [devices.puck] has no effect: no game at this table has a button; remove it, or write []"
    if _is_written(written, ("devices", "puck", "pins")) and len(devices.puck.pins) > last:
        yield (
            f"`pins` in [devices.puck] lists {len(devices.puck.pins)} sensors, but the last seat is {last}; "
            f"keep only the first {last}"
        )
