"""An installed program in a folder, with a manifest that a house has signed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware_host.diagnostics.program_manifest import ProgramConfig, make

KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"the house that signs programs in tests").digest())

PUBLIC = KEY.public_key().public_bytes_raw().hex()


@dataclass(frozen=True)
class Installed:
    """The program's folder, and what names its manifest."""

    folder: Path
    config: ProgramConfig

    @property
    def manifest(self) -> Path:
        return Path(self.config.manifest)

    def signs(self, *, serial: int = 1, key: Ed25519PrivateKey = KEY) -> None:
        """List what is installed now, and sign the list."""
        text = make(serial=serial, software="firmware-host 0", folders=[self.folder], files=[]).text().encode()
        self.manifest.write_bytes(text)
        self.manifest.with_name(f"{self.manifest.name}.sig").write_bytes(key.sign(text))


def installed(place: Path) -> Installed:
    folder = place / "program"
    (folder / "rules").mkdir(parents=True)
    (folder / "cli.py").write_text("print('deal')\n")
    (folder / "rules" / "ranking of hands.py").write_text("print('rank')\n")
    here = Installed(folder, ProgramConfig(manifest=str(place / "program.sha256"), house_key=PUBLIC))
    here.signs()
    return here
