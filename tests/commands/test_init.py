"""`firmware-host init`: from nothing to a record with two supervisors, and what it says is left to do."""

import asyncio
import json
import os
import pty
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import NameOID
from msgspec.structs import replace

from firmware_host.config import load
from firmware_host.errors import UserError
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.verify import verified
from firmware_host.mqtt.rights_probe import check_rights
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.decision import Role
from firmware_host.rules.game import GameName
from hil.broker import free_port
from tests.support.command_line import PROGRAM, stopped, typed, typed_at_a_terminal

PINS = ("274968", "918274")

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="root names the first two supervisors; run as root")


class Board:
    def __init__(self, root: Path) -> None:
        self.root, self.config, self.data = root, root / "etc/table.toml", root / "data"
        self.tls, self.mosquitto = root / "etc/tls", root / "mosquitto"
        self.paths = ("--config", self.config, "--data", self.data, "--mosquitto", self.mosquitto)

    def init(self, *words: str | Path, pins: tuple[str, ...] = PINS) -> "subprocess.CompletedProcess[str]":
        named = ("--house", "casino-1", "--table", "poker-7")
        return typed_at_a_terminal("init", *named, *self.paths, *words, answers="".join(f"{pin}\n" for pin in pins))


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


TWO = ("--supervisor", "pit-1", "--supervisor", "pit-2")


@needs_root
def test_one_command_makes_a_table_with_its_record_and_two_supervisors(board: Board) -> None:
    ran = board.init(*TWO, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    said = json.loads(ran.stdout)
    assert said["topics"] == "fh1/casino-1/poker-7"
    assert "casino supervisors: pit-1, pit-2" in said["done"]
    assert any("shuffler pair --port /dev/firmware-host/shuffler" in line for line in said["to_do"])
    assert load.read(board.config).table.seats == (1, 2, 3, 4, 5, 6)
    assert verified(board.data, fold=fold_digest()).findings == []
    people = json.loads(typed("people", "list", "--json", "--data", board.data).stdout)["people"]
    assert [(each["person"], each["roles"], each["has_pin"]) for each in people] == [
        (name, [Role.CASINO_SUPERVISOR], True) for name in ("pit-1", "pit-2")
    ]
    assert board.data.stat().st_mode & 0o777 == 0o700
    assert not any(pin in path.read_text(errors="replace") for pin in PINS for path in board.data.iterdir())


@needs_root
def test_a_second_run_does_only_what_is_missing(board: Board) -> None:
    first = board.init("--supervisor", "pit-1", pins=PINS[:1])
    assert "name two casino supervisors" in first.stdout
    text = board.config.read_text()
    second = board.init("--supervisor", "pit-1", "--supervisor", "pit-2", "--json", pins=PINS[1:])
    assert second.returncode == 0
    done = json.loads(second.stdout)["done"]
    assert f"{board.config} is in place and was not changed" in done
    assert f"the record in {board.data} existed already" in done
    assert board.config.read_text() == text


def test_a_bad_pin_or_name_changes_nothing_of_the_people(board: Board) -> None:
    for words, pins, why in (
        (("--supervisor", "Pit 1"), PINS, "use small letters"),
        (("--supervisor", "pit-1"), ("123456",), "too easy to guess"),
    ):
        ran = board.init(*words, pins=pins)
        assert ran.returncode == 2
        assert why in ran.stderr
    assert json.loads(typed("people", "list", "--json", "--data", board.data).stdout)["people"] == []


@pytest.mark.parametrize("game", list(GameName))
def test_every_game_gets_a_valid_table(board: Board, game: GameName) -> None:
    ran = board.init("--game", game, "--seats", "1-4")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert load.read(board.config).table.game is game


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--house", "Casino 1"), "house"),
        (("--game", "poker"), "poker"),
        (("--seats", "1-99"), "seats"),
        (("--seats", "x"), "write seats with commas"),
        (("--broker", "http://x"), "broker"),
        (("--broker", 'mqtt://x"'), "quotation marks"),
        (("--house-key", "00"), "--firmware-list"),
        (("--client", "sign-1"), "no authority"),
        (("--shuffler-serial", "a\nb"), "--shuffler-serial"),
    ],
)
def test_what_is_wrong_is_said_before_the_record_begins(board: Board, words: tuple[str, ...], why: str) -> None:
    ran = board.init(*words)
    assert ran.returncode == 2
    assert why in ran.stderr
    assert not (board.data / "journal-000001.sqlite").exists()


def test_without_a_terminal_a_missing_name_is_named(board: Board) -> None:
    ran = typed_at_a_terminal("init", "--house", "casino-1", *board.paths)
    assert (ran.returncode, "--table is missing" in ran.stderr) == (2, True)


def test_a_signing_request_for_the_authority_of_the_house(board: Board) -> None:
    ran = board.init("--broker", "mqtts://broker.casino", "--certificates", "request")
    assert ran.returncode == 0
    request = x509.load_pem_x509_csr((board.tls / "table.csr").read_bytes())
    assert request.is_signature_valid
    assert request.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value == "poker-7"
    assert (board.tls / "table.key").stat().st_mode & 0o777 == 0o600
    assert f"have the house sign {board.tls / 'table.csr'}" in ran.stdout
    assert load.read(board.config).mqtt.certificate == f"{board.tls}/table.crt"


def test_the_shufflers_serial_number_is_where_the_udev_rule_looks(board: Board) -> None:
    assert board.init("--shuffler-serial", "SH-0042").returncode == 0
    assert (board.config.parent / "shuffler.serial").read_text() == "SH-0042\n"


def test_the_questions_at_a_terminal(board: Board) -> None:
    """As a technician answers them; an empty line takes what is in brackets."""
    answers = ("casino-1", "poker-7", "", "", "1-3", "", "none", "")
    inside, outside = pty.openpty()
    try:
        process = subprocess.Popen(
            [PROGRAM, "init", *map(str, board.paths)],
            stdin=outside,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.write(inside, "".join(f"{answer}\n" for answer in answers).encode())
        out, err = process.communicate(timeout=60)
    finally:
        os.close(inside)
        os.close(outside)
    assert (process.returncode, err) == (0, "")
    assert "Name of this table, such as poker-7: " in out
    table = load.read(board.config).table
    assert (table.house, table.seats, table.shuffler, table.dealer) == ("casino-1", (1, 2, 3), False, "dealer-1")


DEBIAN = """\
user root
persistence true
persistence_location {folder}/
log_dest stderr
include_dir {folder}/conf.d
"""


async def test_an_authority_of_its_own_serves_a_broker_on_this_board_and_its_consumers(board: Board) -> None:
    port, folder = free_port(), board.mosquitto
    (folder / "conf.d").mkdir(parents=True)
    url = f"mqtts://localhost:{port}"
    ran = board.init("--broker", url, "--certificates", "own", "--client", "sign-1")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "systemctl restart mosquitto" in ran.stdout
    private = (board.tls / "ca.key", board.tls / "clients/sign-1.key", folder / "certs/firmware-host-broker.key")
    assert {path.stat().st_mode & 0o777 for path in private} == {0o600}
    conf = folder / "conf.d" / "firmware-host-tls.conf"
    conf.write_text(conf.read_text().replace("listener 8883", f"listener {port} 127.0.0.1"))
    (folder / "mosquitto.conf").write_text(DEBIAN.format(folder=folder))
    config = load.read(board.config)
    async with broker_of(folder / "mosquitto.conf"):
        await check_rights(config.mqtt, Topics.of(config.table))
        sign = replace(
            config.mqtt,
            certificate=str(board.tls / "clients/sign-1.crt"),
            certificate_key=str(board.tls / "clients/sign-1.key"),
        )
        with pytest.raises(UserError, match="does not pass on"):
            await check_rights(sign, Topics.of(config.table))
        nobody = replace(config.mqtt, certificate="", certificate_key="")
        with pytest.raises(UserError):
            await check_rights(nobody, Topics.of(config.table))


@asynccontextmanager
async def broker_of(conf: Path) -> AsyncIterator[None]:
    broker = await asyncio.create_subprocess_exec("mosquitto", "-c", str(conf), stderr=asyncio.subprocess.PIPE)
    assert broker.stderr is not None
    try:
        said = b""
        async with asyncio.timeout(20):
            while b" running\n" not in said and (line := await broker.stderr.readline()):
                said += line
        assert b" running" in said, said
        yield
    finally:
        await stopped(broker)
