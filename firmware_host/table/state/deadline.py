"""
The types every part meets on: stamps, intents, facts, answers, deadlines, outstanding commands.

An intent is what a person asked or a sensor saw; a fact is what then became true. Tags and names here go to the
journal, to MQTT and into tests alike, and never change meaning.
"""

from firmware_host.rules.struct import Paragraphs, Record


class Deadline(Record, frozen=True, kw_only=True):
    """
    Something must have happened by `due_ms` of the monotonic clock of `boot`; people hear `say` at `warn_ms`.

    It bites between rounds; one that is `in_round` does so at once, because it only tells of something.
    """

    name: str
    boot: str
    due_ms: int
    warn_ms: int | None = None
    say: str = ""
    in_round: bool = False
    paragraphs: Paragraphs


class Alarm(Record, frozen=True, kw_only=True):
    """A deadline of this name has something to say at `at_ms` of the monotonic clock of `boot`."""

    name: str
    boot: str
    at_ms: int
