"""What says nothing where it is written, and a table that could never deal, are told before the first start."""

import re
from pathlib import Path

import pytest

from firmware_host.config import load
from firmware_host.errors import UserError
from firmware_host.mqtt.mqtt_config import MqttConfig
from firmware_host.table.config import TableConfig
from tests.worlds.pure_table import PureTable

ROOT = Path(__file__).parents[2]

PORT = '[devices.shuffler]\nport = "/dev/ttyUSB0"\n'

LISTED = PORT + f'firmware_list = "/etc/list"\nhouse_key = "{"0" * 64}"\n'

LAMPS = "[devices.shuffler.lamps]\nready = 22\nfault = 23\n"

REPORTED = 'accepts = ["reported"]\n'

BLINDS = "blinds_cents = [200, 400]\n"


def written(folder: Path, game: str, table: str, rest: str) -> Path:
    path = folder / "table.toml"
    path.write_text(
        f'[table]\nhouse = "h"\ntable = "t"\ngame = "{game}"\ndealer = "d"\nseats = [1, 2, 3]\n{table}\n'
        f'[mqtt]\nurl = "mqtt://127.0.0.1"\n[devices]\n{rest}'
    )
    return path


def full(stakes: str, *, limit: str = "fixed", table: str = "") -> str:
    return (
        f'{REPORTED}tracking = "full"\nbuy_in_cents = 10000\n{table}\n[table.stakes]\nlimit = "{limit}"\n'
        f"min_cents = 400\n{stakes}"
    )


MAX = "max_cents = 800\n"

FORCED = "forced_cents = 100\n"

OF_STAKES = '[table.stakes]\nlimit = "fixed"\nmin_cents = 400\nmax_cents = 800\n'

OMAHA = '\n[[table.games]]\ngame = "omaha"\n' + OF_STAKES.replace("table.", "table.games.") + BLINDS

NO_FLOP = 'rake = { kind = "percentage", per_mille = 50, step_cents = 100, cap_cents = 400, no_flop_no_drop = true }'

BAD_BEAT = (
    "[table.stakes.bad_beat]\npot_from_cents = 1000\ntakes_cents = 100\nloser_percent = 50\nwinner_percent = 25\n"
    'table_percent = 25\nleast = { of = "full-house" }\n'
)


@pytest.mark.parametrize(
    ("game", "table", "rest", "says"),
    [
        ("holdem", "", PORT, "without `accepts` .* attested, .* set `firmware_list` and `house_key`"),
        ("holdem", 'accepts = ["reported", "attested"]', PORT, "lists attested, .* set `firmware_list`"),
        ("holdem", 'accepts = ["witnessed"]', PORT, "lists witnessed, .* write attested or reported"),
        ("holdem", 'accepts = ["reported"]', LAMPS, "lists reported, .* write witnessed"),
        ("holdem", 'accepts = ["attested", "by-hand"]\nshuffler = false', "", "has no shuffler; write by-hand"),
        ("holdem", 'accepts = ["witnessed"]', LAMPS + LISTED.replace(PORT, "[devices.shuffler]\n"), "`firmware_list`"),
        ("stud", full(MAX + FORCED + BLINDS), PORT, r"`blinds_cents` in \[table.stakes\] .* stud has no blinds"),
        ("stud", full(MAX + FORCED + "blind_counts = false"), PORT, "`blind_counts` .* stud has no blinds"),
        ("stud", full(MAX + FORCED + 'heads_up = "usual"'), PORT, "`heads_up` .* stud has no blinds"),
        ("stud", REPORTED + "blinds = 3", PORT, r"`blinds` in \[table\] .* stud has no blinds"),
        ("stud", REPORTED + 'heads_up = "usual"', PORT, "`heads_up` .* none of this table's games has blinds"),
        ("holdem", full(MAX + BLINDS + FORCED), PORT, "`forced_cents` .* opened by its blinds"),
        ("holdem", full(MAX + BLINDS, limit="no"), PORT, "`max_cents` .* no limit has no highest bet"),
        ("holdem", full(MAX + BLINDS + "raises = 0\nblind_counts = false"), PORT, "`blind_counts` .* `raises` is 0"),
        ("holdem", full(MAX + BLINDS, table="blinds = 3"), PORT, "`blinds` .* `blinds_cents` gives the number"),
        (
            "holdem",
            full(MAX + BLINDS + 'heads_up = "by-paragraph"', table='heads_up = "usual"'),
            PORT,
            "`heads_up` differs",
        ),
        ("holdem", full(MAX + BLINDS + "raises = 2", limit="spread"), PORT, "`raises` .* spread limit has no cap"),
        ("holdem", full(BLINDS + "raises = 2", limit="no"), PORT, "`raises` .* no limit has no cap"),
        ("holdem", full(BLINDS + "blind_counts = false", limit="pot"), PORT, "`blind_counts` .* pot limit has no cap"),
        (
            "holdem",
            REPORTED + '[[table.games]]\ngame = "holdem"\nblinds = 3',
            PORT,
            "repeats the game of .table., holdem",
        ),
        ("holdem", REPORTED + OF_STAKES + "blinds_cents = [100, 200, 400]", PORT, "has 3 blinds, `blinds` says 2"),
        ("holdem", REPORTED + OF_STAKES + "blinds_cents = [217, 400]", PORT, "is 217, which is not a whole number of"),
        ("draw-low", REPORTED + OF_STAKES + BLINDS + BAD_BEAT, PORT, "draw-low has no flop: a bad beat"),
        ("stud", REPORTED + OF_STAKES + FORCED + NO_FLOP, PORT, "stud has no flop, so `no_flop_no_drop`"),
        (
            "holdem",
            full(MAX + BLINDS, table='heads_up = "usual"') + OMAHA + 'heads_up = "by-paragraph"',
            PORT,
            "differs",
        ),
        ("holdem", 'accepts = ["reported", "reported"]', PORT, "`accepts` .* lists reported twice"),
        ("holdem", REPORTED + "all_seats = [1, 2, 3, 3]", PORT, "`all_seats` .* lists 3 twice"),
        ("mini-dice", "all_seats = [1, 2, 3, 8]", "", "`all_seats` .* lists seat 8, but this table has 7 seats .*I-2"),
        ("mini-dice", "all_seats = [1, 2, 3]\n[table.dice]\nseats = 5", "", "`seats` in .table.dice. has no effect"),
        ("stud", REPORTED, PORT + "[devices.puck]\npins = [2]\n", "no game at this table has a button"),
        (
            "holdem",
            'accepts = ["witnessed"]\n[table.service]\njams = 5',
            LAMPS,
            "`service` .* reports no wear",
        ),
        ("holdem", REPORTED + 'button_after_stud = "where-it-lay"', PORT, "`button_after_stud` .* no game with a"),
        (
            "holdem",
            REPORTED + '[[table.games]]\ngame = "stud"\nblinds = 2',
            PORT,
            r"`blinds` in \[table.games\] .* stud has no blinds",
        ),
        (
            "holdem",
            REPORTED + "all_seats = [1, 2, 3]",
            PORT + "[devices.puck]\npins = [2, 3, 4, 5]\n",
            "last seat is 3",
        ),
        ("mini-dice", "shuffler = true", "", "`shuffler` .* this is a mini-dice table"),
        ("mini-dice", "blinds = 2", "", "`blinds` .* this is a mini-dice table"),
        ("holdem", REPORTED, PORT + '[web]\nhost = "nonsense host"\n', "`host` under .* write 127.0.0.1"),
        ("holdem", REPORTED, PORT + '[web]\nhost = ""\n', "`host` under .* write 127.0.0.1"),
        ("holdem", REPORTED, PORT + '[door]\npath = ""\n', r"`path` in \[door\]: write at least 1 letter"),
        (
            "holdem",
            REPORTED,
            PORT + '[door]\npath = "/tmp/d"\nroles = []\n',
            r"`roles` in \[door\]: write at least 1 entry",
        ),
    ],
)
def test_what_says_nothing_or_cannot_work_is_an_error_that_says_what_to_change(
    tmp_path: Path, game: str, table: str, rest: str, says: str
) -> None:
    with pytest.raises(UserError, match=says):
        load.read(written(tmp_path, game, table, rest))


@pytest.mark.parametrize(
    ("game", "table", "rest"),
    [
        ("holdem", "", LISTED),
        ("holdem", 'accepts = ["reported", "attested", "by-hand"]', LISTED),
        ("holdem", 'accepts = ["witnessed", "by-hand"]', LAMPS),
        ("holdem", 'accepts = ["by-hand"]\nshuffler = false', ""),
        ("holdem", full(MAX + BLINDS + 'heads_up = "usual"'), PORT),
        ("holdem", REPORTED + 'button_after_stud = "where-it-lay"\n[[table.games]]\ngame = "stud"', PORT),
        ("stud", full(MAX + FORCED), PORT),
        ("stud", REPORTED, PORT + "[devices.puck]\npins = []\n"),
        ("holdem", full(MAX + BLINDS + "raises = 4"), PORT),
        ("holdem", full(MAX + BLINDS) + OMAHA + 'heads_up = "usual"', PORT),
        ("holdem", REPORTED + "blinds = 3\n" + OF_STAKES + "blinds_cents = [100, 200, 400]", PORT),
        ("mini-dice", "all_seats = [1, 2, 3]\n[table.dice]\nseats = 3", ""),
        ("mini-dice", "all_seats = [1, 2, 3]", ""),
        ("holdem", REPORTED, PORT + '[web]\nhost = "::1"\n'),
        ("holdem", REPORTED, PORT + '[web]\nhost = "table-7.casino"\n'),
    ],
)
def test_what_says_something_is_none(tmp_path: Path, game: str, table: str, rest: str) -> None:
    load.read(written(tmp_path, game, table, rest))


def shortest() -> str:
    text = (ROOT / "firmware_host" / "config" / "README.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (least,) = [block for block in blocks if block.startswith("[table]")]
    return least


def of_files(folder: Path) -> dict[str, TableConfig]:
    least = folder / "least.toml"
    least.write_text(shortest(), encoding="utf-8")
    examples = ROOT / "firmware_host" / "examples"
    return {"shortest": load.read(least).table, "example": load.read(examples / "poker.toml").table}


@pytest.mark.parametrize("name", ["shortest", "example"])
def test_the_tables_that_people_begin_with_deal(tmp_path: Path, name: str) -> None:
    table = PureTable(of_files(tmp_path)[name]).opened().dealt()
    assert table.state.round is not None


@pytest.mark.parametrize(
    "url",
    ["mqtt://x:0", "mqtt://x#abc", "mqtt://x#", "mqtt://x?", "mqtt://x\ny", "mqtt://x y", "mqtt://x:70000", "mqtt:x"],
)
def test_a_url_with_anything_that_is_no_part_of_a_brokers_address_is_none(url: str) -> None:
    with pytest.raises(ValueError, match="is not a broker address; write mqtt://host"):
        MqttConfig(url=url)


def test_a_broker_is_named_by_its_name_or_its_address_with_a_port_or_without() -> None:
    named = ["mqtt://broker", "mqtt://broker:1884/", "mqtts://table_7.casino", "mqtt://[::1]:1", "mqtt://127.0.0.1"]
    assert [MqttConfig(url=url).address() for url in named] == [
        ("broker", 1883),
        ("broker", 1884),
        ("table_7.casino", 8883),
        ("::1", 1),
        ("127.0.0.1", 1883),
    ]
