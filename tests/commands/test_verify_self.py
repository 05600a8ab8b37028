"""`firmware-host verify-self`, as an inspector and the house use it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.diagnostics.signed_program import PUBLIC, installed
from tests.support.command_line import typed_at_a_terminal as ran

NONCE = "5f1c0c2f9a3be07d"


def test_a_program_that_matches_ends_with_0_and_one_that_differs_with_1(tmp_path: Path) -> None:
    here = installed(tmp_path)
    words = ("verify-self", "--manifest", str(here.manifest), "--house-key", PUBLIC)
    done = ran(*words)
    assert done.returncode == 0, done.stderr
    assert "The program matches manifest no. 1" in done.stdout
    (here.folder / "cli.py").write_text("")
    (here.folder / "more.py").write_text("")
    done = ran(*words)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"{here.folder}/cli.py was changed",
        f"{here.folder}/more.py is not in the manifest",
        "2 differences",
    ]


def test_an_inspector_gets_the_same_answer_from_the_reference_board(tmp_path: Path) -> None:
    here = installed(tmp_path)
    words = ("verify-self", "--manifest", str(here.manifest), "--house-key", PUBLIC, "--nonce", NONCE, "--json")
    first, second = (json.loads(ran(*words).stdout) for _ in range(2))
    assert first == second
    assert first["matches"] is True
    assert len(first["answer"]) == 64
    (here.folder / "cli.py").write_text("")
    changed = json.loads(ran(*words).stdout)
    assert changed["matches"] is False
    assert changed["answer"] != first["answer"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name the table.toml"),
        (("--manifest", "x"), "--manifest needs --house-key"),
        (("--manifest", "x", "--house-key", "abc"), "is not a public key"),
        (("--make", "x"), "name the folders and files"),
        (("--make", "x", "--serial", "0", "--files", "/none"), "is not a serial number"),
        (("--make", "x", "--files", "/none"), "cannot read /none"),
    ],
)
def test_bad_input_is_one_clear_line(words: tuple[str, ...], said: str) -> None:
    done = ran("verify-self", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("nonce", ["", "xyz", "00", "00" * 65])
def test_a_bad_nonce_is_refused(nonce: str, tmp_path: Path) -> None:
    here = installed(tmp_path)
    done = ran("verify-self", "--manifest", str(here.manifest), "--house-key", PUBLIC, "--nonce", nonce)
    assert done.returncode == 2
    assert "hexadecimal" in done.stderr


def test_what_the_house_makes_and_signs_with_openssl_is_verified(tmp_path: Path) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: apt-get install openssl")
    here, made, pem = installed(tmp_path), tmp_path / "made.sha256", tmp_path / "house.pem"
    done = ran("verify-self", "--make", str(made), "--serial", "7", "--files", str(here.folder))
    assert done.returncode == 0, done.stderr
    assert "lists 2 files" in done.stdout

    def openssl(*words: str) -> bytes:
        return subprocess.run(["openssl", *words], check=True, capture_output=True).stdout

    openssl("genpkey", "-algorithm", "ed25519", "-out", str(pem))
    sign = ("pkeyutl", "-sign", "-rawin", "-inkey", str(pem), "-in", str(made), "-out", f"{made}.sig")
    assert " ".join(sign[:3]) in done.stdout, "the printed command is the one that works"
    openssl(*sign)
    public = openssl("pkey", "-in", str(pem), "-pubout", "-outform", "DER")[-32:].hex()
    done = ran("verify-self", "--manifest", str(made), "--house-key", public, "--json")
    assert json.loads(done.stdout)["serial"] == 7
