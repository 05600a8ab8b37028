"""
Who gets what of which pot, worked out before it is pushed, for the dealer to confirm (14.6(e)2, 5, 6, 8 and 9).

First the rake is taken, then the bad beat contribution, once per hand, by the total of all pots. Both come out of the
centre pot, to which all have contributed; if that is not enough, out of the side pots in the order in which they were
made.

The prompt names the money that goes back, what is taken, and each pot in the order of the pushes with shares, hands and
odd money. A dealer who names other winners is told whose the pot is; chips that lie there already come back.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from firmware_host.rules.decision import Code, Refusal, draft, refuse
from firmware_host.rules.game import StreetName
from firmware_host.rules.pots.bad_beat import bad_beat, contribution_cents, offered_at
from firmware_host.rules.pots.division import Division, OddUnit, Part, PartName, divide, order_of_receipt
from firmware_host.rules.pots.rake import NoRake, rake_cents
from firmware_host.rules.pots.side_pots import Pot, Uncalled, order_of_award, side_pots
from firmware_host.rules.round.round_state import Round, RoundDraft
from firmware_host.rules.round_acts import AwardPot
from firmware_host.rules.round_facts import BadBeatContributed, BadBeatHeld, PotMispushed, RakeTaken
from firmware_host.rules.stakes import Stakes
from firmware_host.rules.struct import Paragraphs, Seat, once
from firmware_host.rules.wording import joined, money, seats

RAKE = ("14.6(e)8", "14.14", "I-9")

CONTRIBUTION = ("14.6(e)9", "14.19", "I-10")

HELD = ("14.1", "14.19", "I-10")


class Taken(NamedTuple):
    """What is taken from all pots together."""

    rake_cents: int
    contribution_cents: int


def due(round_: Round, pot_cents: int) -> Taken:
    """Return what is taken from this total of all pots."""
    stakes = round_.stakes
    if stakes is None or _takes_nothing(stakes):
        return Taken(0, 0)
    has_flop = any(street.name is StreetName.FLOP for street in round_.rules.streets)
    rake = rake_cents(stakes.rake, pot_cents=pot_cents, board_dealt=not has_flop or bool(round_.board))
    if stakes.bad_beat is None or not offered_at(round_.rules):
        return Taken(rake, 0)
    return Taken(rake, contribution_cents(stakes.bad_beat, pot_cents=pot_cents - rake))


def facts(round_: Round, taken: Taken) -> tuple[RoundDraft, ...]:
    """Return the facts of what is taken, and of a bad beat if the hands shown are one."""
    drafts: list[RoundDraft] = []
    if taken.rake_cents:
        drafts.append(draft(RakeTaken(cents=taken.rake_cents), *RAKE))
    if taken.contribution_cents:
        drafts.append(draft(BadBeatContributed(cents=taken.contribution_cents), *CONTRIBUTION))
    held = _held(round_)
    if held:
        drafts.append(draft(held, *HELD))
    return tuple(drafts)


def net(pots: Sequence[Pot], taken: Taken) -> tuple[Pot, ...]:
    """Return the pots net of what is taken, centre pot first. A pot used up stays, with 0."""
    left, after = sum(taken), []
    for pot in pots:
        from_it = min(left, pot.cents)
        left -= from_it
        after.append(replace(pot, cents=pot.cents - from_it) if from_it else pot)
    return tuple(after)


def _takes_nothing(stakes: Stakes) -> bool:
    """Return whether nothing can be taken; a fast path, because most replayed hands have no rake."""
    return stakes.bad_beat is None and isinstance(stakes.rake, NoRake)


def _held(round_: Round) -> BadBeatHeld | None:
    rules = round_.stakes.bad_beat if round_.stakes else None
    if rules is None:
        return None
    hands = {player.seat: (*player.down, *player.up) for player in round_.live}
    found = bad_beat(rules, game=round_.rules, hands=hands, board=round_.board)
    if found is None:
        return None
    return BadBeatHeld(seats=found.losers, winners=found.winners, words=found.words, beaten_by=found.beaten_by)


AWARD = ("14.6(e)5",)

SIDE_POTS = ("14.6(e)6", "14.7(c)4iii")

OF_PART = {PartName.HIGH: "the high half, ", PartName.LOW: "the low half, ", PartName.WHOLE: ""}


class Push(NamedTuple):
    """One pot as it is pushed: its number, 0 for the centre pot, what is in it when all is taken, and to whom."""

    number: int
    pot: Pot
    division: Division


class Share(NamedTuple):
    """What one winner gets of one part of a pot: the even share, and the odd money if any."""

    seat: Seat
    even_cents: int
    odd: OddUnit | None

    @property
    def cents(self) -> int:
        """Return all that this winner gets of the part."""
        return self.even_cents + self.odd_cents

    @property
    def odd_cents(self) -> int:
        """Return the odd money."""
        return self.odd.cents if self.odd is not None else 0


class Award(NamedTuple):
    """All that is done with the money of a round, in the order in which the dealer does it."""

    uncalled: Uncalled | None
    taken: Taken
    pushes: tuple[Push, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return who gets something of any pot, in the order of the pushes."""
        return tuple(dict.fromkeys(seat for push in self.pushes for seat in seats_of(push)))


def seats_of(push: Push) -> tuple[Seat, ...]:
    """Return who gets something of this pot."""
    return tuple(dict.fromkeys(seat for part in push.division.parts for seat in part.winners))


def work_out(round_: Round) -> Award:
    """Work out what goes back, what is taken, and who gets how much of each pot (14.6(e)5, 6)."""
    stakes, game = round_.stakes, round_.rules
    contributed = {player.seat: player.put_in for player in round_.players}
    found = side_pots(contributed, [player.seat for player in round_.live], dead_cents=round_.dead)
    taken = due(round_, sum(pot.cents for pot in found.pots))
    pots = net(found.pots, taken)
    order = order_of_receipt(game, round_.seats, round_.button)
    hands = {player.seat: (*player.down, *player.up) for player in round_.live}
    pushes = tuple(
        [
            Push(
                pots.index(pot),
                pot,
                divide(
                    game=game,
                    pot_cents=pot.cents,
                    chip_cents=stakes.chip_cents if stakes else 1,
                    hands={seat: hand for seat, hand in hands.items() if seat in pot.eligible},
                    board=round_.board,
                    order=order,
                ),
            )
            for pot in order_of_award(pots)
        ]
    )
    return Award(found.uncalled, taken, pushes)


def paragraphs_of(push: Push) -> Paragraphs:
    """Return all that decides about one pot."""
    said = (paragraph for part in push.division.parts for paragraph in _why(part))
    return once((*AWARD, *(SIDE_POTS if push.number else ()), *said))


def _why(part: Part) -> Paragraphs:
    """Return what makes a part go where it goes, the odd money of the halves and of the tied too (I-5)."""
    halved = part.odd_cents_paragraphs if part.odd_cents else ()
    return (*part.paragraphs, *halved, *[paragraph for unit in part.odd for paragraph in unit.paragraphs])


def names_others(act: AwardPot, worked_out: Award) -> bool:
    """
    Return whether the dealer names other winners than the hands do; by naming nobody the dealer confirms.

    `seats` are the winners of the centre pot, or, where no side pot is named, of all pots together.
    """
    by_pot = {push.number: set(seats_of(push)) for push in worked_out.pushes}
    side = any(set(to) != by_pot.get(number, set()) for number, to in enumerate(act.side_pots, 1))
    named, all_of_them = set(act.seats), set(worked_out.winners)
    centre = by_pot.get(0, set())
    return side or bool(named and named != centre and (act.side_pots or named != all_of_them))


def pushed_wrongly(act: AwardPot, worked_out: Award) -> tuple[RoundDraft, ...] | Refusal:
    """Refuse another winner than the hands name; record it where the chips lie there already, to be taken back."""
    named = tuple(dict.fromkeys([*act.seats, *(seat for to in act.side_pots for seat in to)]))
    if act.pushed:
        return (draft(PotMispushed(seats=named, due=worked_out.winners), *AWARD),)
    return refuse(
        f"the dealer names {seats(named)}, but by the hands shown the pots go elsewhere: {say_pushes(worked_out)}",
        f"push the pots to {seats(worked_out.winners) or 'nobody'}",
        *paragraphs(worked_out),
        code=Code.WRONG_WINNER,
    )


def paragraphs(worked_out: Award) -> Paragraphs:
    """Return all that decides about all pots."""
    return once((*AWARD, *(paragraph for push in worked_out.pushes for paragraph in paragraphs_of(push))))


def award_in_order(round_: Round, worked_out: Award, *, push: str = "") -> tuple[str, ...]:
    """
    Return what the dealer does with the money and the cards at the end of a round, in its order.

    `push` replaces the pushes in words where they are listed elsewhere.
    """
    back = [f"Take the pot back from {seats(round_.mispushed)}."] if round_.mispushed else []
    uncalled = worked_out.uncalled
    if uncalled:
        back.append(f"Return the uncalled {money(uncalled.cents)} to seat {uncalled.seat}.")
    rake, fund = worked_out.taken
    taken = [f"Rake: {money(rake)}."] if rake else []
    taken += [f"Bad beat fund: {money(fund)}."] if fund else []
    collect = "Collect the losing hands." if round_.contested else "Collect the other hands."
    pushes = [push or f"Push {say_pushes(worked_out)}."] if worked_out.pushes else []
    return (*back, *taken, collect, *pushes, "Collect the winning hand.")


def say_pushes(worked_out: Award) -> str:
    """Return each pot in the order of the pushes: the side pot made last first, the centre pot last."""
    return "; ".join(_say_push(push) for push in worked_out.pushes)


def _say_push(push: Push) -> str:
    name = f"side pot {push.number}" if push.number else "the centre pot"
    parts = push.division.parts
    if len(parts) == 1 and len(parts[0].winners) == 1:
        (part,) = parts
        return f"{name} of {money(push.pot.cents)} to seat {part.winners[0]} ({_why_won(part)})"
    return f"{name} of {money(push.pot.cents)}: {joined([_say_part(part) for part in parts])}"


def shares_of(part: Part) -> tuple[Share, ...]:
    """Return what each winner gets of this part, its odd money within."""
    odd = {unit.seat: unit for unit in part.odd}
    even = (part.cents - sum(unit.cents for unit in part.odd)) // len(part.winners)
    return tuple([Share(seat, even, odd.get(seat)) for seat in part.winners])


def _say_part(part: Part) -> str:
    said = []
    for share in shares_of(part):
        by = f" by the {share.odd.card}" if share.odd is not None and share.odd.card else ""
        noted = f", {money(share.odd.cents)} of it odd{by}" if share.odd is not None else ""
        said.append(f"{money(share.cents)} to seat {share.seat}{noted}")
    halved = f", {money(part.odd_cents)} of it odd" if part.odd_cents else ""
    return f"{joined(said)} ({OF_PART[part.name]}{_why_won(part)}{halved})"


def _why_won(part: Part) -> str:
    return part.hand or "the last player left"
