"""The options for people in `table.toml`."""

from pathlib import Path

from firmware_host.rules.struct import Record


class PeopleConfig(Record, frozen=True, kw_only=True):
    """Where the pepper is kept; by default beside the data folder, as `FOLDER.pepper`."""

    pepper: str = ""
    """The file of the pepper; best in a place that the backups of the record do not include."""

    def pepper_of(self, folder: Path) -> Path:
        """Return the pepper file for a table with this data folder."""
        return Path(self.pepper) if self.pepper else default_pepper(folder)


def default_pepper(folder: Path) -> Path:
    """
    Return the default pepper file: beside the data folder, so that a copy of the folder does not include it.

    >>> str(default_pepper(Path("/var/lib/firmware-host")))
    '/var/lib/firmware-host.pepper'
    """
    whole = folder.absolute()
    return whole.with_name(f"{whole.name}.pepper")
