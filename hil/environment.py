"""The virtual environment of the clone: built once in `.venv`, then used.

One command must work with a clone and Debian's python3: without pip, ensurepip or git, as root or not. So this module
uses only the standard library, and its syntax stays valid for old Pythons, which then print a clear message instead
of a SyntaxError.

A marker file says from what the environment was built. A build removes the marker first and writes it last, so that
an interrupted build never counts as complete.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


CLONE = Path(__file__).resolve().parent.parent

PROJECTS = (".", "./hil")
"""The folders of the two distributions: the product and the simulation."""

OLDEST_PYTHON = (3, 11)

EXIT_NO_ENVIRONMENT = 3

EXIT_INTERRUPTED = 130

MARKER = "made-from"

PAGES_FAILED = "pages-failed"
"""Beside the marker: the hash of the page's sources that could not be built."""

LAST_LINES = 15


INSTALLED_PIP_WHEELS = Path("/usr/share/python-wheels")

APT = ("apt-get", "--quiet", "--yes", "-o", "DPkg::Lock::Timeout=60", "-o", "Acquire::http::Timeout=30")


class NoEnvironmentError(Exception):
    """The environment cannot be built; the message tells the user what to do."""


def enter(clone: Path = CLONE) -> None:
    """Build the environment if needed and restart inside it; exit with a one-line message if that fails."""
    end_on_an_old_python()
    with _one_line():
        made = make_if_needed(clone)
        make_pages_if_needed(clone)
    venv = clone / ".venv"
    keep_bytecode(venv)
    if made or not venv.samefile(sys.prefix):
        python = str(venv / "bin" / "python")
        # Keep the interpreter's own options (-X, -W).
        os.execv(python, [python, *sys.orig_argv[1:]])  # noqa: S606 - by list, like S603


def end_on_an_old_python() -> None:
    """Exit on an old Python; call this before importing modules with newer syntax."""
    with _one_line():
        refuse_old_python(sys.version_info[:2])


@contextmanager
def _one_line() -> Iterator[None]:
    """Turn a failure to build the environment into one line and an exit code."""
    try:
        yield
    except NoEnvironmentError as trouble:
        _say(str(trouble))
        raise SystemExit(EXIT_NO_ENVIRONMENT) from None
    except KeyboardInterrupt:
        _say("Interrupted. The next start builds the environment again.")
        raise SystemExit(EXIT_INTERRUPTED) from None


def keep_bytecode(venv: Path) -> None:
    """Respect PYTHONDONTWRITEBYTECODE, but cache bytecode inside `.venv`; otherwise every start compiles everything."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        sys.dont_write_bytecode = False
        sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", str(venv / "bytecode"))


def refuse_old_python(version: tuple[int, ...]) -> None:
    if version < OLDEST_PYTHON:
        raise NoEnvironmentError(
            "Python {}.{} or newer is needed; this is Python {}.{}.".format(*OLDEST_PYTHON, *version)
        )


def is_made(clone: Path) -> bool:
    return made_from(clone) == wanted(clone) and os.access(clone / ".venv" / "bin" / "python", os.X_OK)


def wanted(clone: Path) -> tuple[str, str]:
    """Return hashes of the inputs of an environment: the packages (the slow part), and the projects' metadata.

    The clone's path is included, because scripts and the editable install contain it: a moved clone needs a rebuild.
    """
    python = str(sys.implementation.cache_tag).encode()
    packages = hashlib.sha256(python + os.fsencode(clone) + (clone / "requirements.lock").read_bytes())
    projects = hashlib.sha256()
    for folder in PROJECTS:
        projects.update(hashlib.sha256((clone / folder / "pyproject.toml").read_bytes()).digest())
    return packages.hexdigest(), projects.hexdigest()


def made_from(clone: Path) -> tuple[str, ...]:
    try:
        return tuple((clone / ".venv" / MARKER).read_text(encoding="ascii").split())
    except (FileNotFoundError, NotADirectoryError):
        return ()


def make_if_needed(clone: Path) -> bool:
    """Return whether the environment was built now. Of two commands started at once the second waits."""
    try:
        if is_made(clone):
            return False
        if not os.access(clone, os.W_OK):
            raise NoEnvironmentError(
                f"You may not write to {clone}, where .venv goes; copy the clone to a folder of your own."
            )
        with _only_one(clone) as lock:
            if is_made(clone):
                return True
            _Build(clone, lock).make()
            return True
    except OSError as why:
        raise NoEnvironmentError(f"The environment cannot be built in {clone}: {why}.") from why


def make_pages_if_needed(clone: Path) -> None:
    """Build the pages of the panel if their sources have changed; without them everything else works.

    A build that failed is tried again once the sources change, or by the command that the message names.
    """
    from firmware_host.panel import build  # noqa: PLC0415 - an old Python cannot parse it; it needs no package

    panel = clone / "firmware_host" / "panel"
    sources = build.sources(panel / "ui")
    marker, failed = panel / "bundle" / build.MARKER, clone / ".venv" / PAGES_FAILED
    if not sources or sources in (_read(marker), _read(failed)) or not os.access(panel, os.W_OK):
        return
    with _only_one(clone) as lock:
        if _read(marker) == sources:
            return
        _say("Building the pages of the dealer's screen")
        ran = _Build(clone, lock).pages()
        if ran.returncode == 0:
            failed.unlink(missing_ok=True)
            return
        _say("\n".join(f"  {line}" for line in ran.stdout.splitlines()[-LAST_LINES:]))
        _say("  The table runs without pages. To try again: .venv/bin/python -m firmware_host.panel.build")
        failed.write_text(sources, encoding="ascii")


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return None


@contextmanager
def _only_one(clone: Path) -> Iterator[int]:
    """Lock the clone's folder itself: this leaves no lock file, and the kernel always releases the lock."""
    folder = os.open(clone, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("Waiting for another command that is building the environment.")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(folder)


@dataclass(frozen=True)
class _Build:
    clone: Path
    lock: int

    @property
    def venv(self) -> Path:
        return self.clone / ".venv"

    def make(self) -> None:
        target = wanted(self.clone)
        packages_are_there = made_from(self.clone)[:1] == target[:1] and os.access(self._venv_python, os.X_OK)
        marker = self.venv / MARKER
        if packages_are_there:
            marker.unlink()
        else:
            _say("Building the environment in .venv (only once, about a minute)")
            self._make_empty()
            _say("  downloading and checking the packages of requirements.lock")
            self._pip("install", "--require-hashes", "-r", "requirements.lock")
        _say("  installing the project")
        self._pip(
            *("install", "--no-index", "--no-deps", "--no-build-isolation"),
            *(word for folder in PROJECTS for word in ("-e", folder)),
            PIP_REQUIRE_HASHES="0",  # a folder has no hash
        )
        marker.write_text("\n".join(target), encoding="ascii")

    def pages(self) -> subprocess.CompletedProcess[str]:
        return self._run((self._venv_python, "-m", "firmware_host.panel.build"))

    def _make_empty(self) -> None:
        if self.venv.is_symlink():
            self.venv.unlink()
        elif self.venv.exists():
            shutil.rmtree(self.venv)
        if not (self._by_ensurepip() or self._by_python3_venv() or self._by_pip_wheel()):
            command = f"{'' if os.geteuid() == 0 else 'sudo '}apt-get install python3-venv"
            raise NoEnvironmentError(f"This Python has no pip, and none could be downloaded. Run: {command}")

    def _by_ensurepip(self) -> bool:
        return self._works(_base_python(), "-m", "venv", "--clear", str(self.venv))

    def _by_python3_venv(self) -> bool:
        """Install Debian's python3-venv; for users who may install packages."""
        as_root = () if os.geteuid() == 0 else ("sudo", "-n")
        if shutil.which("apt-get") is None or not self._works(*as_root, "true"):
            return False
        _say("  this Python has no pip: installing python3-venv")
        install = (*as_root, *APT, "install", "--no-install-recommends", "python3-venv")
        installed = self._works(*install) or (self._works(*as_root, *APT, "update") and self._works(*install))
        return installed and self._by_ensurepip()

    def _by_pip_wheel(self) -> bool:
        """Run pip from Debian's wheel file; for users who may not install packages."""
        with tempfile.TemporaryDirectory(prefix="pip-wheel-") as folder:
            wheel = next(INSTALLED_PIP_WHEELS.glob("pip-*.whl"), None) or self._downloaded_pip(Path(folder))
            if wheel is None:
                return False
            venv = (_base_python(), "-m", "venv", "--clear", "--without-pip", str(self.venv))
            pip = (self._venv_python, f"{wheel}/pip", "install", "--no-index", "--no-deps", str(wheel))
            return self._works(*venv) and self._works(*pip)

    def _downloaded_pip(self, folder: Path) -> Path | None:
        if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
            return None
        _say("  this Python has no pip: downloading Debian's pip, to be used only here")
        own_lists = _apt_lists_of_our_own(folder)
        fetch = ("download", "python3-pip-whl")
        fetched = self._works(*APT, *fetch, cwd=folder) or (
            self._works(*APT, *own_lists, "update") and self._works(*APT, *own_lists, *fetch, cwd=folder)
        )
        for package in folder.glob("python3-pip-whl*.deb") if fetched else ():
            self._works("dpkg", "-x", str(package), str(folder / "unpacked"))
        return next((folder / "unpacked").glob("usr/share/python-wheels/pip-*.whl"), None)

    @property
    def _venv_python(self) -> str:
        return str(self.venv / "bin" / "python")

    def _pip(self, *arguments: str, **settings: str) -> None:
        quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
        ran = self._run([self._venv_python, "-m", "pip", *quiet, *arguments], settings=settings)
        if ran.returncode != 0:
            _say("\n".join(ran.stdout.splitlines()[-LAST_LINES:]))
            raise NoEnvironmentError("pip failed, see above. Fix the cause, then run the same command again.")

    def _works(self, *command: str, cwd: Path | None = None) -> bool:
        try:
            return self._run(command, cwd=cwd).returncode == 0
        except FileNotFoundError:
            return False

    def _run(
        self,
        command: list[str] | tuple[str, ...],
        *,
        cwd: Path | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command quietly, with the user's pip and apt settings except those that would install outside `.venv`.

        The child inherits the lock, so that a pip that outlives this process still blocks the next command.
        """
        return subprocess.run(
            command,
            cwd=cwd or self.clone,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PIP_USER": "0", **(settings or {})},
            pass_fds=(self.lock,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )


def _apt_lists_of_our_own(folder: Path) -> tuple[str, ...]:
    """Return options for apt-get with package lists of our own, if the machine's lists are empty and not writable."""
    (folder / "state" / "lists" / "partial").mkdir(parents=True)
    (folder / "cache" / "archives" / "partial").mkdir(parents=True)
    settings = (
        f"Dir::State={folder / 'state'}",
        "Dir::State::status=/var/lib/dpkg/status",
        f"Dir::Cache={folder / 'cache'}",
        "APT::Sandbox::User=root",
        "Acquire::Languages=none",
    )
    return tuple(word for setting in settings for word in ("-o", setting))


def _base_python() -> str:
    """Return the Python to build `.venv` with: not that of another environment, nor of the one just removed."""
    return str(getattr(sys, "_base_executable", sys.executable))


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
