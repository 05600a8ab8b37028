"""`firmware-host backup` and `restore`: what a dead board is replaced from, and what an export never shows."""

import asyncio
import io
import json
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pyrage
import pytest

from firmware_host.access.pin_check import pin_of
from firmware_host.access.pins import Pins
from firmware_host.backup import age_file, contents, unpack
from firmware_host.commands.command import as_owner_of
from firmware_host.devices.pairing_key_file import PairingKeyFile
from firmware_host.host.program_digest import fold_digest
from firmware_host.journal.reader import Reader
from firmware_host.journal.verify import verified
from tests.support.command_line import Ran, typed, typed_at_a_terminal
from tests.support.people_record import EVERYBODY, PINS, with_people
from tests.worlds.busy_table import busy_table

TABLE = """\
[table]
house = "casino-1"
table = "poker-7"
game = "holdem"
dealer = "dealer-1"
seats = [1, 2, 4]
accepts = ["attested"]

[mqtt]
url = "mqtts://127.0.0.1"
ca = "{home}/tls/ca.crt"
certificate = "{home}/tls/table.crt"
certificate_key = "{home}/tls/table.key"
credentials = "{home}/broker.toml"

[devices.shuffler]
port = "/dev/firmware-host/shuffler"
firmware_list = "{away}/firmware.toml"
house_key = "{key}"

[program]
manifest = "{home}/program.sha256"
house_key = "{key}"
"""

BROKER_WORDS = "correct horse battery"
TLS_KEY = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v\n-----END PRIVATE KEY-----\n"


class Board:
    """A board: its data folder, and the folder of its table.toml."""

    def __init__(self, root: Path) -> None:
        self.data, self.etc, self.away = root / "data", root / "etc", root / "firmware"
        self.table = self.etc / "table.toml"

    def configured(self) -> "Board":
        (self.etc / "tls").mkdir(parents=True)
        self.away.mkdir()
        self.table.write_text(TABLE.format(home=self.etc, away=self.away, key="00" * 32))
        for name, text in (("ca.crt", "ca"), ("table.crt", "certificate"), ("table.key", TLS_KEY)):
            (self.etc / "tls" / name).write_text(text)
        (self.etc / "broker.toml").write_text(f'username = "poker-7"\npassword = "{BROKER_WORDS}"\n')
        (self.etc / "program.sha256").write_text("files")
        (self.etc / "program.sha256.sig").write_text("signed")
        (self.etc / "shuffler.serial").write_text("SH-1\n")
        (self.etc / "tls/clients").mkdir()
        (self.etc / "tls/clients/sign-1.crt").write_text("sign")
        for private in (self.etc / "tls/table.key", self.etc / "broker.toml"):
            private.chmod(0o600)
        (self.away / "firmware.toml").write_text('serial = 1\n[[firmware]]\nimage = "s.bin"\nmodel = "S"\n')
        (self.away / "firmware.toml.sig").write_bytes(b"signed")
        (self.away / "s.bin").write_bytes(b"image")
        return self


@pytest.fixture
def old(tmp_path: Path) -> Board:
    board = Board(tmp_path / "old").configured()
    asyncio.run(with_people(board.data))
    keys = PairingKeyFile(board.data)
    assert keys.host
    with closing(Reader(board.data)) as reader:
        keys.used_by(reader.id)
    return board


@pytest.fixture
def house_key(tmp_path: Path) -> Path:
    return tmp_path / "house.key"


@pytest.fixture
def recipient(house_key: Path) -> str:
    ran = typed("backup", "--make-key", house_key, "--json")
    found: str = json.loads(ran.stdout)["recipient"]
    return found


def made(board: Board, recipient: str, out: Path, *more: str | Path) -> Ran:
    return typed("backup", board.table, "--data", board.data, "--to", recipient, "--out", out, *more)


def names_in(backup: Path, key: Path) -> dict[str, bytes]:
    plain = io.BytesIO()
    with backup.open("rb") as source:
        age_file.decrypt(source, plain, age_file.identities(key))
    plain.seek(0)
    with tarfile.open(fileobj=plain) as tar:
        return {entry.name: found.read() for entry in tar if (found := tar.extractfile(entry))}


def restored(
    backup: Path, key: Path, board: Board, *more: str | Path, pins: tuple[str, ...] = (PINS["pit-1"], PINS["floor-1"])
) -> subprocess.CompletedProcess[str]:
    words = ("restore", backup, "--key-file", key, "--data", board.data, "--config", board.table)
    return typed_at_a_terminal(
        *words, "--by", "pit-1", "--and", "floor-1", *more, answers="".join(f"{pin}\n" for pin in pins)
    )


def test_it_holds_the_record_its_secrets_and_the_files_named_but_never_the_key_of_the_day(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    out = tmp_path / "backup.age"
    ran = made(old, recipient, out, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    held = names_in(out, house_key)
    assert json.loads(ran.stdout)["names"] == [name for name in held if name != contents.MANIFEST]
    record = {name.removeprefix("record/") for name in held if name.startswith("record/")}
    on_disk = {path.name for path in old.data.iterdir()}
    assert record == {name for name in on_disk if not name.startswith(("journal.key", "journal.lock", "journal.res"))}
    assert "journal.key" in on_disk
    assert held["record/pepper.key"] == (old.data / "pepper.key").read_bytes()
    day_key = (old.data / "journal.key").read_bytes()
    assert not any(day_key in data for data in held.values())
    config = {Path(named["path"]).name for named in json.loads(held[contents.MANIFEST])["files"]}
    assert config == {
        *("table.toml", "ca.crt", "table.crt", "table.key", "broker.toml"),
        *("firmware.toml", "firmware.toml.sig", "s.bin", "shuffler.serial", "sign-1.crt"),
        *("program.sha256", "program.sha256.sig"),
    }


def test_nothing_of_it_can_be_read_without_the_key(old: Board, recipient: str, tmp_path: Path) -> None:
    out = tmp_path / "backup.age"
    made(old, recipient, out)
    data = out.read_bytes()
    assert data.startswith(b"age-encryption.org/v1\n")
    secrets = [BROKER_WORDS.encode(), b"MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v", (old.data / "pepper.key").read_bytes(), b"pit-1"]
    assert not any(secret in data for secret in secrets)
    other = tmp_path / "other.key"
    age_file.make_key(other)
    ran = restored(out, other, Board(tmp_path / "new"))
    assert ran.returncode == 2
    assert "encrypted to another key" in ran.stderr


def test_it_is_whole_while_the_controller_writes(old: Board, recipient: str, house_key: Path, tmp_path: Path) -> None:
    out = tmp_path / "hot.age"

    async def hot() -> Ran:
        async with busy_table(old.data) as table:
            await table.play(3)
            done = await asyncio.to_thread(made, old, recipient, out)
            await table.play(4)
            return done

    assert asyncio.run(hot()).returncode == 0
    copy = tmp_path / "copy"
    copy.mkdir()
    for name, data in names_in(out, house_key).items():
        if name.startswith("record/"):
            (copy / Path(name).name).write_bytes(data)
    assert verified(copy, fold=fold_digest(), copy=True).findings == []
    with closing(Reader(copy)) as there, closing(Reader(old.data)) as here:
        assert there.last < here.last


def test_a_new_board_continues_with_people_pins_shuffler_key_and_configuration(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    made(old, recipient, out)
    key = tmp_path / "poker-7.key"
    key.write_text(typed("journal", "key", old.data).stdout)
    ran = restored(out, house_key, new, "--key", key)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"TO DO: {old.away / 'firmware.toml'} is now {new.etc / 'firmware.toml'}" in ran.stdout
    assert new.table.read_text() == old.table.read_text()
    assert (new.etc / "tls/table.key").stat().st_mode & 0o777 == 0o600
    assert (new.etc / "tls/ca.crt").read_text() == "ca"
    assert (new.etc / "tls/clients/sign-1.crt").read_text() == "sign"
    assert (new.etc / "shuffler.serial").read_text() == "SH-1\n"
    keys = PairingKeyFile(new.data)
    assert keys.host == PairingKeyFile(old.data).host
    with closing(Reader(old.data)) as reader:
        before = reader.id
    earlier = new.data / "earlier" / before
    assert sorted(path.name for path in new.data.glob("earlier/*")) == [before]
    assert verified(earlier, fold=fold_digest(), copy=True).findings == []
    assert not [path for path in earlier.iterdir() if path.suffix == ".key" or path.name == "pins.json"]
    assert verified(new.data, fold=fold_digest()).findings == []
    asyncio.run(_deals(new.data))


async def _deals(data: Path) -> None:
    async with busy_table(data) as table:
        assert set(table.host.state.people) == set(EVERYBODY)
        with Pins(data, data / "pepper.key") as pins:
            assert await pins.are("floor-1", PINS["floor-1"], of=pin_of(table.host.state, "floor-1"))
        await table.play(1)
        assert table.host.state.rounds == 1


@pytest.mark.parametrize("why", ["wrong PIN for pit-1", "does not fit the key", "other files than the backup: "])
def test_a_refused_restore_leaves_nothing(
    old: Board, recipient: str, house_key: Path, tmp_path: Path, why: str
) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    made(old, recipient, out)
    other = tmp_path / "other"
    other.write_text("ab" * 32)
    if "other files" in why:
        (new.etc / "tls").mkdir(parents=True)
        for name in ("table.toml", "tls/ca.crt"):
            (new.etc / name).write_text("another")
        (new.etc / "shuffler.serial").write_text("SH-1\n")
        why += f"{new.table}, {new.etc / 'tls/ca.crt'}; give --overwrite"
    pins = ("111222", "918274") if "PIN" in why else (PINS["pit-1"], PINS["floor-1"])
    ran = restored(out, house_key, new, *(("--key", other) if "key" in why else ()), pins=pins)
    assert ran.returncode == 2
    assert why in ran.stderr
    assert list(new.data.iterdir()) == []
    assert not new.table.exists() or new.table.read_text() == "another"


def test_other_files_are_kept_aside_where_the_person_says_so(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    made(old, recipient, out)
    (new.etc / "tls").mkdir(parents=True)
    for name in ("table.toml", "tls/table.key", "tls/table.key.before-restore"):
        (new.etc / name).write_text(f"this board's {name}")
    (new.etc / "tls/table.key").chmod(0o600)
    (new.etc / "tls/ca.crt").write_text("ca")
    ran = restored(out, house_key, new, "--overwrite")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert (new.etc / "tls/table.key").read_text() == TLS_KEY
    assert new.table.read_text() == old.table.read_text()
    aside = new.etc / "tls/table.key.before-restore-2"
    assert (aside.read_text(), aside.stat().st_mode & 0o777) == ("this board's tls/table.key", 0o600)
    assert (new.etc / "tls/table.key.before-restore").read_text() == "this board's tls/table.key.before-restore"
    told = [line.removeprefix("Kept aside: ") for line in ran.stdout.splitlines() if line.startswith("Kept aside")]
    assert sorted(told) == sorted([str(aside), f"{new.table}.before-restore"]), "the authority is the same"


@pytest.mark.parametrize("cut", [0, 100, -1, -70_000])
def test_a_cut_backup_is_refused(old: Board, recipient: str, house_key: Path, tmp_path: Path, cut: int) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    made(old, recipient, out)
    out.write_bytes(out.read_bytes()[:cut])
    ran = restored(out, house_key, new)
    assert ran.returncode == 2
    assert "not a whole backup" in ran.stderr
    assert list(new.data.iterdir()) == []


@pytest.mark.parametrize("name", ["../escaped", "record/../../escaped", "/var/escaped", "record/a/b", "etc/passwd"])
def test_a_forged_backup_writes_nowhere_else(recipient: str, house_key: Path, tmp_path: Path, name: str) -> None:
    out, new = forged(recipient, tmp_path / "forged.age", {name: b"x"}), Board(tmp_path / "new")
    ran = restored(out, house_key, new)
    assert ran.returncode == 2
    assert "is not a backup of a table" in ran.stderr
    assert not list(tmp_path.rglob("escaped"))


def forged(recipient: str, out: Path, held: dict[str, bytes], mode: str = "w") -> Path:
    """Write a backup of these files, as anybody can who knows the recipient."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode=mode) as tar:  # type: ignore[call-overload] # a mode as `tarfile` names it
        for name, data in held.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    out.write_bytes(pyrage.encrypt(plain.getvalue(), age_file.recipients([recipient])))
    return out


@pytest.mark.parametrize("wrong", ["it lacks a file", "its file has no name", "it is compressed"])
def test_a_backup_that_cannot_be_restored_whole_puts_nothing_in_place(
    old: Board, recipient: str, house_key: Path, tmp_path: Path, wrong: str
) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    made(old, recipient, out)
    held = names_in(out, house_key)
    if wrong == "it lacks a file":
        del held["config/03-table.key"]
    if wrong == "its file has no name":
        manifest = json.loads(held[contents.MANIFEST])
        manifest["files"][1]["path"] = "/"
        held[contents.MANIFEST] = json.dumps(manifest).encode()
    forged(recipient, out, held, "w:gz" if wrong == "it is compressed" else "w")
    ran = restored(out, house_key, new)
    assert ran.returncode == 2
    assert "is not a backup of a table" in ran.stderr
    assert list(new.data.iterdir()) == []
    assert not new.etc.exists()


def test_files_of_one_name_from_two_folders_both_come_back(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    out, new = tmp_path / "backup.age", Board(tmp_path / "new")
    (old.away / "firmware.toml").rename(old.away / "table.toml")
    (old.away / "firmware.toml.sig").rename(old.away / "table.toml.sig")
    old.table.write_text(old.table.read_text().replace("firmware.toml", "table.toml"))
    made(old, recipient, out)
    ran = restored(out, house_key, new)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert new.table.read_text() == old.table.read_text()
    (moved,) = (line for line in ran.stdout.splitlines() if line.startswith(f"TO DO: {old.away / 'table.toml'} is now"))
    there = Path(moved.partition(" is now ")[2].partition(";")[0])
    assert there.read_text() == (old.away / "table.toml").read_text()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another account; run as root")
def test_root_reads_no_file_to_which_the_account_of_the_data_folder_links(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o711)
        secret = tmp_path / "secret"
        secret.write_text("of root alone")
        secret.chmod(0o600)
        config = folder / "data" / "config"
        config.mkdir(parents=True)
        (config / "table.toml").symlink_to(secret)
        os.chown(folder / "data", 4321, 4321)
        listed = contents.Named(name="config/table.toml", path="/etc/firmware-host/table.toml", mode=0o644)
        manifest = contents.Manifest(made="", software="", journal="0" * 32, number=1, files=(listed,))
        found = unpack.Unpacked(manifest=manifest, record=folder, config=config)
        with as_owner_of(folder / "data"), pytest.raises(PermissionError):
            unpack.settings(found)


def exported(old: Board, tmp_path: Path) -> Iterator[str]:
    for form in ("--jsonl", "--csv"):
        out = tmp_path / form
        assert typed("journal", "export", form, "--data", old.data, "--out", out).returncode == 0
        yield out.read_text()
    yield typed("journal", "show", "--json", "--data", old.data).stdout
    yield typed("report", "--day", "1970-01-02", "--data", old.data).stdout
    (tmp_path / "bundles").mkdir()
    assert typed("support-bundle", old.table, "--data", old.data, "--into", tmp_path / "bundles").returncode == 0
    (bundle,) = (tmp_path / "bundles").iterdir()
    with tarfile.open(bundle) as tar:
        yield from (file.read().decode() for entry in tar if (file := tar.extractfile(entry)))


def test_what_a_backup_takes_no_export_report_or_bundle_shows(old: Board, tmp_path: Path) -> None:
    shuffler = json.loads((old.data / "shuffler.key").read_bytes())
    secrets = [
        (old.data / "pepper.key").read_bytes().hex(),
        BROKER_WORDS,
        "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v",
        shuffler["order_secret"],
        *(kept["hash"] for kept in json.loads((old.data / "pins.json").read_bytes())["pins"].values()),
        *PINS.values(),
    ]
    shown = list(exported(old, tmp_path))
    assert len(shown) > 6
    assert any("pit-1" in text for text in shown)
    assert [secret for secret in secrets for text in shown if secret in text] == []


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "--to names no recipient"),
        (("--to", "age1zzz"), "is not a recipient"),
        (("--to", "AGE-SECRET-KEY-1ABC"), "given a private key"),
        (("--to", "/no/such"), "neither a recipient"),
    ],
)
def test_a_wrong_recipient_is_named_before_anything_is_read(
    old: Board, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    ran = typed("backup", old.table, "--data", old.data, "--out", tmp_path / "x.age", *words)
    assert ran.returncode == 2
    assert why in ran.stderr
    assert not (tmp_path / "x.age").exists()


def test_recipients_may_stand_in_a_file_and_a_folder_gets_a_name(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    names, out = tmp_path / "recipients", tmp_path / "usb"
    second = tmp_path / "second.key"
    names.write_text(f"# the house\n{recipient}\n{age_file.make_key(second)}\n")
    out.mkdir()
    assert made(old, str(names), out).returncode == 0
    (backup,) = out.iterdir()
    assert backup.name.startswith("poker-7-")
    assert names_in(backup, house_key) == names_in(backup, second)


def test_a_missing_file_that_table_toml_names_is_said(old: Board, recipient: str, tmp_path: Path) -> None:
    (old.etc / "tls/ca.crt").unlink()
    ran = made(old, recipient, tmp_path / "x.age")
    assert ran.returncode == 2
    assert "ca.crt is missing" in ran.stderr


def test_a_full_disk_is_said_and_nothing_is_left(old: Board, recipient: str) -> None:
    ran = made(old, recipient, Path("/dev/full"))
    assert ran.returncode == 2
    assert "No space left" in ran.stderr


def test_a_key_is_never_overwritten(house_key: Path, recipient: str) -> None:
    assert recipient.startswith("age1")
    before = house_key.read_bytes()
    assert house_key.stat().st_mode & 0o777 == 0o600
    assert typed("backup", "--make-key", house_key).returncode == 2
    assert house_key.read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another account; run as root")
def test_the_new_record_belongs_to_the_account_of_the_data_folder(
    old: Board, recipient: str, house_key: Path, tmp_path: Path
) -> None:
    out = tmp_path / "backup.age"
    made(old, recipient, out)
    # Not in pytest's own folder, which no other account can enter.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        new = Board(Path(folder))
        new.data.mkdir(mode=0o700)
        os.chown(new.data, 4321, 4321)
        ran = restored(out, house_key, new)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert {path.stat().st_uid for path in new.data.rglob("*")} == {4321}
        assert (new.etc / "broker.toml").stat().st_uid == 4321
        assert (new.table.stat().st_uid, new.table.stat().st_gid) == (0, 4321)
