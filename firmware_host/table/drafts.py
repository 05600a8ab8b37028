"""What an area of the table answers with."""

from firmware_host.rules.answers import Refusal
from firmware_host.table.contract import TableDraft

Drafts = tuple[TableDraft, ...]
Decision = Drafts | Refusal
"""What becomes true, nothing where nothing new was told, or why not."""
