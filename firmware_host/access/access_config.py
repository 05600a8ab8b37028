"""The [people] section of `table.toml`."""

from pathlib import Path

from firmware_host.rules.struct import Record


class PeopleConfig(Record, frozen=True, kw_only=True):
    """Where the pepper is kept, the key of the PIN hashes."""

    pepper: str = ""
    """The pepper's file (empty: `FOLDER.pepper` beside the data folder); keep it out of backups of the record."""

    def pepper_of(self, folder: Path) -> Path:
        """Return the pepper file for a table with this data folder."""
        return Path(self.pepper) if self.pepper else default_pepper(folder)


def default_pepper(folder: Path) -> Path:
    """
    Return the default path of the pepper: outside the data folder, so that a copy of the folder lacks it.

    >>> str(default_pepper(Path("/var/lib/firmware-host")))
    '/var/lib/firmware-host.pepper'
    """
    whole = folder.absolute()
    return whole.with_name(f"{whole.name}.pepper")
