"""
A Debian small enough to copy for a test: the packages of this machine that an installation needs, and dpkg's own notes.

Nothing is mounted and nothing is downloaded, so it works wherever root may chroot.
"""

import os
import re
import shutil
import stat
import subprocess
from pathlib import Path

NEEDED = ("python3", "systemd", "init-system-helpers")
"""Beside what Debian calls essential."""

LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")

ENOUGH_S = 120


class SmallDebian:
    """The root folder of a copied Debian."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def run(self, *words: str, answers: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run a command in it, as root, with an environment of its own."""
        return subprocess.run(
            ["chroot", str(self.root), *words],
            input=answers,
            capture_output=True,
            text=True,
            check=False,
            timeout=ENOUGH_S,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", **environment},
        )

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def mode(self, name: str) -> tuple[str, str, int]:
        """Return owner, group and mode of a file, by the names of this Debian."""
        found = self.path(name).stat()
        return (
            self._name("passwd", found.st_uid),
            self._name("group", found.st_gid),
            stat.S_IMODE(found.st_mode),
        )

    def _name(self, file: str, number: int) -> str:
        rows = (line.split(":") for line in self.path(f"etc/{file}").read_text().splitlines())
        return next(row[0] for row in rows if row[2] == str(number))


def copied(root: Path) -> SmallDebian:
    """Copy the packages into an empty folder."""
    packages = _closure(NEEDED)
    for link in LINKS:
        if Path("/", link).is_symlink():
            to = Path("/", link).readlink()
            (root / to).mkdir(parents=True, exist_ok=True)
            (root / link).symlink_to(to)
    lists = _listed(packages)
    for paths in lists.values():
        for path in paths:
            _copy(path, root)
    database = root / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers", "alternatives"):
        (database / folder).mkdir(parents=True, exist_ok=True)
    status = subprocess.run(["dpkg", "-s", *packages], capture_output=True, text=True, check=True)
    (database / "status").write_text(re.sub(r"\n---\n", "\n", status.stdout))
    for name, paths in lists.items():
        (database / "info" / f"{name}.list").write_text("\n".join(paths) + "\n")
    (database / "info" / "format").write_text("1\n")
    for folder in ("tmp", "dev", "proc", "run", "root", "var/log", "etc"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for file in ("passwd", "group"):
        shutil.copyfile(f"/usr/share/base-passwd/{file}.master", root / "etc" / file)
    (root / "etc/nsswitch.conf").write_text("passwd: files\ngroup: files\nshadow: files\n")
    (root / "dev/null").touch()
    if not (root / "bin/sh").exists():
        (root / "bin/sh").symlink_to("dash")
    subprocess.run(["chroot", str(root), "ldconfig"], check=False, timeout=ENOUGH_S)
    return SmallDebian(root)


def _closure(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the packages and what they need in turn, as far as it is installed here."""
    wanted = "${Package}\t${db:Status-Status}\t${Essential}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    rows = subprocess.run(["dpkg-query", "-W", "-f", wanted], capture_output=True, text=True, check=True)
    needs, provided, waiting = dict[str, str](), dict[str, str](), list(names)
    for name, status, essential, depends, provides in (line.split("\t") for line in rows.stdout.splitlines()):
        if status == "installed":
            needs[name] = depends
            waiting += [name] if essential == "yes" else []
            provided.update({word.split()[0]: name for word in provides.split(",") if word.strip()})
    found = dict[str, None]()
    while waiting:
        name = waiting.pop()
        name = name if name in needs else provided.get(name, "")
        if name and name not in found:
            found[name] = None
            for group in needs[name].split(","):
                first = [each.split()[0].partition(":")[0] for each in group.split("|") if each.strip()]
                waiting += [each for each in first if each in needs or each in provided][:1]
    return tuple(sorted(found))


def _listed(names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the files of each package, without what only people read."""
    ran = subprocess.run(["dpkg", "-L", *names], capture_output=True, text=True, check=True)
    skipped = ("/usr/share/doc/", "/usr/share/man/", "/usr/share/locale/", "/usr/share/info/", "/usr/share/zoneinfo/")
    return {
        name: [
            line
            for line in text.splitlines()
            if line.startswith("/") and line != "/." and not f"{line}/".startswith(skipped)
        ]
        for name, text in zip(names, ran.stdout.split("\n\n"), strict=True)
    }


def _copy(path: str, root: Path) -> None:
    source, target = Path(path), root / path.lstrip("/")
    if source.is_dir() and not source.is_symlink():
        target.mkdir(parents=True, exist_ok=True)
        return
    if os.path.lexists(target) or not os.path.lexists(source):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)
