"""The kill button (14.11(A)(i)): its place after a round, and the stakes while a kill is in force."""

from collections.abc import Sequence

from firmware_host.rules import kill
from firmware_host.rules.decision import draft
from firmware_host.rules.round_facts import PotAwarded
from firmware_host.rules.stakes import Stakes
from firmware_host.table.config import TableConfig
from firmware_host.table.facts.fact import TableDraft
from firmware_host.table.facts.round import KillButtonCollected, KillButtonMoved, KillButtonPlaced
from firmware_host.table.state.table import TableState


def in_force(state: TableState, config: TableConfig) -> Stakes | None:
    """Return the stakes of the next hand: the posted ones, or those raised by a kill."""
    posted = config.posted
    if posted is None or config.kill is None or state.kill_button is None:
        return posted
    return kill.raised(config.kill, posted)


def after_round(state: TableState, drafts: Sequence[TableDraft]) -> tuple[TableDraft, ...]:
    """Place, move or collect the kill button by the pots awarded; none where it stays."""
    rules = state.config.kill if state.config else None
    stakes = state.round.stakes if state.round else None
    if rules is None or stakes is None:
        return ()
    awards = [made.body for made in drafts if isinstance(made.body, PotAwarded)]
    seat = kill.winner(rules, awards, minimum_cents=stakes.min_cents)
    if seat == state.kill_button:
        return ()
    if seat is None:
        return (draft(KillButtonCollected(), *kill.ENDS),)
    body = (KillButtonPlaced if state.kill_button is None else KillButtonMoved)(seat=seat)
    return (draft(body, *kill.KILL),)
