"""All that is done before the first deck is shuffled (14.4), as the acts of those who do it."""

from firmware_host.rules.decision import Role
from firmware_host.table.acts.decks import InspectDecks, SpreadDecks, VerifyDecks, WashDeck
from firmware_host.table.acts.floor import BeginTrust, OpenTable
from firmware_host.table.acts.intent import Act
from firmware_host.table.config import TableConfig
from firmware_host.table.identities import STAFF

EVERYBODY = "somebody"
"""One person in every role, for tests that are about something else."""


INSPECTOR = "dealer-1"
"""Nobody verifies what the same person inspected (14.4(a), (b)): this dealer does the one, `EVERYBODY` the other."""


SPREAD: tuple[Act, ...] = (InspectDecks(), VerifyDecks(), SpreadDecks())


SECOND_SUPERVISOR = "pit-9"
"""Enrols people together with `EVERYBODY`, and does nothing else."""


def trusted(person: str = EVERYBODY) -> Act:
    return BeginTrust(person=person, roles=STAFF)


def trusted_too(person: str = SECOND_SUPERVISOR) -> Act:
    return BeginTrust(person=person, roles=(Role.CASINO_SUPERVISOR,))


def usual_actor(act: Act) -> str:
    """Return who does it where a test does not care who does."""
    return INSPECTOR if isinstance(act, InspectDecks) else EVERYBODY


def opening(config: TableConfig) -> tuple[Act, ...]:
    """Both decks inspected, verified, spread, looked at and washed; the table is open. A mini-dice table has none."""
    if config.mini_dice is not None:
        return (OpenTable(),)
    return (*SPREAD, OpenTable(), *(WashDeck(back=back) for back in config.decks))
