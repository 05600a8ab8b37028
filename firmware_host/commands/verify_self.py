"""`firmware-host verify-self`: compares the installed program with the manifest that the house signed."""

import argparse
import json
from importlib.metadata import version
from pathlib import Path

from firmware_host import files
from firmware_host.config import load
from firmware_host.diagnostics import program_manifest
from firmware_host.diagnostics.program_manifest import Manifest, ProgramConfig
from firmware_host.errors import UserError

DIFFERS = 1

LEAST_NONCE, MOST_NONCE = 8, 64
"""Bytes: a shorter nonce could be answered in advance."""


def run(options: argparse.Namespace) -> int:
    if options.make is not None:
        return _make(options)
    config = _config(options)
    found = program_manifest.check(config)
    answer = "" if options.nonce is None else _answer(config, options.nonce)
    if options.json:
        said = {
            "manifest": config.manifest,
            "serial": found.serial,
            "sha256": found.sha256,
            "matches": not found.differing,
            "differing": list(found.differing),
        }
        print(json.dumps(said | ({"answer": answer} if answer else {}), indent=2))
    else:
        for line in found.differing:
            print(line)
        named = f"manifest no. {found.serial} ({config.manifest}, SHA-256 {found.sha256})"
        count = "1 difference" if len(found.differing) == 1 else f"{len(found.differing)} differences"
        print(count if found.differing else f"The program matches {named}.")
        if answer:
            print(f"answer: {answer}")
    return DIFFERS if found.differing else 0


def _config(options: argparse.Namespace) -> ProgramConfig:
    if options.manifest is not None:
        if options.house_key is None:
            raise UserError("--manifest needs --house-key, the public key that signs it")
        return ProgramConfig(manifest=str(options.manifest), house_key=options.house_key)
    if options.config is None:
        raise UserError("name the table.toml whose section [program] names the manifest, or give --manifest")
    config = load.read(options.config).program
    if config is None:
        raise UserError(
            f"{options.config} has no section [program], so no manifest says which files belong on this board; "
            "add it, with `manifest` and `house_key`"
        )
    return config


def _answer(config: ProgramConfig, nonce: str) -> str:
    try:
        given = bytes.fromhex(nonce)
    except ValueError:
        raise UserError(f"{nonce!r} is not a number in hexadecimal; give 8 to 64 bytes, as 16 to 128 digits") from None
    if not LEAST_NONCE <= len(given) <= MOST_NONCE:
        raise UserError(f"the nonce has {len(given)} bytes; give 8 to 64, as 16 to 128 hexadecimal digits")
    return program_manifest.answer(program_manifest.read(config), given)


def _make(options: argparse.Namespace) -> int:
    if not options.files:
        raise UserError("name the folders and files of the installed program, such as /usr/lib/firmware-host")
    folders = [path for path in options.files if path.is_dir()]
    manifest = program_manifest.make(
        serial=options.serial,
        software=f"firmware-host {version('firmware-host')}",
        folders=folders,
        files=[path for path in options.files if path not in folders],
    )
    _write(options.make, manifest)
    print(f"{options.make} lists {len(manifest.files)} files. Sign it on the machine that has the house's key:")
    print(f"  openssl pkeyutl -sign -rawin -inkey house.pem -in {options.make} -out {options.make}.sig")
    return 0


def _write(path: Path, manifest: Manifest) -> None:
    with files.output(path) as file:
        file.write(manifest.text().encode())
