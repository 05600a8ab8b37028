"""A shuffler on MicroPython's unix port.

`micropython -m shuffler PORT FOLDER [option=value ...]`

PORT is a serial device or a pty. FOLDER keeps the device's memory and where its cards lie. Options: card_ms, run_ms,
debounce_ms, attest_ms (numbers), model, serial, label (text), id and words (hexadecimal).
`micropython -m shuffler image FILE` writes the image that ATTEST is answered over.
"""

import os
import sys

from .device import Traits
from .loop import Shuffler, run
from .unix import FileStore, UnixPort, firmware
from .works import Pace


def _device_id(folder: str) -> bytes:
    """The device's id: drawn once, as a maker would."""
    store = FileStore(folder + "/id")
    kept = store.read()
    if not kept:
        kept = os.urandom(16)
        store.write(kept, durable=True)
    return kept


def main(arguments: list[str]) -> None:
    if len(arguments) == 2 and arguments[0] == "image":
        with open(arguments[1], "wb") as file:
            file.write(b"".join(firmware()))
        return
    if len(arguments) < 2:
        raise SystemExit(__doc__ or "PORT and FOLDER are missing")
    path, folder = arguments[:2]
    options = dict([argument.split("=", 1) for argument in arguments[2:]])
    pace = Pace(
        int(options.pop("card_ms", "150")), int(options.pop("run_ms", "800")), int(options.pop("debounce_ms", "50"))
    )
    device_id = options.pop("id", "")
    traits = Traits(bytes.fromhex(device_id) if device_id else _device_id(folder))
    traits.attest_ms = int(options.pop("attest_ms", "0"))
    traits.words = int(options.pop("words", "0"), 16) or traits.words
    traits.model = options.pop("model", traits.model)
    traits.serial = options.pop("serial", traits.serial)
    traits.label = options.pop("label", "")
    if options:
        raise SystemExit("unknown option: " + ", ".join(sorted(options)))
    port = UnixPort(path)
    shuffler = Shuffler(port, traits, FileStore(folder + "/memory"), FileStore(folder + "/world"), pace)
    port.answer('{"ready": true}')
    run(port, shuffler)
    port.write(b"")


main(sys.argv[1:])
