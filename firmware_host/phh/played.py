"""A hand played to its end, and in which way its file was read."""

from dataclasses import dataclass

from firmware_host.phh.fields import Amount
from firmware_host.phh.units import Units
from firmware_host.rules.round import Round
from firmware_host.rules.round.drafts import RoundDraft


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """
    What a file leaves open, read in one way.

    `blinds_in_full`: a blind of who had less is called in full, as in these rules, or what lies there is, as elsewhere.
    `as_told`: the cards were dealt in the order in which they are listed, or in that of the seeds.
    """

    blinds_in_full: bool = True
    as_told: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """Who has what in the end, in the file's own units and player order, and all that happened."""

    finishing_stacks: tuple[Amount, ...]
    told: tuple[RoundDraft, ...]
    units: Units
    final: Round
