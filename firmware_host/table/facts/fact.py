"""The fact, the closed union of everything that can become true, and what a decision consists of."""

from collections.abc import Sequence

from firmware_host.rules.decision import Draft, Refusal
from firmware_host.rules.round_facts import RoundBody, RoundStarted
from firmware_host.rules.struct import Paragraphs, Record
from firmware_host.table.facts.corrections import CorrectingBody
from firmware_host.table.facts.decks import DecksBody
from firmware_host.table.facts.dice import DiceBody, WagersOpened
from firmware_host.table.facts.floor import AlertsBody, ApprovalsBody, FloorBody, KeysBody, PeopleBody, SessionBody
from firmware_host.table.facts.money import MoneyBody
from firmware_host.table.facts.record import RecordBody
from firmware_host.table.facts.round import ButtonBody, GamesBody, PlayBody
from firmware_host.table.facts.seating import SeatingBody
from firmware_host.table.facts.shuffler import ShufflerBody
from firmware_host.table.facts.system import ControllerBody, KeepingBody
from firmware_host.table.stamp import Stamp
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
    What became true. The host alone adds number, stamp and hash.

    `cause` is the intent's id; `rules` the digest of the rules and configuration in force; `round` is 0 between
    rounds. Named outwardly as `journal:number`.
    """

    journal: JournalId
    number: int
    at: Stamp
    round: int
    cause: IntentId
    actor: str
    rules: str
    paragraphs: Paragraphs
    body: Body
    version: int = 1
    """Of the shape of facts: written only where it is not 1."""

    @property
    def name(self) -> str:
        """Return the fact's name everywhere outside the journal."""
        return f"{self.journal}:{self.number}"


ROUND_BEGINS = (RoundStarted, WagersOpened)

"""The first fact of a round: of poker, or of a shake of the dice with its wagers."""


Drafts = tuple[TableDraft, ...]

Decision = Drafts | Refusal

"""What becomes true, nothing where nothing new was told, or why not."""


def sentence(fact: Fact) -> str:
    """Return what the fact means to somebody watching."""
    said = fact.body.sentence()
    if not fact.round:
        return said
    name = f"Round {fact.round}"
    return f"{name}: {said}" if isinstance(fact.body, ROUND_BEGINS) else said.replace("The round", name, 1)


def with_paragraphs(said: str, paragraphs: Sequence[str]) -> str:
    """
    Add where it is written.

    >>> with_paragraphs("Seat 4 checks.", ("14.10(g)",))
    'Seat 4 checks. [14.10(g)]'
    """
    return f"{said} [{', '.join(paragraphs)}]" if paragraphs else said
