"""What a house may not change under the wagers that are on the table."""

from firmware_host.rules.answers import Code, Refusal
from firmware_host.rules.dice import Wager
from firmware_host.table.config import TableConfig
from firmware_host.table.state import TableState


def cannot_change(state: TableState, config: TableConfig) -> Refusal | None:
    """
    Refuse to change what is offered while somebody has wagered on it: place bets stay up from shake to shake (I-2).

    A table that is not told single wagers cannot know; the two people who ask for the change answer for it.
    """
    standing = state.dice.wagers if state.dice else ()
    if not standing or _same(state.config, config):
        return None
    named = ", ".join(f"seat {up.seat} on {up.wager}" for up in standing)
    return Refusal(
        code=Code.NOT_NOW,
        paragraphs=("I-2", "13.6(b)"),
        reason=f"wagers stand at the odds in force: {named}",
        allowed_by="their settlement",
    )


def _same(before: TableConfig | None, config: TableConfig) -> bool:
    """Return whether every wager means what it did, and goes on being told."""
    old, new = before.mini_dice if before else None, config.mini_dice
    if before is None or old is None or new is None or before.tracking is not config.tracking:
        return False
    return old.chip_cents == new.chip_cents and all(old.offered(wager) == new.offered(wager) for wager in Wager)
