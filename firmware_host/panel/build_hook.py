"""Puts the built pages into the wheel. An editable install gets none: the clone's environment builds them itself."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages before the wheel, unless they are built from the present sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages; a wheel without them must not be made by accident."""
        del build_data
        if version == "editable":
            return
        # By its path: nothing of the project is installed where a wheel is built.
        path = Path(self.root) / "firmware_host" / "panel" / "build.py"
        spec = importlib.util.spec_from_file_location("build_pages", path)
        if spec is None or spec.loader is None:
            raise RuntimeError(f"cannot read {path}")
        pages = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(pages)
        if pages.is_built():
            return
        try:
            pages.build()
        except pages.NotBuiltError as why:
            raise RuntimeError(f"the pages cannot be built, and a wheel without them is of no use: {why}") from why
