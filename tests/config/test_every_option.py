"""
Every option of `table.toml`, at every kind of table: it has an effect there, or the file that names it is refused.

`OPTIONS` is closed over the reference that `check --explain` prints. It names for each option the module that acts on
it, a value to write, and at which tables it says anything.
"""

import json
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware_host.config import load, reference
from firmware_host.errors import UserError


class Made(NamedTuple):
    """A kind of table; how its decks are shuffled says nothing at mini-dice, the limit nothing without stakes."""

    game: str
    tracking: str
    limit: str
    shuffles: str

    @property
    def poker(self) -> bool:
        return self.game != "mini-dice"

    @property
    def full(self) -> bool:
        return self.tracking == "full"

    @property
    def button(self) -> bool:
        return self.poker and self.game != "stud"

    @property
    def flop(self) -> bool:
        return self.game in ("holdem", "big-omaha-hilo-8")

    @property
    def machine(self) -> bool:
        return self.poker and self.shuffles != "hand"

    @property
    def port(self) -> bool:
        return self.poker and self.shuffles == "port"

    @property
    def lamps(self) -> bool:
        return self.poker and self.shuffles == "lamps"


POKER = tuple(
    Made(*each)
    for each in product(
        ("holdem", "draw", "stud", "big-omaha-hilo-8"),
        ("procedure", "full"),
        ("fixed", "spread", "pot", "no"),
        ("port", "lamps", "hand"),
    )
)

TABLES = (*POKER, Made("mini-dice", "procedure", "", ""), Made("mini-dice", "full", "", ""))


Speaks = Callable[[Made], bool]


def everywhere(_: Made) -> bool:
    return True


def poker(made: Made) -> bool:
    return made.poker


def dice(made: Made) -> bool:
    return not made.poker


def button(made: Made) -> bool:
    return made.button


def fixed(made: Made) -> bool:
    return made.poker and made.limit == "fixed"


def killed(made: Made) -> bool:
    return made.full and made.game == "big-omaha-hilo-8"


def two_kinds(_: Made) -> bool:
    """Only a table with games of both kinds has an order of them; the tables of this test have none."""
    return False


class Option(NamedTuple):
    module: str
    """Acts on it: there its name is read."""
    value: Any
    """None where every least file says it."""
    speaks: Speaks = everywhere
    beside: Mapping[str, Any] | None = None
    """What the section has to say as well; that of `SECTIONS` unless it is named here."""
    alias: str = ""
    """The name by which it is read there, where that is another."""


TABLE, DEVICES = "firmware_host.table", "firmware_host.devices"

FREE = 13
"""A pin that nothing has unless somebody says so."""

STAKES: Mapping[str, Option] = {
    "limit": Option("firmware_host.rules.round.betting", None, poker),
    "min_cents": Option("firmware_host.rules.round.betting", None, poker),
    "max_cents": Option(
        "firmware_host.rules.round.betting", 1000, lambda made: made.poker and made.limit in ("fixed", "spread")
    ),
    "ante_cents": Option("firmware_host.rules.round.blinds_and_order", 100, poker),
    "blinds_cents": Option("firmware_host.rules.round.blinds_and_order", [100, 400], button),
    "forced_cents": Option("firmware_host.rules.round.betting", 200, lambda made: made.game == "stud"),
    "chip_cents": Option("firmware_host.rules.round.betting", 50, poker),
    "raises": Option("firmware_host.rules.round.betting", 2, fixed),
    "blind_counts": Option(
        "firmware_host.rules.round.evolve_round", value=False, speaks=lambda made: fixed(made) and made.button
    ),
    "heads_up": Option(f"{TABLE}.config", "usual", button),
    "rake": Option(f"{TABLE}.money.time_charge", {"kind": "time-charge", "half_hour_cents": 500}, poker),
}

BEATEN = {"pot_from_cents": 1000, "takes_cents": 100, "loser_percent": 50, "winner_percent": 25, "table_percent": 25}

BAD_BEAT: Mapping[str, Option] = {
    name: Option("firmware_host.rules.pots.bad_beat", value, lambda made: made.flop) for name, value in BEATEN.items()
}

LEAST = {
    "of": Option("firmware_host.rules.pots.bad_beat", "full-house", lambda made: made.flop),
    "ranks": Option("firmware_host.rules.pots.bad_beat", "AT", lambda made: made.flop),
}

KILL: Mapping[str, Option] = {
    "kind": Option("firmware_host.rules.kill", "half-kill", killed),
    "pot_cents": Option("firmware_host.rules.kill", 100_000, killed, {"kind": "kill"}),
    "times_minimum": Option("firmware_host.rules.kill", 100, killed, {"kind": "kill"}),
}


def of(section: str, options: Mapping[str, Option]) -> dict[str, Option]:
    return {f"{section}.{name}": option for name, option in options.items()}


def of_a_further_game(options: Mapping[str, Option]) -> dict[str, Option]:
    """Written of omaha, which every poker table of this test may post: it has blinds and a flop, and no kill."""
    return {name: option._replace(speaks=at_omaha(option.speaks)) for name, option in options.items()}


def at_omaha(speaks: Speaks) -> Speaks:
    """Hold 'em has what omaha has, of all that is asked here."""
    return lambda made: made.poker and speaks(made._replace(game="holdem"))


OPTIONS: Mapping[str, Option] = {
    **of(
        "table",
        {
            "house": Option("firmware_host.mqtt.topics", None),
            "table": Option("firmware_host.app.controller", None),
            "game": Option(f"{TABLE}.config", None),
            "tracking": Option(f"{TABLE}.round.dealing", None),
            "dealer": Option(f"{TABLE}.floor.open_and_close", None),
            "seats": Option(f"{TABLE}.floor.open_and_close", None),
            "all_seats": Option(f"{TABLE}.config", [1, 2, 3, 4]),
            "blinds": Option(f"{TABLE}.config", 3, lambda made: made.button and not made.full),
            "heads_up": Option(f"{TABLE}.config", "usual", button),
            "buy_in_cents": Option(f"{TABLE}.floor.open_and_close", 5000, lambda made: made.poker and made.full),
            "button_after_stud": Option(f"{TABLE}.round.game_change", "where-it-lay", two_kinds),
            "straddle": Option(f"{TABLE}.seating.blinds_posted", value=True, speaks=button),
            "missed_blinds": Option(f"{TABLE}.seating.blinds_posted", value=True, speaks=button),
            "seat_changes": Option(f"{TABLE}.seating.moves", value=True),
            "dealers_enrolled": Option(f"{TABLE}.state.people", value=True),
            "program_must_match": Option(f"{TABLE}.state.between_rounds", value=True),
            "relief_minutes": Option(f"{TABLE}.floor.dealer_relief", 30),
            "decks": Option(f"{TABLE}.system.start", ["green", "black"], poker),
            "shuffler": Option(f"{DEVICES}.devices_config", None, poker),
            "accepts": Option(f"{TABLE}.state.proof", None, poker),
            "idle_minutes": Option(f"{TABLE}.state.activity", 10, poker),
            "idle_without_round_minutes": Option(f"{TABLE}.state.activity", 30, poker),
            "deck_margin_min": Option(f"{TABLE}.decks.deck_clocks", 10, poker),
            "shuffle_limit_s": Option(f"{TABLE}.decks.deck_clocks", 60, lambda made: made.machine),
            "shuffle_least_s": Option(f"{TABLE}.decks.shuffling", 5, lambda made: made.machine),
            "approval_limit_s": Option(f"{TABLE}.floor.approvals", 60),
        },
    ),
    **of("table.stakes", STAKES),
    **of("table.stakes.bad_beat", BAD_BEAT),
    **of("table.stakes.bad_beat.least", LEAST),
    **of("table.kill", KILL),
    "table.games.game": Option(f"{TABLE}.round.game_change", None, poker),
    "table.games.blinds": Option(f"{TABLE}.config", 3, lambda made: made.poker and not made.full),
    **of("table.games.stakes", of_a_further_game(STAKES)),
    **of("table.games.stakes.bad_beat", of_a_further_game(BAD_BEAT)),
    **of("table.games.stakes.bad_beat.least", of_a_further_game(LEAST)),
    **of("table.games.kill", of_a_further_game(KILL)),
    **of(
        "table.service",
        {
            "cycles": Option(f"{TABLE}.shuffler.service", 100, lambda made: made.port),
            "life_percent": Option(f"{TABLE}.shuffler.service", 50, lambda made: made.port),
            "jams": Option(f"{TABLE}.shuffler.service", 5, lambda made: made.port),
        },
    ),
    **of(
        "table.dice",
        {
            "seats": Option(f"{TABLE}.config", 5, dice),
            "shakes": Option(f"{TABLE}.dice.dice_steps", 4, dice),
            "chip_cents": Option(f"{TABLE}.dice.settlement", 500, dice),
            "odds": Option(f"{TABLE}.config", {"field": "1 to 1, 3 to 1"}, dice),
        },
    ),
    **of(
        "mqtt",
        {
            "url": Option("firmware_host.mqtt.mqtt_config", None),
            "keepalive_s": Option("firmware_host.mqtt.connection", 30),
            "ca": Option("firmware_host.mqtt.tls", "/ca", beside={"url": "mqtts://broker"}),
            "certificate": Option(
                "firmware_host.mqtt.tls", "/c", beside={"url": "mqtts://broker", "certificate_key": "/k"}
            ),
            "certificate_key": Option(
                "firmware_host.mqtt.tls", "/k", beside={"url": "mqtts://broker", "certificate": "/c"}
            ),
            "credentials": Option("firmware_host.mqtt.tls", "/login"),
        },
    ),
    **of(
        "devices.shuffler",
        {
            "port": Option("firmware_host.app.opening", None, lambda made: made.port),
            "firmware_list": Option(
                f"{DEVICES}.firmware_list", "/l", lambda made: made.port, {"port": "/dev/s", "house_key": "0" * 64}
            ),
            "house_key": Option(
                f"{DEVICES}.firmware_list", "0" * 64, lambda made: made.port, {"port": "/dev/s", "firmware_list": "/l"}
            ),
        },
    ),
    **of(
        "devices.shuffler.lamps",
        {
            "ready": Option("firmware_host.app.gpio", 22, lambda made: made.lamps),
            "fault": Option("firmware_host.app.gpio", 23, lambda made: made.lamps),
            "least_s": Option("firmware_host.app.gpio", 30, lambda made: made.lamps),
            "most_s": Option("firmware_host.app.gpio", 300, lambda made: made.lamps),
        },
    ),
    **of(
        "devices.keys",
        {
            "next": Option("firmware_host.app.gpio", FREE),
            "no-roll": Option("firmware_host.app.gpio", FREE, alias="no_roll"),
            "call-floor": Option("firmware_host.app.gpio", FREE, alias="call_floor"),
            "dice": Option("firmware_host.app.gpio", [19, 20, 21, 22, 23, 26], dice),
            "stuck_s": Option("firmware_host.app.gpio", 60),
            "beeper": Option("firmware_host.app.gpio", FREE),
        },
    ),
    "devices.puck.pins": Option("firmware_host.app.gpio", [2, 3, 4], button),
    **of("devices.shaker", {name: Option("firmware_host.app.gpio", FREE, dice) for name in ("cover", "shake", "dock")}),
    **of(
        "devices.shaker.shakes",
        {
            "settle_ms": Option("firmware_host.app.gpio", 5, dice),
            "pulses": Option(f"{DEVICES}.shaker", 3, dice),
            "length_ms": Option(f"{DEVICES}.shaker", 30, dice),
            "rest_ms": Option(f"{DEVICES}.shaker", 80, dice),
            "go_rest_ms": Option(f"{DEVICES}.shaker", 1000, dice),
        },
    ),
    "devices.lights.pins": Option("firmware_host.app.gpio", [5, 6, 7, 8, 9, 11], dice),
    **of("devices.lamps", {name: Option("firmware_host.app.gpio", FREE) for name in ("status", "gate", "call")}),
    "devices.tamper.pin": Option("firmware_host.app.gpio", 27),
    "door.path": Option("firmware_host.local_api.server", None),
    "door.group": Option("firmware_host.local_api.server", "tables"),
    "door.roles": Option("firmware_host.local_api.server", ["dealer", "technician"]),
    **of(
        "journal",
        {
            "gaming_day_starts": Option("firmware_host.journal.store", 5),
            "segment_facts": Option("firmware_host.journal.store", 100),
            "segment_mib": Option("firmware_host.journal.store", 8),
            "snapshot_facts": Option("firmware_host.journal.store", 100),
            "reserve_mib": Option("firmware_host.journal.store", 8),
        },
    ),
    "people.pepper": Option("firmware_host.access.pepper", "/pepper"),
    "web.host": Option("firmware_host.web.server", "::1"),
    "web.port": Option("firmware_host.web.server", 0),
    **of(
        "panel",
        {
            "certificate": Option("firmware_host.web.server", "/panel.crt"),
            "key": Option("firmware_host.web.server", "/panel.key"),
            "hosts": Option("firmware_host.panel.gate", ["poker-7.casino"]),
            "screen_socket": Option("firmware_host.panel.panel_config", "/run/screen"),
            "screen_group": Option("firmware_host.panel.panel", "kiosk"),
            "screens": Option("firmware_host.panel.panel", 2),
            "own_pin": Option("firmware_host.panel.panel", value=False),
            "idle_sign_out_min": Option("firmware_host.panel.panel", 5),
        },
    ),
    "program.manifest": Option("firmware_host.diagnostics.program_manifest", "/m", beside={"house_key": "0" * 64}),
    "program.house_key": Option("firmware_host.diagnostics.program_manifest", "0" * 64, beside={"manifest": "/m"}),
    "logs.form": Option("firmware_host.diagnostics", "json"),
    "logs.level": Option("firmware_host.diagnostics", "debug"),
}

SECTIONS: Mapping[str, Mapping[str, Any]] = {
    "table.stakes.bad_beat": {**BEATEN, "least": {"of": "full-house"}},
    "table.games.stakes.bad_beat": {**BEATEN, "least": {"of": "full-house"}},
    "table.kill": {"kind": "kill", "pot_cents": 100_000},
    "table.games.kill": {"kind": "kill", "pot_cents": 100_000},
    "devices.shuffler": {"port": "/dev/s"},
    "devices.shuffler.lamps": {"ready": 22, "fault": 23},
    "door": {"path": "/run/door"},
    "panel": {"certificate": "/panel.crt", "key": "/panel.key"},
}

GRADES = {"port": "reported", "lamps": "witnessed", "hand": "by-hand"}


def stakes(made: Made, *, forced: bool) -> dict[str, Any]:
    most = {"max_cents": 800} if made.limit in ("fixed", "spread") else {}
    opened = {"forced_cents": 100} if forced else {"blinds_cents": [200, 400]}
    return {"limit": made.limit, "min_cents": 400, **most, **opened}


def written(made: Made) -> dict[str, Any]:
    """Return the least file of such a table."""
    table: dict[str, Any] = {"house": "h", "table": "t", "game": made.game, "tracking": made.tracking}
    table |= {"dealer": "d", "seats": [1, 2, 3]}
    file: dict[str, Any] = {"table": table, "mqtt": {"url": "mqtt://broker"}, "devices": {}}
    if not made.poker:
        return file
    table["accepts"] = [GRADES[made.shuffles]]
    if made.full:
        table |= {"buy_in_cents": 10_000, "stakes": stakes(made, forced=not made.button)}
    if made.port:
        file["devices"]["shuffler"] = {"port": "/dev/s"}
    elif made.lamps:
        file["devices"]["shuffler"] = {"lamps": {"ready": 22, "fault": 23}}
    else:
        table["shuffler"] = False
    return file


def with_option(made: Made, place: str, option: Option) -> dict[str, Any]:
    file = written(made)
    *sections, name = place.split(".")
    at: Any = file
    for depth, each in enumerate(sections, 1):
        section = ".".join(sections[:depth])
        if section == "table.games":
            game = {"game": "omaha", **({"stakes": stakes(made, forced=False)} if made.full else {})}
            at = at.setdefault("games", [game])[0]
            continue
        if each not in at:
            at[each] = dict(SECTIONS.get(section, {}))
            if each == "stakes":
                at[each] = stakes(made, forced=not made.button and "games" not in sections)
        at = at[each]
    if option.beside is not None:
        at.clear()
        at.update(option.beside)
    if option.value is not None:
        at[name] = option.value
    if "program_must_match" in file["table"]:
        file["program"] = {"manifest": "/m", "house_key": "0" * 64}
    if "panel" in file:
        file["web"] = {}
    if made.port and "firmware_list" in file["devices"]["shuffler"]:
        # Its shuffles are attested from then on.
        file["table"]["accepts"] = ["attested"]
    return file


def toml(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{name} = {toml(each)}" for name, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(toml(each) for each in value) + "]"
        case _:
            return json.dumps(value)


def is_taken(folder: Path, file: Mapping[str, Any]) -> bool:
    path = folder / "table.toml"
    path.write_text("\n".join(f"{name} = {toml(value)}" for name, value in file.items()), encoding="utf-8")
    try:
        load.read(path)
    except UserError:
        return False
    return True


def test_every_option_of_the_reference_is_named_here() -> None:
    names = {
        f"{section.name}.{option.name}" for section in reference.sections(load.Config) for option in section.options
    }
    assert names == {*OPTIONS}


def test_the_least_file_of_every_table_is_taken(tmp_path: Path) -> None:
    refused = [made for made in TABLES if not is_taken(tmp_path, written(made))]
    assert not refused


@pytest.mark.parametrize("place", [place for place, option in OPTIONS.items() if option.value is not None])
def test_an_option_is_taken_where_it_says_something_and_refused_where_it_does_not(tmp_path: Path, place: str) -> None:
    option = OPTIONS[place]
    tables = [made for made in TABLES if "stakes" in place or made.limit in ("fixed", "")]
    wrong = [made for made in tables if is_taken(tmp_path, with_option(made, place, option)) is not option.speaks(made)]
    assert not wrong


def test_an_option_is_read_by_what_acts_on_it() -> None:
    for place, option in OPTIONS.items():
        found = find_spec(option.module)
        assert found is not None, place
        assert found.origin is not None, place
        package = Path(found.origin)
        files = package.parent.glob("*.py") if package.name == "__init__.py" else [package]
        name = option.alias or place.rpartition(".")[2]
        assert any(f".{name}" in file.read_text(encoding="utf-8") for file in files), place
