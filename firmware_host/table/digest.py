"""The digest of the rules and configuration in force, which every fact carries."""

import hashlib

from msgspec import json

from firmware_host.rules.dice import TERMS
from firmware_host.rules.games import GAMES
from firmware_host.table.config import TableConfig


def rules_digest(config: TableConfig | None) -> str:
    """Return the same 64 digits wherever the same games are played under the same configuration."""
    dice = config is not None and config.mini_dice is not None
    return hashlib.sha256(json.encode([config, *(TERMS.values() if dice else GAMES.values())])).hexdigest()
