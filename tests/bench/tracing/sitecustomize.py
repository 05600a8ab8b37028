"""
Notes which of the project's modules run in a controller. Only on the path of the benchmark's child process.

SIGUSR1 starts the note. It has two parts: the modules up to the publish of the first fact, and all modules until
SIGUSR2 writes both to the file named by MODULES_PASSED.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path
from types import FrameType

OURS = ("firmware_host", "drivers")


class Passed:
    """The modules that ran since the note was started."""

    def __init__(self) -> None:
        """Start empty."""
        self.to_the_publish: set[str] = set()
        self.all: set[str] = set()
        self.published = False

    def call(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        name = str(frame.f_globals.get("__name__", ""))
        if name.partition(".")[0] in OURS:
            self.all.add(name)
            if not self.published:
                self.to_the_publish.add(name)
        elif name == "aiomqtt.client" and frame.f_code.co_name == "publish":
            self.published |= str(frame.f_locals.get("topic", "")).endswith("/fact")


def begin(*_: object) -> None:
    passed.__init__()  # type: ignore[misc]
    sys.setprofile(passed.call)


def write(*_: object) -> None:
    sys.setprofile(None)
    Path(os.environ["MODULES_PASSED"]).write_text(
        json.dumps({"to_the_publish": sorted(passed.to_the_publish), "all": sorted(passed.all)}), encoding="utf-8"
    )


passed = Passed()
if "MODULES_PASSED" in os.environ:
    threading.setprofile(passed.call)
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, write)
