"""The fact, the closed union of all fact bodies, and the type of a decision."""

from collections.abc import Sequence

from firmware_host.rules.decision import Draft, Refusal
from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.clocks import Stamp
from firmware_host.table.facts.corrections import CorrectingBody
from firmware_host.table.facts.decks import DecksBody
from firmware_host.table.facts.dice import DiceBody, WagersOpened
from firmware_host.table.facts.floor import AlertsBody, ApprovalsBody, FloorBody, KeysBody, PeopleBody, SessionBody
from firmware_host.table.facts.money import MoneyBody
from firmware_host.table.facts.record_in_doubt import RecordBody
from firmware_host.table.facts.round import ButtonBody, GamesBody, PlayBody
from firmware_host.table.facts.seating import SeatingBody
from firmware_host.table.facts.shuffler import ShufflerBody
from firmware_host.table.facts.system import ControllerBody, KeepingBody
from firmware_host.table.terms import IntentId, JournalId

Body = (
    ControllerBody
    | KeepingBody
    | RecordBody
    | SessionBody
    | PeopleBody
    | KeysBody
    | SeatingBody
    | GamesBody
    | MoneyBody
    | DecksBody
    | ShufflerBody
    | ButtonBody
    | PlayBody
    | FloorBody
    | AlertsBody
    | DiceBody
    | ApprovalsBody
    | CorrectingBody
    | RoundBody
)

TableDraft = Draft[Body]


FACT_VERSION = 1
"""Goes up when a fact's shape changes in a way that no default can bridge; see `journal/upcast.py`."""


class Fact(Record, frozen=True, kw_only=True, omit_defaults=True):
    """
    One entry of the journal. Only the host adds number, stamp and hash.

    `cause` is the intent's id, `rules` the digest of the rules and configuration in force. `round` is 0 between
    rounds. Outside the journal the fact is named `journal:number`.
    """

    journal: JournalId
    number: int
    at: Stamp
    round: int
    cause: IntentId
    actor: str
    """The person or device whose act this is."""
    rules: str
    paragraphs: Paragraphs
    body: Body
    """What happened, by its kind."""
    version: int = 1
    """Version of the fact's format; written only where it is not 1."""

    @property
    def name(self) -> str:
        """Return the name used outside the journal: `journal:number`."""
        return f"{self.journal}:{self.number}"


ROUND_BEGINS = (RoundStarted, WagersOpened)
"""The first fact of a round: of a round of poker, or of a shake of the dice."""


Drafts = tuple[TableDraft, ...]

Decision = Drafts | Refusal
"""The new facts, an empty tuple where the act changes nothing, or a refusal."""


def sentence(fact: Fact) -> str:
    """Return the fact's sentence, with the round's number filled in."""
    said = fact.body.sentence()
    if not fact.round:
        return said
    name = f"Round {fact.round}"
    return f"{name}: {said}" if isinstance(fact.body, ROUND_BEGINS) else said.replace("The round", name, 1)


def with_paragraphs(said: str, paragraphs: Sequence[str]) -> str:
    """
    Append the paragraphs.

    >>> with_paragraphs("Seat 4 checks.", ("14.10(g)",))
    'Seat 4 checks. [14.10(g)]'
    """
    return f"{said} [{', '.join(paragraphs)}]" if paragraphs else said
