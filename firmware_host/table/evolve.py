"""`evolve(state, fact)`: the table after one more fact."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from firmware_host.rules import round as play
from firmware_host.rules.bodies import RoundBody, RoundCompleted, RoundStarted, RoundVoided
from firmware_host.table.bodies import (
    ButtonMoved,
    ButtonPlaced,
    ChipsAdded,
    ConfigurationAdopted,
    Corrected,
    DealerOnDuty,
    DeckCut,
    DeckLoaded,
    DeckPutInPlay,
    DeviceCameUp,
    DeviceWentDown,
    FloorCalled,
    FloorCallEnded,
    ForeignDeckSeen,
    HostStarted,
    JournalOpened,
    KillButtonCollected,
    KillButtonMoved,
    KillButtonPlaced,
    ProofVoided,
    PuckSeen,
    SeatTaken,
    ShuffleOrdered,
    ShuffleOverdue,
    ShuffleProved,
    ShuffleRejected,
    TableOpened,
)
from firmware_host.table.contract import Fact
from firmware_host.table.corrections import may_be_taken_back
from firmware_host.table.decks import Back, Deck, Place, Proof
from firmware_host.table.state import TableState

KillButtonBody = KillButtonPlaced | KillButtonMoved | KillButtonCollected
TURNS = (TableOpened, DeckCut, DeckPutInPlay, ButtonMoved, *KillButtonBody.__args__, Corrected, *RoundBody.__args__)
"""What changes whose turn it is or what the dealer does next."""

DeckBody = DeckLoaded | ShuffleOrdered | ShuffleOverdue | ShuffleProved | ShuffleRejected | ProofVoided | DeckCut


def evolve(state: TableState, fact: Fact) -> TableState:
    """Fold one fact in. `Corrected` is folded by the ledger, which leaves out what it takes back."""
    return _numbered(_folded(state, fact), fact)


def _numbered(state: TableState, fact: Fact) -> TableState:
    if not isinstance(fact.body, TURNS):
        return replace(state, last=fact.number)
    same_step = state.latest_cause == fact.cause
    step: tuple[int, ...] = ()
    # A step is taken back whole or not at all: nothing of it once one of its facts may not be.
    if may_be_taken_back(fact.body) and not (same_step and not state.latest_step):
        step = (*(state.latest_step if same_step else ()), fact.number)
    return replace(state, last=fact.number, turn=fact.number, latest_step=step, latest_cause=fact.cause)


def _folded(state: TableState, fact: Fact) -> TableState:
    body = fact.body
    if isinstance(body, RoundBody):
        return _round(state, body)
    if isinstance(body, DeckBody):
        return _with_deck(state, body.back, lambda deck: _deck(deck, body, fact))
    match body:
        case ConfigurationAdopted(config=config):
            return replace(state, config=config, decks=tuple(Deck(back=back) for back in config.decks))
        case HostStarted():
            return replace(state, started=fact.number, devices={}, puck_known=False)
        case TableOpened():
            return replace(state, is_open=True)
        case DealerOnDuty(dealer=dealer):
            return replace(state, dealer=dealer)
        case SeatTaken(seat=seat, cents=cents):
            taken = tuple(sorted({*state.seats, seat}))
            return replace(state, seats=taken, stacks={**state.stacks, seat: cents} if cents else state.stacks)
        case ChipsAdded(seat=seat, cents=cents):
            return replace(state, stacks={**state.stacks, seat: state.stacks.get(seat, 0) + cents})
        case ButtonPlaced(seat=seat) | ButtonMoved(seat=seat):
            return replace(state, button=seat)
        case KillButtonPlaced(seat=seat) | KillButtonMoved(seat=seat):
            return replace(state, kill_button=seat)
        case KillButtonCollected():
            return replace(state, kill_button=None)
        case PuckSeen(seat=seat):
            return replace(state, puck=seat, puck_known=True)
        case DeviceCameUp(device=device):
            return replace(state, devices={**state.devices, device: True})
        case DeviceWentDown(device=device):
            return replace(state, devices={**state.devices, device: False})
        case DeckPutInPlay(back=back):
            used = _with_deck(state, back, lambda deck: Deck(back=deck.back, place=Place.IN_PLAY))
            return replace(used, last_used=back)
        case FloorCalled():
            return replace(state, floor_called=True)
        case FloorCallEnded():
            return replace(state, floor_called=False)
        case JournalOpened() | ForeignDeckSeen() | Corrected():
            return state
        case _:
            assert_never(body)


def _round(state: TableState, body: RoundBody) -> TableState:
    if isinstance(body, RoundStarted):
        return replace(state, rounds=state.rounds + 1, round=play.evolve(None, body))
    if isinstance(body, RoundCompleted | RoundVoided):
        home = tuple(replace(d, place=Place.STORAGE) if d.place is Place.IN_PLAY else d for d in state.decks)
        return replace(state, round=None, decks=home, stacks=_stacks(state, body))
    return replace(state, round=play.evolve(state.round, body))


def _stacks(state: TableState, body: RoundCompleted | RoundVoided) -> dict[int, int]:
    if state.round is None or not body.stacks:
        return state.stacks
    return {**state.stacks, **dict(zip(sorted(state.round.seats), body.stacks, strict=True))}


def _deck(deck: Deck, body: DeckBody, fact: Fact) -> Deck:
    match body:
        case DeckLoaded():
            return Deck(back=deck.back, place=Place.SHUFFLER)
        case ShuffleOrdered():
            return replace(deck, order=fact.number, ordered_at=fact.at)
        case ShuffleOverdue():
            return replace(deck, overdue=True)
        case ShuffleProved(grade=grade, order=order, counted=counted):
            proof = Proof(grade=grade, order=order, counted=counted)
            return Deck(back=deck.back, place=deck.place, proof=proof)
        case ShuffleRejected(reason=reason):
            return Deck(back=deck.back, place=deck.place, trouble=reason)
        case ProofVoided():
            return replace(deck, proof=None, cut=False)
        case DeckCut():
            return replace(deck, cut=True, place=Place.TABLE)
        case _:
            assert_never(body)


def _with_deck(state: TableState, back: Back, change: Callable[[Deck], Deck]) -> TableState:
    return replace(state, decks=tuple(change(deck) if deck.back is back else deck for deck in state.decks))
