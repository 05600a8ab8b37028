"""The people's part of `table.toml`."""

from pathlib import Path

from firmware_host.rules.struct import Record


class PeopleConfig(Record, frozen=True, kw_only=True):
    """Where the pepper lies; beside the data folder, as `FOLDER.pepper`, if nothing is said."""

    pepper: str = ""
    """Its file, kept apart from the record; best where the record's backups do not go."""

    def pepper_of(self, folder: Path) -> Path:
        """Return the file for a table with this data folder."""
        return Path(self.pepper) if self.pepper else default_pepper(folder)


def default_pepper(folder: Path) -> Path:
    """
    Return where the pepper lies if nobody says otherwise: a copy of the data folder does not take it along.

    >>> str(default_pepper(Path("/var/lib/firmware-host")))
    '/var/lib/firmware-host.pepper'
    """
    whole = folder.absolute()
    return whole.with_name(f"{whole.name}.pepper")
