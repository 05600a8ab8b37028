"""The [people] section of `table.toml`."""

from pathlib import Path

from firmware_host.access.pepper import FILE
from firmware_host.rules.struct import Record


class PeopleConfig(Record, frozen=True, kw_only=True):
    """Where the pepper is kept, the key of the PIN hashes."""

    pepper: str = ""
    """The pepper's file (empty: `pepper.key` in the data folder); a backup without it loses every PIN."""

    def pepper_of(self, folder: Path) -> Path:
        """Return the pepper file for a table with this data folder."""
        return Path(self.pepper) if self.pepper else default_pepper(folder)


def default_pepper(folder: Path) -> Path:
    """
    Return the default path of the pepper: among the keys in the data folder, which the controller's account owns.

    Versions before 0.3 kept the pepper beside the folder; such a file is used until `pepper.moved_in` has moved it.

    >>> str(default_pepper(Path("/var/lib/firmware-host")))
    '/var/lib/firmware-host/pepper.key'
    """
    inside, beside = folder.absolute() / FILE, pepper_beside(folder)
    return beside if beside.is_file() and not inside.exists() else inside


def pepper_beside(folder: Path) -> Path:
    """Return where versions before 0.3 kept the pepper."""
    whole = folder.absolute()
    return whole.with_name(f"{whole.name}.pepper")
