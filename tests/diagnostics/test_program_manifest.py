"""The manifest finds every difference of the installed program, and what is not signed counts for nothing."""

import hashlib
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.diagnostics import program_manifest as manifests
from firmware_host.diagnostics.program_manifest import Manifest
from firmware_host.errors import UserError
from tests.diagnostics.signed_program import Installed, installed

Change = Callable[[Installed], object]


def a_folder_in_its_place(here: Installed) -> None:
    (here.folder / "cli.py").unlink()
    (here.folder / "cli.py").mkdir()


CHANGES: dict[str, tuple[Change, str]] = {
    "a byte": (lambda here: (here.folder / "cli.py").write_text("print('deaL')\n"), "cli.py was changed"),
    "an addition": (lambda here: (here.folder / "rules" / "more.py").write_text(""), "more.py is not in the manifest"),
    "a removal": (lambda here: (here.folder / "cli.py").unlink(), "cli.py is missing"),
    "compiled code": (lambda here: (here.folder / "cli.pyc").write_bytes(b""), "cli.pyc is not in the manifest"),
    "a name that is no text": (
        lambda here: Path(os.fsdecode(os.fsencode(here.folder) + b"/\xff")).write_text(""),
        r"\udcff is not in the manifest",
    ),
    "a linked folder": (
        lambda here: (here.folder / "other").symlink_to(here.folder.parent),
        "other is not in the manifest",
    ),
    "a folder in place of a file": (a_folder_in_its_place, "cli.py cannot be read"),
    "the manifest": (
        lambda here: here.manifest.write_text(here.manifest.read_text() + "# more\n"),
        "is not signed with the house's key",
    ),
    "its signature": (
        lambda here: here.manifest.with_name("program.sha256.sig").write_bytes(b"short"),
        "is not signed with the house's key",
    ),
    "another house": (lambda here: here.signs(key=Ed25519PrivateKey.generate()), "is not signed with the house's key"),
    "no manifest": (lambda here: here.manifest.unlink(), "cannot read"),
    "no signature": (lambda here: here.manifest.with_name("program.sha256.sig").unlink(), "cannot read"),
    "a huge manifest": (
        lambda here: here.manifest.write_bytes(b"#" * (manifests.LARGEST + 1)),
        "larger than 8 MiB",
    ),
}


def test_an_untouched_program_matches(tmp_path: Path) -> None:
    here = installed(tmp_path)
    found = manifests.check(here.config)
    assert found.differing == ()
    assert found.serial == 1
    assert found.sha256 == hashlib.sha256(here.manifest.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", CHANGES)
def test_a_difference_is_found_and_named(name: str, tmp_path: Path) -> None:
    here = installed(tmp_path)
    change, said = CHANGES[name]
    change(here)
    (line,) = manifests.check(here.config).differing
    assert said in line


def test_an_inspector_can_check_it_with_ordinary_tools(tmp_path: Path) -> None:
    here = installed(tmp_path)
    check = ["sha256sum", "--check", "--strict", "--quiet", str(here.manifest)]
    assert subprocess.run(check, check=False).returncode == 0
    (here.folder / "cli.py").write_text("")
    assert subprocess.run(check, check=False, capture_output=True).returncode == 1


def test_the_answer_to_a_nonce_needs_every_byte(tmp_path: Path) -> None:
    here = installed(tmp_path)
    manifest = manifests.read(here.config)
    nonce = bytes(range(16))
    expected = hashlib.sha256(nonce)
    for path in sorted(manifest.files):
        data = Path(path).read_bytes()
        expected.update(len(path.encode()).to_bytes(4, "big") + path.encode() + len(data).to_bytes(8, "big") + data)
    assert manifests.answer(manifest, nonce) == expected.hexdigest()
    assert manifests.answer(manifest, bytes(16)) != expected.hexdigest()
    (here.folder / "cli.py").write_text("print('deaL')\n")
    assert manifests.answer(manifest, nonce) != expected.hexdigest()
    (here.folder / "cli.py").unlink()
    with pytest.raises(UserError, match="the answer needs every file"):
        manifests.answer(manifest, nonce)


PATHS = st.text(st.characters(codec="utf-8", exclude_characters="\n\\"), min_size=1)


@given(
    serial=st.integers(1, 999_999_999),
    files=st.dictionaries(PATHS.map("/{}".format), st.binary(min_size=32, max_size=32).map(bytes.hex)),
)
def test_what_is_written_is_read(serial: int, files: dict[str, str]) -> None:
    manifest = Manifest(serial=serial, software="firmware-host 1.0", folders=("/opt/a b",), files=files)
    assert manifests.parsed(manifest.text()) == manifest


@pytest.mark.parametrize(
    "text",
    ["", "# serial 0\n", "# serial 1\n# serial 2\n", "# serial 1\nabc  /opt/x\n", "# serial 1\n" + "0" * 64 + " /x\n"],
)
def test_what_is_no_manifest_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"line|serial"):
        manifests.parsed(text)


def test_what_cannot_be_listed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a\nb").write_text("")
    with pytest.raises(UserError, match="a manifest cannot hold"):
        manifests.make(serial=1, software="", folders=[tmp_path], files=[])
    with pytest.raises(UserError, match="is not a folder"):
        manifests.make(serial=1, software="", folders=[tmp_path / "none"], files=[])
    with pytest.raises(UserError, match="cannot read"):
        manifests.make(serial=1, software="", folders=[], files=[tmp_path / "none"])
