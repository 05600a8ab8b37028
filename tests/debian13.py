"""
`python3 -m tests.debian13`: runs the tests on Debian 13 with its Python 3.13, the newest that boards have.

Every other run is on the machine's own Python. This makes a Debian 13 with mmdebstrap, whose packages are verified by
signature, keeps it for the next time, copies the clone into it and runs the test command there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from hil import debian_archive, environment
from tests.oldest import SMALL

RELEASE = "trixie"

MAKER = "mmdebstrap"

PACKAGES = ("ca-certificates", "git", "mosquitto", "openssl", "procps", "python3", "python3-venv")

CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")

NAMES = Path("/etc/resolv.conf"), Path("/etc/hosts")

SETTINGS = ("PIP_", "SSL_", "NODE_", "REQUIRE_ALL", "http_", "https_", "HTTP_", "HTTPS_", "no_proxy", "NO_PROXY")
"""What variables of this environment begin with that are to be the same inside: how to reach package indexes."""

INSIDE = "/root/clone"

KEPT = ".venv"
"""The environment of an earlier run; the test command makes it anew where the lock file has changed."""

WITH_PYTHON_ITSELF = (
    *SMALL,
    "tests/app/test_program_check.py",
    "tests/commands/test_backup.py",
    "tests/commands/test_init.py",
    "tests/devices",
    "tests/drivers",
    "tests/journal/test_anchor.py",
    "tests/panel/test_pages.py",
)
"""What calls what changed between Python 3.11 and 3.13: TLS, SQLite, asyncio, terminals."""

ENTERED = f"""\
set -e
root=$1
shift
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" sh -c 'cd {INSIDE} && exec python3 -m tests "$@"' tests "$@"
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python3 -m tests.debian13",
        description="Run the tests on Debian 13 with Python 3.13. Other arguments are those of `python3 -m tests`.",
        epilog="example: python3 -m tests.debian13 --quick",
    )
    parser.add_argument("--small", action="store_true", help="only tests of what Python itself changed, as CI does")
    options, words = parser.parse_known_args()
    environment.enter()
    root = debian_archive.cache_folder() / RELEASE
    why = _why_not() or _made(root)
    if why:
        print(f"skipped: {why}", flush=True)
        return 0
    _copy(root / INSIDE.lstrip("/"))
    if options.small:
        words = ["--only", "tests", "-m", "not slow", *WITH_PYTHON_ITSELF, *words]
    return _run(root, words)


def _why_not() -> str:
    if os.geteuid() != 0:
        return "another Debian is made and entered by root only"
    missing = [program for program in (MAKER, "unshare", "chroot") if shutil.which(program) is None]
    return f"{', '.join(missing)} missing: apt-get install mmdebstrap util-linux" if missing else ""


def _made(root: Path) -> str:
    """Make the Debian unless it is kept from before; return why it cannot be had."""
    if (root / "usr/bin/python3").exists():
        return ""
    fresh = root.with_name(f"{root.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.parent.mkdir(parents=True, exist_ok=True)
    print("making a Debian 13 (only once, about two minutes)", flush=True)
    try:
        mirror = debian_archive.mirror()
    except debian_archive.NotFetchedError as missing:
        return str(missing)
    made = subprocess.run(
        [
            *(MAKER, "--variant=minbase", f"--include={','.join(PACKAGES)}", f"--keyring={debian_archive.KEYRING}"),
            *(RELEASE, str(fresh), mirror),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        return f"{MAKER} failed: {(made.stderr.strip().splitlines() or ['no word'])[-1]}"
    shutil.rmtree(root, ignore_errors=True)
    fresh.rename(root)
    return ""


def _copy(inside: Path) -> None:
    """Copy what git knows or could know, with the environment of an earlier run left in place."""
    clone = environment.CLONE
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=clone,
        check=True,
        capture_output=True,
    ).stdout
    for old in inside.iterdir() if inside.exists() else ():
        if old.name != KEPT:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name in map(os.fsdecode, listed.split(b"\0")[:-1]):
        if (clone / name).is_file():
            (inside / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(clone / name, inside / name)
    root = inside.parents[1]
    for file in (CERTIFICATES, *NAMES):
        if file.exists():
            shutil.copyfile(file, root / str(file).lstrip("/"))


def _run(root: Path, words: list[str]) -> int:
    """The mounts end with the process: they are in a namespace of their own."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(SETTINGS)}
    kept |= {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8"}
    command = ["unshare", "--mount", "--propagation", "slave", "sh", "-c", ENTERED, "tests", str(root), *words]
    return subprocess.run(command, env=kept, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
