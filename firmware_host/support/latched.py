"""The bundle that makes itself when a fault ends the table: a record that cannot be written, or one of this program."""

import logging
import tempfile
from pathlib import Path

from firmware_host.logs.saying import Log
from firmware_host.support import bundle, gathering

log = logging.getLogger(__name__)


def bundle_of(folder: Path, table_toml: str, said: Log, *, why: str) -> Path | None:
    """Write it beside the record; on a disk that takes nothing any more, where temporary files go. Never raises."""
    parts = {"trouble.txt": f"{why}\n", "log.jsonl": said.kept.text()}
    parts |= gathering.of_machine_and_record(folder, table_toml)
    for where in (folder, Path(tempfile.gettempdir())):
        try:
            written = bundle.write(where, parts, said.redaction)
        except OSError as error:
            log.warning("no support bundle could be written into %s (%s)", where, error.strerror)
        else:
            log.error("what led to this is in %s: send it to whoever looks after the controller", written)
            return written
    return None
