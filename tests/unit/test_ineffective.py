"""What says nothing where it is written, and a table that could never deal, are told before the first start."""

import re
from pathlib import Path

import pytest

from firmware_host import config
from firmware_host.table.config import TableConfig
from firmware_host.trouble import Trouble
from tests.pure_table import PureTable

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


@pytest.mark.parametrize(
    ("game", "table", "rest", "says"),
    [
        ("holdem", "", PORT, "without `accepts` .* attested, .* name `firmware_list` and `house_key`"),
        ("holdem", 'accepts = ["reported", "attested"]', PORT, "lists attested, .* name `firmware_list`"),
        ("holdem", 'accepts = ["witnessed"]', PORT, "lists witnessed, .* write attested or reported"),
        ("holdem", 'accepts = ["reported"]', LAMPS, "lists reported, .* write witnessed"),
        ("holdem", 'accepts = ["attested", "by-hand"]\nshuffler = false', "", "there is no shuffler; write by-hand"),
        ("holdem", 'accepts = ["witnessed"]', LAMPS + LISTED.replace(PORT, "[devices.shuffler]\n"), "`firmware_list`"),
        ("stud", full(MAX + FORCED + BLINDS), PORT, r"`blinds_cents` in \[table.stakes\] .* stud has no blinds"),
        ("stud", full(MAX + FORCED + "blind_counts = false"), PORT, "`blind_counts` .* stud has no blinds"),
        ("stud", full(MAX + FORCED + 'heads_up = "usual"'), PORT, "`heads_up` .* stud has no blinds"),
        ("stud", REPORTED + "blinds = 3", PORT, r"`blinds` in \[table\] .* stud has no blinds"),
        ("stud", REPORTED + 'heads_up = "usual"', PORT, "`heads_up` .* none of this table's games has blinds"),
        ("holdem", full(MAX + BLINDS + FORCED), PORT, "`forced_cents` .* opened by its blinds"),
        ("holdem", full(MAX + BLINDS, limit="no"), PORT, "`max_cents` .* no limit has no highest bet"),
        ("holdem", full(MAX + BLINDS + "raises = 0\nblind_counts = false"), PORT, "`blind_counts` .* `raises` is 0"),
        ("holdem", full(MAX + BLINDS, table="blinds = 3"), PORT, "`blinds` .* `blinds_cents` says how many"),
        (
            "holdem",
            full(MAX + BLINDS + 'heads_up = "by-paragraph"', table='heads_up = "usual"'),
            PORT,
            "`heads_up` is said twice",
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
        ("holdem", REPORTED, PORT + '[door]\npath = ""\n', r"in \[door\] path"),
        ("holdem", REPORTED, PORT + '[door]\npath = "/tmp/d"\nroles = []\n', r"in \[door\] roles"),
    ],
)
def test_what_says_nothing_or_cannot_work_is_an_error_that_says_what_to_change(
    tmp_path: Path, game: str, table: str, rest: str, says: str
) -> None:
    with pytest.raises(Trouble, match=says):
        config.read(written(tmp_path, game, table, rest))


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
        ("mini-dice", "all_seats = [1, 2, 3]", ""),
        ("holdem", REPORTED, PORT + '[web]\nhost = "::1"\n'),
        ("holdem", REPORTED, PORT + '[web]\nhost = "table-7.casino"\n'),
    ],
)
def test_what_says_something_is_none(tmp_path: Path, game: str, table: str, rest: str) -> None:
    config.read(written(tmp_path, game, table, rest))


def readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks: list[str] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (least,) = [block for block in blocks if block.startswith("[table]")]
    return least


def of_files(folder: Path) -> dict[str, TableConfig]:
    least = folder / "least.toml"
    least.write_text(readme(), encoding="utf-8")
    examples = ROOT / "firmware_host" / "examples"
    return {"README": config.read(least).table, "example": config.read(examples / "poker.toml").table}


@pytest.mark.parametrize("name", ["README", "example"])
def test_the_tables_that_people_begin_with_deal(tmp_path: Path, name: str) -> None:
    table = PureTable(of_files(tmp_path)[name]).opened().dealt()
    assert table.state.round is not None
