"""What is in the package: the product's wheel, the wheels it needs, and the files beside this module."""

import argparse
import email
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from email.message import Message
from pathlib import Path

from firmware_host.cli import COMMANDS
from firmware_host.errors import UserError
from hil.environment import CLONE
from hil.package.archive import FILE, PROGRAM, Package, Packed, zipped
from hil.package.wheels import TARGETS, Target, unpacked, wheels

FILES = Path(__file__).parent / "files"

HOME = "usr/lib/firmware-host"

NO_COMMIT = 1_577_836_800
"""The time of every file where no commit says one: the first second of 2020."""

INSTALLED = {
    "firmware-host": ("usr/bin/firmware-host", PROGRAM),
    "firmware-host.service": ("usr/lib/systemd/system/firmware-host.service", FILE),
    "firmware-host-kiosk.service": ("usr/lib/systemd/system/firmware-host-kiosk.service", FILE),
    "sysusers.conf": ("usr/lib/sysusers.d/firmware-host.conf", FILE),
    "udev.rules": ("usr/lib/udev/rules.d/61-firmware-host.rules", FILE),
    "mosquitto.conf": ("etc/mosquitto/conf.d/firmware-host.conf", FILE),
    "lintian-overrides": ("usr/share/lintian/overrides/firmware-host", FILE),
}
"""Where each of the files beside this module goes, and its mode."""

SCRIPTS = ("preinst", "postinst", "prerm", "postrm")

DOCS = {
    "README.md": "README.md",
    "install.md": "hil/package/install.md",
    "replace.md": "hil/package/replace.md",
    "devices.md": "drivers/README.md",
    "running.md": "firmware_host/config/README.md",
    "record.md": "firmware_host/journal/README.md",
    "mqtt.md": "firmware_host/mqtt/README.md",
    "examples/poker.toml": "firmware_host/examples/poker.toml",
    "examples/mini-dice.toml": "firmware_host/examples/mini-dice.toml",
    "examples/mosquitto.conf": "firmware_host/mqtt/mosquitto.conf",
    "examples/rights": "firmware_host/mqtt/rights.example",
}

SUMMARY = "controller of one casino table: proves every shuffle, records every round"

DESCRIPTION = f"""{SUMMARY}
 The software of the box under one casino table. It drives the card shuffler,
 reads the dealer's keys, follows the game by the New Jersey rules, keeps a
 tamper-evident record and publishes every round over MQTT.
 .
 The packages that it was tested with are in /usr/lib/firmware-host."""


def run(options: argparse.Namespace) -> int:
    """Make the packages that the options choose, and say where they are."""
    chosen = [
        target
        for target in TARGETS
        if (not options.release or target.release in options.release)
        and (not options.architecture or target.architecture in options.architecture)
    ]
    with tempfile.TemporaryDirectory() as folder:
        product = product_wheel(Path(folder))
        options.into.mkdir(parents=True, exist_ok=True)
        made = []
        for target in chosen:
            begun, package = time.monotonic(), package_of(target, product)
            path = options.into / package.name
            path.write_bytes(package.written())
            took = time.monotonic() - begun
            made.append({"file": str(path), "bytes": path.stat().st_size, "seconds": round(took, 1)})
            if not options.json:
                print(f"{path}: {path.stat().st_size / 1e6:.1f} MB in {took:.1f} s")
    if options.json:
        print(json.dumps(made, indent=2))
    return 0


def stamp() -> int:
    """Return the time that every file of the package gets: that of the commit (reproducible-builds.org)."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdigit():
        return int(given)
    try:
        ran = subprocess.run(
            ["git", "-C", str(CLONE), "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False
        )
    except OSError:
        return NO_COMMIT
    return int(ran.stdout) if ran.returncode == 0 and ran.stdout.strip().isdigit() else NO_COMMIT


def product_wheel(folder: Path) -> Path:
    """Build the wheel of the product. Raises `UserError` where that fails."""
    ran = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=CLONE,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(stamp()), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    if ran.returncode:
        raise UserError(f"cannot build the wheel of the product: {ran.stderr.strip().splitlines()[-1]}")
    (wheel,) = folder.glob("firmware_host-*.whl")
    return wheel


def version() -> str:
    """Return the version of the product."""
    found: str = tomllib.loads((CLONE / "pyproject.toml").read_text())["project"]["version"]
    return found


def package_of(target: Target, product: Path) -> Package:
    """Return the package of one target. Raises `NoIndexError` where its wheels cannot be had."""
    whole = f"{version()}+deb{target.number}"
    licences: list[Message] = []
    files = of_wheels((product, *wheels(target)), licences)
    files.update(_beside(whole))
    scripts = {name: (FILES / name).read_text().replace("@VERSION@", whole) for name in SCRIPTS}
    files["usr/share/doc/firmware-host/copyright"] = Packed(_copyright(licences).encode())
    return Package(fields=_fields(target, whole), scripts=scripts, files=files, folders={}, stamp=stamp())


def of_wheels(these: Iterable[Path], licences: list[Message]) -> dict[str, Packed]:
    """Return the files of all wheels. Raises `UserError` where two wheels hold different files of one path."""
    files: dict[str, Packed] = {}
    source: dict[str, Path] = {}
    for wheel in these:
        for path, packed in _of_wheel(wheel, licences):
            other = source.setdefault(path, wheel)
            if files.setdefault(path, packed) != packed:
                inside = path.removeprefix(f"{HOME}/")
                raise UserError(
                    f"{other.name} and {wheel.name} both hold {inside}, with different contents; leave one of them out"
                )
    return files


def _of_wheel(wheel: Path, licences: list[Message]) -> Iterator[tuple[str, Packed]]:
    for path, data in unpacked(wheel):
        if path.endswith(".dist-info/METADATA"):
            licences.append(email.message_from_bytes(data))
        if not _is_left_out(path):
            # Nothing in here is started by itself: modules are imported, libraries are loaded.
            yield f"{HOME}/{path}", Packed(data, FILE)


def _is_left_out(path: str) -> bool:
    """Return whether a board has no use for this file: sources and tests of other people's packages."""
    parts = Path(path).parts
    return path.endswith((".c", ".h", ".pyx", ".pxd", ".pyi", "py.typed")) or "tests" in parts[:-1]


def _beside(whole: str) -> dict[str, Packed]:
    files = {path: Packed((FILES / name).read_bytes(), mode) for name, (path, mode) in INSTALLED.items()}
    doc = "usr/share/doc/firmware-host"
    files.update({f"{doc}/{name}": Packed(_doc(source)) for name, source in DOCS.items()})
    files[f"{doc}/NEWS.gz"] = Packed(zipped((CLONE / "CHANGELOG.md").read_text()))
    files[f"{doc}/changelog.gz"] = Packed(zipped(_changes(whole)))
    files["usr/share/man/man1/firmware-host.1.gz"] = Packed(zipped(_manual(whole)))
    return files


def _doc(source: str) -> bytes:
    """Return a page whose links to other pages of the package lead to them."""
    path = CLONE / source
    if path.suffix != ".md":
        return path.read_bytes()
    installed = {(CLONE / other).resolve(): name for name, other in DOCS.items()}

    def led(found: re.Match[str]) -> str:
        name = installed.get((path.parent / found[1]).resolve())
        return found[0] if name is None else f"]({name}{found[2] or ''})"

    return re.sub(r"\]\(([^)#:]+)(#[^)]*)?\)", led, path.read_text()).encode()


def _changes(whole: str) -> str:
    day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(stamp()))
    return (
        f"firmware-host ({whole}) stable; urgency=medium\n\n  * See NEWS.gz for what changes for a user.\n\n"
        f" -- {MAINTAINER}  {day}\n"
    )


MAINTAINER = "firmware-host maintainers <maintainers@users.noreply.a-seed-3c520446.example>"


def _fields(target: Target, whole: str) -> dict[str, str]:
    major, minor = target.python
    depends = [
        f"python3 (>= {major}.{minor}~)",
        f"python3 (<< {major}.{minor + 1}~)",
        f"libc6 (>= 2.{target.glibc})",
        "libgcc-s1",
        "init-system-helpers (>= 1.54~)",
        "systemd (>= 252)",
    ]
    return {
        "Package": "firmware-host",
        "Version": whole,
        "Architecture": target.architecture,
        "Maintainer": MAINTAINER,
        "Section": "misc",
        "Priority": "optional",
        "Depends": ", ".join(depends),
        "Recommends": "chrony | time-daemon, mosquitto",
        "Suggests": "cage, chromium, age",
        "Description": DESCRIPTION,
    }


def _manual(whole: str) -> str:
    """Return the manual page: the commands, each in its line of help."""
    day = time.strftime("%Y-%m-%d", time.gmtime(stamp()))
    lines = [
        f'.TH FIRMWARE-HOST 1 "{day}" "firmware-host {whole}"',
        ".SH NAME",
        f"firmware-host \\- {SUMMARY}",
        ".SH SYNOPSIS",
        ".B firmware-host",
        ".I COMMAND",
        "[options]",
        ".SH DESCRIPTION",
        "Each command explains itself: firmware-host COMMAND \\-\\-help. To begin: sudo firmware-host init.",
        ".SH COMMANDS",
    ]
    for name, entry in COMMANDS.items():
        lines += [".TP", f".B {_roff(name)}", _roff(entry.help)]
    lines += [".SH FILES", ".TP", ".I /etc/firmware-host/table.toml", "The settings of the table."]
    lines += [".TP", ".I /var/lib/firmware-host", "The record, PINs and keys."]
    lines += [".SH SEE ALSO", "/usr/share/doc/firmware-host/install.md, replace.md"]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _copyright(licences: list[Message]) -> str:
    """Return the licence of the product, and those that the packages beside it state."""
    text = (FILES / "copyright.head").read_text()
    named: dict[str, str] = {}
    for metadata in sorted(licences, key=lambda each: str(each["Name"]).lower()):
        name = str(metadata["Name"])
        if name != "firmware-host":
            licence = str(metadata["License-Expression"] or metadata["License"] or _classified(metadata))
            named[name] = " ".join(licence.split())[:60] or "unknown"
    for name, licence in named.items():
        short = f"{name}-licence"
        text += (
            f"\nFiles: {HOME}/{name.lower().replace('-', '_')}*\nCopyright: the authors of {name}\n"
            f"License: {short}\n"
            f" {licence}. The full text is in the .dist-info folder of {name} in /{HOME}.\n"
        )
    return text


def _classified(metadata: Message) -> str:
    names = [str(each) for each in metadata.get_all("Classifier", []) if str(each).startswith("License ::")]
    return names[0].rpartition(":: ")[2] if names else ""
